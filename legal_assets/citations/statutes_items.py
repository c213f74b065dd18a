"""One article with what is named below it: paragraphs, letters, numbers, in German, French, Italian and English.

Reads from the article's number on: `8 Abs. 1 und 2bis lit. a`, `190 al. 2 let. b`, `698 Abs. 2 Ziff. 1 – 6`, and tells
whether a bare number after `und` or a comma is one more paragraph or one more article. Acts belong in `statutes_acts`.
"""

import re
from dataclasses import dataclass, replace
from typing import Literal

from legal_assets.citations.statutes_acts import match_act

Level = Literal["article", "paragraph", "letter", "number"]

ORDINAL = r"(?:bis|ter|quater|quinquies|sexies|septies|octies|novies|nonies|decies|undecies|duodecies)"
SET_OFF = rf"(?:{ORDINAL}(?![a-zà-ÿ])|\s{ORDINAL}(?![a-zà-ÿ]|\s\d|\s[a-z](?![a-z.])))?"
"""An ordinal after a number or letter, also with a blank before it; `5 bis 9` and `a bis c` are ranges."""
DASH = re.compile(r"\s?[-–—]\s?(?=[\da-z])|\s(?:bis|à|a)\s(?=\d)")
ARTICLE = re.compile(rf"\d{{1,4}}(?:(?!f\.)[a-z](?=[^a-zà-ÿ]|\Z|{ORDINAL}\b))?{SET_OFF}(?![\d°])")
VALUES: dict[Level, re.Pattern[str]] = {
    "article": ARTICLE,
    "paragraph": re.compile(rf"\d{{1,3}}{SET_OFF}(?![\d°])"),
    "number": re.compile(rf"\d{{1,3}}(?:[a-z](?![a-zà-ÿ]))?{SET_OFF}(?![\d°])"),
    "letter": re.compile(rf"[a-z]{{1,2}}?{SET_OFF}(?![A-Za-zà-ÿ'’])"),
}
MARKS: tuple[tuple[Level, re.Pattern[str]], ...] = (
    ("paragraph", re.compile(r"[\s,]*(?:Abs\.|Absatz|al\.|alinéas?|cpv\.|capovers[oi]|paras?\.|par\.|§)\s?(?=\d)")),
    ("letter", re.compile(r"[\s,]*(?:lit\.|Bst\.|Buchst(?:\.|aben?)|let\.|lettres?|lett\.|letter[ae])\s?(?=[a-z])")),
    ("number", re.compile(r"[\s,]*(?:Ziff(?:\.|er)|ch\.|chiffres?|n\.|Nr\.|no\.?|n°|cifr[ae]|num\.)\s?(?=\d)")),
)
SKIPPED = re.compile(
    r"[\s,]*(?:Satz\s\d|S\.\s\d|per\.\s\d|\d\s?(?:re|ère|e|ème)\s(?:phr(?:ase|\.)|hypothèse|tiret)"
    r"|(?:[12]\.|erster|zweiter|dritter|letzter)\s(?:Satz|Halbsatz|Teilsatz)|(?:prima|seconda|terza)\sfrase"
    r"|(?:primo|secondo|terzo)\speriodo|(?:première|deuxième|seconde|troisième|dernière)\sphrase|in\sfine|i\.f\.|Ingress|in\sinitio)(?:,(?=\s[A-Z]))?"
)
FOLLOWING = re.compile(
    r"\s?(?P<mark>ff\.|f\.|ss\.?(?![a-zà-ÿ])|s\.(?!\s?\d)|e\s+segg?\.|segg?\.|et\s+seqq?\.|et\s+ss\.?|et\s+suiv\.)"
)
SEPARATOR = re.compile(
    r"\s*(?:,|/|(?:und|et|e|ed|oder|ou|o|sowie|ainsi\sque|nonché|and|or)\b|u\.|bzw\.|resp\.)\s*(?:,\s*)?(?=[\da-zA-Z])"
)
ENDS_LIST = re.compile(
    r"\s*(?:[,;.:)\]–—-]|\Z|(?:und|et|e|ed|oder|ou|o|sowie|ainsi|nonché|and|or|bzw|i\.\s?V|en|in|cum"
    r"|d(?:er|es|u|e|el|ella|ello|ell)|of)\b)"
)
BLANK = re.compile(r"\s{0,3}")
CLOSEST = 2
"""A bare number so little greater than the paragraph before it is a paragraph."""


@dataclass(frozen=True, slots=True)
class Item:
    """One article with at most one paragraph, letter and number; `level` is the one named last."""

    article: str
    start: int
    end: int
    paragraph: str = ""
    letter: str = ""
    number: str = ""
    following: str = ""
    level: Level = "article"


def read_items(text: str, at: int, start: int, language: str | None) -> list[Item]:
    """Read a list of articles from its first number on; empty where no number stands there.

    `start` is where the reference begins, with its word `Art.`.
    """
    value = _value(text, at, "article")
    if value is None:
        return []
    items = [_followed(text, Item(value[0], start, value[1]))]
    while True:
        inner = _inner(text, items[-1])
        if inner:
            items[-1] = inner
            continue
        more = _more(text, items[-1], language)
        if more is None:
            return items
        items.append(more)


def _value(text: str, at: int, level: Level) -> tuple[str, int] | None:
    """A number or letter, or a range of them, without blanks, and where it ends."""
    first = VALUES[level].match(text, at)
    if not first:
        return None
    label, end = first[0], first.end()
    dash = DASH.match(text, end)
    last = VALUES[level].match(text, dash.end()) if dash else None
    if last:
        label, end = f"{label}-{last[0]}", last.end()
    return re.sub(r"\s", "", label), end


def _followed(text: str, item: Item) -> Item:
    found = FOLLOWING.match(text, item.end)
    return replace(item, following=found["mark"], end=found.end()) if found else item


def _inner(text: str, item: Item) -> Item | None:
    """The same with one more level below it, or with the number of a sentence passed over."""
    for level, mark in MARKS:
        found = mark.match(text, item.end)
        if found and getattr(item, level) == "":
            value = _value(text, found.end(), level)
            if value:
                return _followed(text, _set(item, level, value[0], value[1]))
    skipped = SKIPPED.match(text, item.end)
    return replace(item, end=skipped.end()) if skipped else None


def _set(item: Item, level: Level, value: str, end: int) -> Item:
    if level == "paragraph":
        return replace(item, paragraph=value, end=end, level=level)
    if level == "letter":
        return replace(item, letter=value, end=end, level=level)
    return replace(item, number=value, end=end, level=level)


def _more(text: str, item: Item, language: str | None) -> Item | None:
    """The next of a list: with a mark, a further letter, or a bare number."""
    separator = SEPARATOR.match(text, item.end)
    if not separator:
        return None
    at = separator.end()
    for level, mark in MARKS:
        found = mark.match(text, at)
        value = _value(text, found.end(), level) if found else None
        if value and (level == "paragraph" or item.level != "article"):
            return _followed(text, _sibling(item, level, value, at))
    if item.level == "letter":
        value = _value(text, at, "letter")
        if value and _ends(text, value[1], language):
            return _sibling(item, "letter", value, at)
    return _bare(text, at, item, language)


def _sibling(item: Item, level: Level, value: tuple[str, int], at: int) -> Item:
    """The same article with another value at a level; what is below that level is not named."""
    bare = Item(item.article, at, at)
    if level != "paragraph":
        bare = replace(bare, paragraph=item.paragraph)
    if item.level == level == "letter":
        bare = replace(bare, number=item.number)
    if item.level == level == "number":
        bare = replace(bare, letter=item.letter)
    return _set(bare, level, *value)


def _bare(text: str, at: int, item: Item, language: str | None) -> Item | None:
    value = _value(text, at, "article")
    if value is None:
        return None
    label, end = value
    is_marked = any(mark.match(text, end) for _, mark in MARKS)
    if not (is_marked or FOLLOWING.match(text, end) or _ends(text, end, language)):
        return None
    if item.level == "article" or MARKS[0][1].match(text, end) or _is_article(label, item):
        return _followed(text, Item(label, at, end))
    level: Level = "number" if item.level == "number" else "paragraph"
    return _followed(text, _sibling(item, level, value, at))


def _ends(text: str, at: int, language: str | None) -> bool:
    """Whether after a bare number the list can end or go on: an act, a separator, the end of the sentence."""
    if ENDS_LIST.match(text, at) or SKIPPED.match(text, at):
        return True
    blank = BLANK.match(text, at)
    return match_act(text, blank.end() if blank else at, language) is not None


def _is_article(label: str, item: Item) -> bool:
    """Whether a bare number after a paragraph or number is an article: too far from the one, beyond the other."""
    if not label.isdecimal():
        return re.match(r"\d+[a-z](?!er|is|ua)", label) is not None
    last = re.match(r"\d+", item.number if item.level == "number" else item.paragraph)
    value, before = int(label), int(last[0]) if last else 0
    own = re.match(r"\d+", item.article)
    if value <= before:
        return True
    return own is not None and value > int(own[0]) and value > before + CLOSEST
