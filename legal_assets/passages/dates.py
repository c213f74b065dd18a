"""Dates as the Court prints them, in the languages of the Union.

Reads a day, the name of a month and a year in any order: `5 December 2017`, `19 päivänä joulukuuta 2019`,
`2020. gada 16. jūlijā`. Which date of a document is its own is decided in `header`.
"""

import datetime
import re
import unicodedata
from functools import cache, lru_cache

MONTHS = {
    "bg": "януари февруари март април май юни юли август септември октомври ноември декември",
    "cs": "led únor březn|březen dub květ červn|červen červenc srp září říj listopad prosin",
    "da": "januar februar marts april maj juni juli august september oktober november december",
    "de": "januar|jänner februar märz april mai juni juli august september oktober november dezember",
    "el": "ιανουαρ φεβρουαρ μαρτ απριλ μαι ιουν ιουλ αυγουστ σεπτεμβρ οκτωβρ νοεμβρ δεκεμβρ",
    "en": "january february march april may june july august september october november december",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre|setiembre octubre noviembre diciembre",
    "et": "jaanuar veebruar märts aprill mai juuni juuli august september oktoober november detsember",
    "fi": "tammiku helmiku maalisku huhtiku toukoku kesäku heinäku eloku syysku lokaku marrasku jouluku",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "ga": "eanáir feabhra márta|mhárta aibreán bealtaine|bhealtaine meitheamh|mheitheamh iúil lúnasa meán|mheán "
    "deireadh|dheireadh samhain|samhna nollaig|nollag",
    "hr": "siječ velja ožuj trav svib lip srp kolov ruj listopad studen prosin",
    "hu": "január február március április május június július augusztus szeptember október november december",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "lt": "saus vasar kov baland geguž biržel liep rugpj rugsėj spal lapkr gruod",
    "lv": "janvār februār mart aprīl maij jūnij jūlij august septembr oktobr novembr decembr",
    "mt": "jannar frar marzu april mejju ġunju lulju awwissu settembru ottubru novembru diċembru",
    "nl": "januari februari maart april mei juni juli augustus september oktober november december",
    "pl": "stycz|styczeń lut mar kwie maj czerw lip sierp wrze paździer listopad grud",
    "pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    "ro": "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie",
    "sk": "január február marc|marec apríl máj jún júl august septemb októb novemb decemb",
    "sl": "januar februar marc|marec april maj junij julij avgust septemb oktob novemb decemb",
    "sv": "januari februari mars april maj juni juli augusti september oktober november december",
}
"""Beginnings of the twelve names, as far as no case ending changes them; alternatives are divided by a bar."""

TOKEN = re.compile(r"\d+|[^\W\d_]+")
REACH = 4
"""Words between a month's name and its day or year."""


def find_date(text: str, language: str | None = None) -> datetime.date | None:
    """Find the first date in a text, its month named in `language`, else in any language of the Union."""
    tokens = TOKEN.findall(text)
    for candidate in [language] if language in MONTHS else list(MONTHS):
        for at, token in enumerate(tokens):
            month = _month(token, candidate or "en")
            if month:
                found = _date(month, tokens, at)
                if found:
                    return found
    return None


def _date(month: int, tokens: list[str], at: int) -> datetime.date | None:
    near = sorted(
        (abs(place - at), tokens[place])
        for place in range(max(0, at - REACH), min(len(tokens), at + REACH + 1))
        if tokens[place].isdecimal()
    )
    days = [int(token) for _, token in near if len(token) <= 2]
    years = [int(token) for _, token in near if len(token) == 4]
    try:
        return datetime.date(years[0], month, days[0])
    except (IndexError, ValueError):
        return None


@cache
def _stems(language: str) -> tuple[tuple[str, int], ...]:
    """The beginnings of month names with their months, longest first."""
    stems = [
        (_plain(stem), month)
        for month, stems in enumerate(MONTHS[language].split(), start=1)
        for stem in stems.split("|")
    ]
    return tuple(sorted(stems, key=lambda stem: -len(stem[0])))


@lru_cache(maxsize=4096)
def _month(token: str, language: str) -> int:
    plain = _plain(token)
    return next((month for stem, month in _stems(language) if plain.startswith(stem)), 0)


def _plain(text: str) -> str:
    """The text in lower case without accents."""
    decomposed = unicodedata.normalize("NFD", text.lower())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))
