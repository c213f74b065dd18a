"""Which words of a case name reveal the case, and which do not.

"Altmark Trans and Regierungspräsidium Magdeburg" is revealed by "Altmark Trans" and by "Altmark", but "Commission",
"Bank" or "Spain" reveal nothing. Reading names in a sentence belongs in `legal_assets.citations.names`, taking them
out of a text in `citations`.
"""

import re
from collections.abc import Container, Iterable, Mapping, Sequence

from legal_assets.citations.reference import Reference

SHORTEST = 3
"""Letters; "A" and "HE" are names of cases, but elsewhere in a sentence they are words."""

WORD = re.compile(r"[^\W_]+(?:['\u2019.-][^\W_]+)*")
LOWER = re.compile(r"(?<![\w\u2019'-])[a-zß-ÿ][a-zß-ÿ]+(?![\w-])")
PARTIES = re.compile(r"\s+(?:v\.?|and|contre|gegen|/|[\u2013\u2014-])\s+|\s*/\s*|, (?=[A-Z])")
OTHERS = re.compile(r",?\s+(?:and|et|u\.)\s+(?:Others|autres|a\.|Another)$|,?\s+e\.a\.$|\s*\([^()]*\)$")
LEGAL_FORM = re.compile(
    r"[,\s]+(?:GmbH|mbH|AG|KG|SE|SA|NV|BV|Ltd\.?|Limited|plc|PLC|SpA|SPA|Srl|SARL|SAS|Oy|Oyj|AB|A/S|ApS|eV|e\.V\.|"
    r"Inc\.?|LLC|LLP|Corp\.?|sp\. z o\.o\.|S\.A\.|N\.V\.|B\.V\.|S\.p\.A\.|d\.o\.o\.|Kft\.?|Zrt\.?|EOOD|OOD|"
    r"& Co\.?|GmbH & Co\.? KG)$"
)
TITLE_WORDS = re.compile(r"^(?:Mr|Mrs|Ms|Dr|Prof)\.?\s+")

COMMON = frozenset(
    WORD.findall(
        """
    commission council parliament court courts general european europe union eu eec ec ecb central bank banks office
    committee member state states government kingdom republic federal grand duchy united nations community
    communities belgium bulgaria czech denmark germany estonia ireland greece hellenic spain france croatia italy
    italian cyprus latvia lithuania luxembourg hungary malta netherlands austria poland portugal portuguese romania
    slovenia slovak slovakia finland sweden french german spanish polish dutch danish swedish finnish greek irish
    british belgian austrian norway iceland switzerland turkey iran ohim euipo echa eea agency authority ministry
    minister ministre ministero secretary department directorate board commissioner commissioners chief national
    international and of the for in others trade mark association federation company group holding holdings society
    air test data home work law tax taxes customs revenue finance financial public prosecutor procureur
    city land services service transport insurance energy telecom media sport sports club people party bundesrepublik
    stadt ville comune region province société sociedad stichting vereniging fundacja caisse banque banco banca
    finanzamt hauptzollamt staatssecretaris skatteverket prezes inspecteur conseil etat directeur président president
    van von der den de la le les des du del di da new north south east west first second third united great britain
    january february march april may june july august september october november december
    monday tuesday wednesday thursday friday saturday sunday mr mrs ms dr
    """
    )
)
"""Words of case names that many cases share."""


def ordinary_words(texts: Iterable[str]) -> frozenset[str]:
    """The words that texts use in small letters: as part of a name they reveal nothing alone."""
    return frozenset(word for text in texts for word in LOWER.findall(text))


def revealing_names(case_name: str, ordinary: Container[str] = frozenset()) -> tuple[str, ...]:
    """The forms under which a text can name the case, longest first: whole, party by party, and shortened.

    `ordinary` are words that, alone, are no names (see `ordinary_words`). A name that consists of nothing but
    common words ("A", "Commission", "Italy") has no revealing form, except as a whole with two parties.
    """
    whole = OTHERS.sub("", case_name.strip())
    parties = [_bare(party) for party in PARTIES.split(whole)]
    forms = [form for party in parties for form in _forms(party) if _reveals(form, ordinary)]
    if len(parties) > 1 and len(whole) > 2 * SHORTEST:
        forms = [whole, *forms]
    return tuple(sorted(dict.fromkeys(forms), key=lambda form: (-len(form), form)))


def names_in_title(title: str) -> tuple[str, ...]:
    """The case name in a title as the publisher writes it, none if the title has no parties.

    "Judgment of the Court of 4 May 2016.#Alfa v Beta.#Reference …#Case C-1/14." and the same with spaces for `#`.
    """
    pieces = [
        piece.strip(" .")
        for piece in re.split(r"#|(?<=\d{4})\. |\. (?=[A-Z][a-z]+ (?:for|\u2013|-)|Case|Joined)", title)
    ]
    return tuple(piece for piece in pieces[1:2] if piece and re.search(r"\sv\s|^[A-Z]", piece))


def _bare(party: str) -> str:
    bare = TITLE_WORDS.sub("", OTHERS.sub("", party.strip()))
    while (shorter := LEGAL_FORM.sub("", bare)) != bare:
        bare = shorter
    return bare.strip(" ,")


def _forms(party: str) -> list[str]:
    """A party, its first two words, its first and its last word."""
    words = party.split()
    shortened = [" ".join(words[:2]), words[0], words[-1]] if len(words) > 1 else []
    return [party, *shortened] if words else []


def _reveals(form: str, ordinary: Container[str]) -> bool:
    words = WORD.findall(form)
    telling = [word for word in words if word.lower() not in COMMON and word[0].isupper()]
    if len(words) == 1:
        telling = [word for word in telling if word.lower() not in ordinary]
    return sum(map(len, words)) >= SHORTEST and any(len(word) >= SHORTEST for word in telling)


def masked_names(
    case_names: Iterable[str], own_names: Iterable[str] = (), ordinary: Container[str] = frozenset()
) -> tuple[str, ...]:
    """Every form of the names of cited cases that reveals one, longest first, without the citing case's own parties.

    A form whose words all belong to one party of `own_names` reveals no other decision and is left out.
    """
    own = [set(WORD.findall(party)) for name in own_names for party in PARTIES.split(name)]
    names: dict[str, None] = {}
    for case_name in dict.fromkeys(case_names):
        forms = ((form, set(WORD.findall(form))) for form in revealing_names(case_name, ordinary))
        names.update((form, None) for form, words in forms if not any(words <= party for party in own))
    return tuple(sorted(names, key=lambda form: (-len(form), form)))


def names_to_mask(
    references: Iterable[Reference],
    known: Mapping[str, Sequence[str]],
    own_names: Iterable[str] = (),
    ordinary: Container[str] = frozenset(),
) -> tuple[str, ...]:
    """The names that reveal the decisions a document cites, wherever in the document they stand; longest first.

    `known` has the names that metadata gives a decision, by ECLI or CELEX; the citations' own names are added. A
    party of the citing case itself (`own_names`, or named in the decision under appeal) reveals no other decision
    and is left in.
    """
    cited = [reference for reference in references if reference.kind not in ("self", "own-opinion")]
    below = {reference.ecli or reference.celex for reference in cited if reference.kind == "under-appeal"}
    named_below = [ref.name for ref in cited if ref.name and (ref.ecli or ref.celex) in below]
    given = [name for ref in cited for key in (ref.ecli, ref.celex) if key for name in known.get(key, ())]
    return masked_names([*given, *(ref.name for ref in cited if ref.name)], [*own_names, *named_below], ordinary)
