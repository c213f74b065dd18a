"""Words by which the parts of a decision are known in the languages of the Union.

Only lists of phrases and whether a line begins with one.
"""

from legal_assets.text.decision_kinds import KIND_WORDS

OPERATIVE_PHRASES = (
    "on those grounds",
    "on these grounds",
    "for these reasons",
    "for those reasons",
    "по изложените съображения",
    "по тези съображения",
    "z těchto důvodů",
    "på grundlag af disse præmisser",
    "af disse grunde",
    "aus diesen gründen",
    "για τους λόγους αυτούς",
    "με το σκεπτικό αυτό",
    "en virtud de todo lo expuesto",
    "esitatud põhjendustest lähtudes",
    "näillä perusteilla",
    "par ces motifs",
    "ar na forais sin",
    "slijedom navedenoga",
    "slijedom navedenog",
    "a fenti indokok alapján",
    "a fenti indokok alapjan",
    "per questi motivi",
    "remdamasis šiais motyvais",
    "remdamasi šiais motyvais",
    "ar šādu pamatojumu",
    "għal dawn il-motivi",
    "op die gronden",
    "rechtdoende",
    "z powyższych względów",
    "pelos fundamentos expostos",
    "por estes fundamentos",
    "pentru aceste motive",
    "z týchto dôvodov",
    "iz teh razlogov",
    "på dessa grunder",
    "mot denna bakgrund beslutar",
)

CONTENTS_PHRASES = (
    "table of contents",
    "contents",
    "съдържание",
    "obsah",
    "indholdsfortegnelse",
    "inhaltsverzeichnis",
    "πίνακας περιεχομένων",
    "περιεχόμενα",
    "índice",
    "sisukord",
    "sisällys",
    "table des matières",
    "sadržaj",
    "tartalomjegyzék",
    "indice",
    "turinys",
    "satura rādītājs",
    "werrej",
    "inhoud",
    "spis treści",
    "cuprins",
    "kazalo",
    "innehållsförteckning",
)


GROUNDS_HEADINGS = frozenset(
    (*KIND_WORDS["judgment"], *KIND_WORDS["order"], "avis", "gutachten", "parere", "dictamen", "advies", "lausunto")
)
"""Headings that only repeat what the document is."""

TOP_HEADINGS = (
    "legal context",
    "legal framework",
    "legal background",
    "facts",
    "background",
    "the background",
    "the facts",
    "the dispute",
    "the disputes",
    "dispute in the main proceedings",
    "the main proceedings",
    "the request",
    "the reference",
    "procedure",
    "the procedure",
    "proceedings before",
    "the proceedings",
    "pre-litigation",
    "the pre-litigation",
    "forms of order",
    "the forms of order",
    "consideration of the question",
    "the question referred",
    "the questions referred",
    "the action",
    "the actions",
    "the appeal",
    "the appeals",
    "law",
    "costs",
    "decision on costs",
)
"""How the headings of the first level begin in English, where the layout does not say the level."""


def opens_contents(text: str) -> bool:
    """Whether a line is the heading of a table of contents."""
    return text.casefold().strip(" :.") in CONTENTS_PHRASES


def is_top_heading(text: str) -> bool:
    """Whether a heading stands at the first level by its words."""
    return text.casefold().startswith(TOP_HEADINGS)


def opens_grounds(text: str) -> bool:
    """Whether a heading only says what the document is ("Judgment"), so that nothing stands below it."""
    return text.casefold().strip(" :.") in GROUNDS_HEADINGS


def opens_operative_part(text: str) -> bool:
    """Whether a line is the formula before the operative part ("On those grounds, the Court hereby rules:")."""
    return text.casefold().startswith(OPERATIVE_PHRASES)
