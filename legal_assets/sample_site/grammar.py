"""Templates with alternatives and slots, and how they become sentences.

Here belongs the template language of the vocabulary files: `[a|b]` is a choice, `{name}` a slot. What the
templates say is in `vocabulary/`.
"""

import re
from collections.abc import Mapping, Sequence
from random import Random

_CHOICE = re.compile(r"\[([^\[\]]*)\]")
_SLOT = re.compile(r"\{(\w+)\}")
_AFTER_STOP = re.compile(r"[.?!] [^\W\d_]")
_SENTENCE_END = re.compile(r"[^\W\d_]{2}|.[\u2019)%]")


def expand(template: str, slots: Mapping[str, str], random: Random) -> str:
    """Choose among alternatives, then fill slots; a slot nobody filled is a KeyError."""
    chosen = _CHOICE.sub(lambda match: random.choice(match[1].split("|")), template)
    return _SLOT.sub(lambda match: slots[match[1]], chosen)


def pick(templates: Sequence[str], slots: Mapping[str, str], random: Random) -> str:
    """Expand one of several templates."""
    return expand(random.choice(templates), slots, random)


def as_sentences(text: str) -> str:
    """Begin every sentence with a capital letter, as slots may stand first; `v. x` ends no sentence."""
    text = text[:1].upper() + text[1:]
    return _AFTER_STOP.sub(_capitalise, text)


def _capitalise(match: re.Match[str]) -> str:
    before = match.string[max(0, match.start() - 2) : match.start()]
    return match[0].upper() if _SENTENCE_END.fullmatch(before) else match[0]
