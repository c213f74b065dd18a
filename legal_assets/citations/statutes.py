"""References to articles of acts in running text, normalised across languages: Art. 97 Abs. 1 OR = art. 97 al. 1 CO.

One reference for each article, paragraph or letter that is named; an act that stands once at the end of a chain
belongs to all of it. Rulings belong in `bge`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from legal_assets.citations.statutes_acts import Act, Version, act_id, match_act
from legal_assets.citations.statutes_items import Item, read_items
from legal_assets.citations.statutes_reference import StatuteReference

START = re.compile(r"(?<![A-Za-zà-ÿ])(?P<version>[an])?[Aa]rt(?:t?\.|ikeln?|icles?|icol[oi]|s\.)?\s?(?=\d)")
CONNECTION = re.compile(
    r"[\s,]*(?:(?:und|et|e|ed|oder|ou|o|sowie|nonché|and|or)\b|ainsi qu(?:e|['’])|bzw\.|resp\.|i\.\s?V\.\s?m\."
    r"|in Verbindung mit"
    r"|en (?:lien|relation|liaison|corrélation|combinaison) avec|(?:combiné|lu|rapproché)e?s? (?:avec|à|de)"
    r"|in (?:combinato disposto|combinazione|relazione|unione) con|combinat[oi] con|in con(?:junction|nection) with)?"
    r"[\s,]*(?:(?:l|dell|all)['’]\s?|(?:les|dem|den|der|des|aux?|gli|degli|agli)\s)?"
)
BEFORE_ACT = re.compile(r"\s?(?:(?:des|der|du|de\sla|de\sl['’]|del|della|dello|dell['’]|of\sthe)\s?)?")
ANNEX = re.compile(r"\s?(?:Anhang|[Aa]nnexe?|[Aa]llegato)\s(?P<number>[IVX]{1,5}|\d{1,2})\s")
AND = re.compile(r"\s*(?:,|und|et|e|ed|sowie|bzw\.|ou|oder|and)\s+(?=\d)")


def find_statute_references(text: str, language: str | None = None) -> list[StatuteReference]:
    """Find the references to articles, in the order of the text.

    `language` (de, fr, it, en) decides what an abbreviation means that several languages use; None where it is not
    known.
    """
    references: list[StatuteReference] = []
    at = 0
    while start := START.search(text, at):
        found = list(_chain(text, start, language))
        references += found
        at = max(start.end(), found[-1].end if found else 0)
    return references


def _chain(text: str, start: re.Match[str], language: str | None) -> Iterator[StatuteReference]:
    """The references from one `Art.` to the act that ends them."""
    items: list[tuple[Item, Version]] = []
    while True:
        version: Version = "old" if start["version"] == "a" else "new" if start["version"] == "n" else ""
        read = read_items(text, start.end(), start.start(), language)
        items += [(item, version) for item in read]
        if not items:
            return
        end = items[-1][0].end
        act = _act(text, end, language)
        connection = CONNECTION.match(text, end)
        following = START.match(text, connection.end()) if connection and not act and read else None
        if following is None:
            break
        start = following
    yield from _references(text, items, act)
    while act and (joint := AND.match(text, act.end)):
        read = read_items(text, joint.end(), joint.end(), language)
        act = _act(text, read[-1].end, language) if read else None
        if act and act_id(act.printed, language):
            yield from _references(text, [(item, "") for item in read], act)


def _act(text: str, at: int, language: str | None) -> Act | None:
    before = BEFORE_ACT.match(text, at)
    annex = ANNEX.match(text, at)
    found = annex or before
    act = match_act(text, found.end() if found else at, language)
    if act and annex:
        return replace(act, printed=text[at : act.end].strip(), act_id=f"{act.act_id} Anhang {annex['number']}")
    return act


def _references(text: str, items: Sequence[tuple[Item, Version]], act: Act | None) -> Iterator[StatuteReference]:
    last = len(items) - 1
    for place, (item, version) in enumerate(items):
        end = act.end if act and place == last else item.end
        yield StatuteReference(
            article=item.article,
            paragraph=item.paragraph,
            letter=item.letter,
            number=item.number,
            following=item.following,
            act=act.printed if act else "",
            act_id=act.act_id if act else "",
            version=version or (act.version if act else ""),
            start=item.start,
            end=end,
            raw=text[item.start : end],
        )
