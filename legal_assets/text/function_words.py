"""The commonest function words of the languages in which reports are written.

Belongs here: words by which running text is told from broken text. Does not belong here: the stop words of a search
(`stop_words.py`).
"""

from collections.abc import Mapping
from typing import Final

from legal_assets.text.stop_words import ENGLISH


def _words(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


FUNCTION_WORDS: Final[dict[str, frozenset[str]]] = {
    "en": ENGLISH,
    "fr": _words(
        "le la les un une des du de au aux ce cet cette ces et ou mais donc ni car que qui quoi dont où en dans par",
        "pour sur sous avec sans entre vers chez il elle ils elles on nous vous je se sa son ses leur leurs est sont",
        "été être a ont avoir plus moins très ne pas à y si comme tout tous toute toutes même aussi",
    ),
    "es": _words(
        "el los la las un una unos unas de del al y o pero ni que en a con sin sobre desde hasta para por entre según",
        "su sus lo se es son fue ser ha han haber más menos muy no también como cuando este esta estos estas todo",
    ),
    "pt": _words(
        "o a os as um uma uns umas de do da dos das ao à aos às em no na nos nas e mas nem que porque com sem sobre",
        "desde até para por pelo pela pelos pelas entre seu sua seus suas é são foi ser tem têm ter mais menos muito",
        "não também como quando",
    ),
    "de": _words(
        "der die das den dem des ein eine einen einem einer eines und oder aber denn weil dass wenn ob in im an am auf",
        "aus bei beim mit nach von vom vor zu zum zur über unter für durch gegen ohne um ist sind war waren wird",
        "werden wurde worden sein hat haben er sie es wir ihr ich sich nicht auch nur noch als wie so mehr sehr",
    ),
    "it": _words(
        "il lo la i gli le un uno una di del dello della dei degli delle in nel nella nei nelle sul sulla che chi cui",
        "con per tra fra e o ma è sono era essere ha hanno più meno molto non anche come quando questo questa suo sua",
    ),
    "nl": _words(
        "de het een van in op voor met naar door bij uit over onder tussen en of maar niet ook nog is zijn was waren",
        "wordt worden te om dat die dit deze er aan als tot",
    ),
}
"""Function words by language, in small letters."""


def function_word_share(words: Mapping[str, int]) -> float:
    """Return the share of function words of the language that has most of them, of words with how often they stand."""
    total = sum(words.values())
    if not total:
        return 0.0
    known = words.keys()
    return max(sum(words[word] for word in known & listed) for listed in FUNCTION_WORDS.values()) / total
