"""Pages as the court's site sends them: a ruling, and the index of a volume's division.

Here belongs mark-up. What a ruling says belongs to `swiss_rulings.py`.
"""

from collections.abc import Sequence
from html import escape
from urllib.parse import quote

from legal_assets.sample_site.swiss_rulings import Consideration, RulingPlan, SwissRulings
from legal_assets.sample_site.swiss_words import read_words

ENCODING = "iso-8859-1"
FOLDER = "/ext/eurospider/live/de/php/clir/http"
_MONTHS = {
    "de": (
        "Januar",
        "Februar",
        "März",
        "April",
        "Mai",
        "Juni",
        "Juli",
        "August",
        "September",
        "Oktober",
        "November",
        "Dezember",
    ),
    "fr": (
        "janvier",
        "février",
        "mars",
        "avril",
        "mai",
        "juin",
        "juillet",
        "août",
        "septembre",
        "octobre",
        "novembre",
        "décembre",
    ),
    "it": (
        "gennaio",
        "febbraio",
        "marzo",
        "aprile",
        "maggio",
        "giugno",
        "luglio",
        "agosto",
        "settembre",
        "ottobre",
        "novembre",
        "dicembre",
    ),
}
_NOTE_HEADINGS = {"de": "Regeste", "fr": "Regeste", "it": "Regesto"}
_HEAD = """<!DOCTYPE html>
<html lang="de">
<head><meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">
<title>{title}</title></head>
<body>
<div class="main"><div class="middle">
"""
_TAIL = "</div></div>\n</body>\n</html>\n"


def ruling_page(rulings: SwissRulings, plan: RulingPlan, revision: int = 0) -> bytes:
    """The page of a ruling; a revision is a correction of its facts."""
    frame, language = read_words().frame, plan.language
    notes = "".join(
        f'<br><div id="regeste" lang="{each}">\n<div class="big bold">{_NOTE_HEADINGS[each]}</div>\n'
        f'<br><div class="paraatf"><span class="artref">{escape(provision)}</span>. '
        f'<div class="paratf">{escape(text)}</div>\n</div>\n</div>\n'
        for each, provision, text in rulings.headnotes(plan)
    )
    facts = "".join(
        f'<br><div class="paraatf"><span class="bold">{letter} </span>{escape(text)}</div>\n'
        for letter, text in rulings.facts(plan)
    )
    corrected = f'<div class="paraatf">({revision})</div>\n' if revision else ""
    body = "".join(_consideration(plan, each) for each in rulings.considerations(plan))
    text = (
        _HEAD.format(title=f"BGE {plan.number}")
        + '<div id="highlight_content" class="box">\n<div class="content">\n'
        + f'<div class="big bold">Urteilskopf</div>\n<br>{plan.number}<br><br><br>\n'
        + f'<div class="paraatf">{escape(_header(plan))}</div>\n'
        + f'<div class="paraatf">{escape(_dated(plan))}</div>\n{notes}'
        + f'<br><div><span class="big bold" id="sachverhalt">Sachverhalt</span> '
        f'<span class="small">ab Seite {plan.number.page}</span></div>\n{facts}{corrected}'
        + '<br><div><span class="big bold" id="erwaegungen">Erwägungen</span></div>\n'
        + f'<br><div class="paraatf">{escape(frame["lead_in"][language])}</div>\n{body}'
        + '</div>\n<div class="box_bottom_line"></div></div>\n'
        + _TAIL
    )
    return text.encode(ENCODING, errors="xmlcharrefreplace")


def index_page(plans: Sequence[RulingPlan]) -> bytes:
    """The index of a division of a volume: a list of links."""
    items = "".join(
        f'<li><a href="{FOLDER}/index.php?highlight_docid={quote(f"atf://{plan.number.key}:de", safe="")}'
        f'&amp;lang=de&amp;zoom=&amp;type=show_document">{plan.number}</a></li>\n'
        for plan in plans
    )
    return (_HEAD.format(title="BGE und EGMR-Entscheide") + f"<ol>\n{items}</ol>\n" + _TAIL).encode(ENCODING)


def _header(plan: RulingPlan) -> str:
    words, language = read_words(), plan.language
    parties = words.frame["parties"][language].replace("{a}", "A.").replace("{b}", "B.")
    return f"1. {words.frame['extract'][language]} {words.chambers[plan.subject.division][language]} {parties}"


def _dated(plan: RulingPlan) -> str:
    day = plan.decided
    first = {"fr": "1er", "it": "1°", "de": "1."}[plan.language]
    number = first if day.day == 1 else f"{day.day}{'.' if plan.language == 'de' else ''}"
    month = _MONTHS[plan.language][day.month - 1]
    return f"{plan.docket} {read_words().frame['dated'][plan.language]} {number} {month} {day.year}"


def _consideration(plan: RulingPlan, each: Consideration) -> str:
    text = escape(each.text)
    if each.page is not None:
        middle = text.index(" ", len(text) // 2)
        anchor = f'<a name="page{each.page}"></a><div class="center pagebreak">BGE {plan.number} S. {each.page}</div>'
        text = f"{text[:middle]} {anchor} {text[middle + 1 :]}"
    printed = f"{each.label}." if "." not in each.label else each.label
    return f'<br><div class="paraatf"><span class="bold" id="consideration_{printed}">{printed} </span>{text}</div>\n'
