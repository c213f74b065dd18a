"""Words by which the parts of a decision are known in the languages of the Union.

Only lists of phrases and whether a line begins with one.
"""

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


def opens_operative_part(text: str) -> bool:
    """Whether a line is the formula before the operative part ("On those grounds, the Court hereby rules:")."""
    return text.casefold().startswith(OPERATIVE_PHRASES)
