"""An independent check of masking: what still reveals a decision, and what was damaged.

Written from the text alone, on purpose without any code of the maskers or of the readers of citations, so that a
fault of theirs is not repeated here. It reads original and masked text side by side; repairing a masking belongs in
`tidying`.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from difflib import SequenceMatcher

_PLAIN = str.maketrans(
    {**dict.fromkeys("\u00a0\u2007\u202f\u2009\n\t", " "), **dict.fromkeys("\u2010\u2011\u2013", "-")}
)

_ECLI = re.compile(r"EU ?: ?[CTF] ?: ?\d{4} ?: ?\d+")
_LETTERED = re.compile(r"(?<!\w)[CTF] ?- ?\d{1,4}/\d\d(?!\d)")
_OLD_NUMBER = re.compile(r"(?:\b[Cc]ases? |, |and |\()(\d{1,3}/\d\d)(?=[^\d/]{1,30}(?:EU:[CTF]|\[\d{4}\] ECR))")
_REPORT = re.compile(r"\[\d{4}\] ECR")
_UNIT = r"(?:[Pp]aragraphs?|[Pp]oints?)"
_NUMBERS = r"(?>\d{1,4}(?:(?:,? and |, | to | ?- ?)\d{1,4})*)(?![\d/(]| (?:January|February|March|April|May|June|July))"
_AFTER_ANCHOR = re.compile(
    rf"(?:EU ?: ?[CTF] ?: ?\d{{4}} ?: ?\d+|[CTF]-\d+/\d\d)[^.;:]{{0,40}}?{_UNIT} (?P<numbers>{_NUMBERS})"
    r"(?!,? (?:of|in) (?:the (?:present|Opinion)|this|his|her|Annex|Article))"
)
_BEFORE_DECISION = re.compile(
    rf"{_UNIT} (?P<numbers>{_NUMBERS}),? (?:of|in) "
    r"(?:(?:the|that|its|those) (?:same )?(?:judgment|order)s?|that Opinion)\b"
    r"(?! for reference| of the (?:Bundes|Supreme|Conseil|Corte|Tribunal|European Court of Human))"
)
_DATED = re.compile(
    r"(?P<date>\d{1,2} [A-Z][a-z]+ \d{4}),? "
    r"(?:(?!\d{1,2} [A-Z][a-z]+ \d{4}|; |\. [A-Z][a-z]+ [a-z]).){0,320}?EU:[CTF]:"
)
_EXTENTS = (
    re.compile(
        rf"(?:{_UNIT} {_NUMBERS},? of (?:the|its|that) )?\b(?:[Jj]udgments?|[Oo]rders?|Opinions?|(?:Joined )?Cases?)\b"
        rf"(?:(?!\b(?:judgments?|orders?) (?:of|in)\b).){{0,420}}?(?:{_ECLI.pattern}|{_REPORT.pattern}[ \w-]{{0,12}})"
        rf"(?:[\s),\]]*(?:(?:in particular|and|at|see),? )*{_UNIT} {_NUMBERS})*"
    ),
    re.compile(
        r"\b(?:and )?(?:of )?\d{1,2} [A-Z][a-z]+ \d{4},? (?:(?! of \d).){0,320}?"
        rf"{_ECLI.pattern}(?:[\s),\]]*(?:(?:in particular|and|at|see),? )*{_UNIT} {_NUMBERS})*"
    ),
    re.compile(rf"{_LETTERED.pattern}(?: P(?:PU)?\b)?(?:(?:, | and | to )(?:{_LETTERED.pattern})(?: P(?:PU)?\b)?)*"),
    _ECLI,
    re.compile(rf"{_UNIT} {_NUMBERS},? (?:of|in) (?:the|that|its|those) (?:same )?(?:judgment|order|Opinion)s?\b"),
    re.compile(r"\b(?:judgments?|orders?) in (?:[A-Z][\w'.-]*(?: (?:v |and )?[A-Z][\w'.-]*)*)"),
)
_NAMED = re.compile(
    r"\b(?:[Jj]udgments?|[Oo]rders?|Opinions?) in (?P<a>[A-Z][\w'-]+(?: (?:v |and )?[A-Z][\w'-]+)*)"
    r"|(?P<b>[A-Z][\w'.&-]+) v (?=[A-Z])"
    r"|\bthe (?P<c>[A-Z][\w'-]+(?: [A-Z][\w'-]+)*) (?:judgment|case-law)\b"
    r"|(?P<d>[A-Z][\w'-]+(?: (?:v |and )?[A-Z][\w'-]+)*), cited above"
)
_NO_NAME = re.compile(
    r"(?:The |EU |Union |Court|General|Member|Civil|Case|Joined|European|Community|Articles?|Directive|Regulation|"
    r"Supreme|Constitutional|Federal|High|Advocate|Strasbourg|ECtHR|Luxembourg|Commission$|Council$)"
)
_GENERIC = frozenset(
    re.findall(
        r"\w+",
        "commission council parliament court european union general bank member state states kingdom republic federal "
        "germany france italy spain portugal austria belgium netherlands denmark sweden finland ireland greece poland "
        "hungary romania bulgaria croatia slovakia slovenia estonia latvia lithuania malta cyprus luxembourg united "
        "czech ohim euipo minister ministry secretary others and the of for de la",
    )
)
_TOKEN = re.compile(r"\w+(?:['\u2019-]\w+)*")


@dataclass(frozen=True, slots=True)
class Quality:
    """Leaks by kind and damage of one masked passage, or the sum over several.

    `words_outside` counts the words of the original outside citations and names, `words_kept` those of them still
    there, `words_cut` the words of which only a piece is left.
    """

    passages: int = 0
    number: int = 0
    ecli: int = 0
    pinpoint: int = 0
    date: int = 0
    known_name: int = 0
    unknown_name: int = 0
    words_outside: int = 0
    words_kept: int = 0
    words_cut: int = 0

    def __add__(self, other: "Quality") -> "Quality":
        """The sum, field by field."""
        return Quality(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))


def check_masking(
    original: str,
    masked: str,
    known_names: Sequence[str] = (),
    own_numbers: Sequence[str] = (),
    own_names: Sequence[str] = (),
    kept: Sequence[tuple[int, int]] | None = None,
) -> Quality:
    """Count what one masked passage still reveals, and what its original lost outside citations.

    `known_names` are the names of the decisions it cites; numbers and names of the citing case itself reveal
    nothing. `kept` are the stretches of the original that the masked text consists of; without them the words are
    aligned, which is right but for repeated words.

    Raises:
        ValueError: `kept` does not give the masked text.
    """
    plain, after = original.translate(_PLAIN), masked.translate(_PLAIN)
    if kept is not None and "".join(original[start:end] for start, end in kept) != masked:
        message = "the stretches said to be kept do not give the masked text"
        raise ValueError(message)
    tokens = [match.span() for match in _TOKEN.finditer(plain)]
    there, cut = _surviving(plain, after, tokens, kept)
    names = _telling(known_names, own_names)
    inside = _extents(plain, names)
    outside = [index for index, token in enumerate(tokens) if not _overlaps(token, inside)]
    own = {number.translate(_PLAIN).split()[0] for number in own_numbers}
    survivors = {tokens[index][0] for index in there}
    return Quality(
        passages=1,
        number=sum(match[0].replace(" ", "") not in own for match in _LETTERED.finditer(after))
        + sum(1 for match in _OLD_NUMBER.finditer(plain) if _survives(match.span(1), tokens, survivors))
        + len(_REPORT.findall(after)),
        ecli=len(_ECLI.findall(after)),
        pinpoint=sum(
            _survives(match.span("numbers"), tokens, survivors)
            for pattern in (_AFTER_ANCHOR, _BEFORE_DECISION)
            for match in pattern.finditer(plain)
        ),
        date=sum(_survives(match.span("date"), tokens, survivors) for match in _DATED.finditer(plain)),
        known_name=sum(len(re.findall(rf"(?<!\w){re.escape(name)}(?!\w)", after)) for name in names),
        unknown_name=sum(1 for match in _NAMED.finditer(after) if _is_unknown(match, own_names)),
        words_outside=len(outside),
        words_kept=sum(1 for index in outside if index in there),
        words_cut=cut,
    )


def _surviving(
    plain: str, after: str, tokens: Sequence[tuple[int, int]], kept: Sequence[tuple[int, int]] | None
) -> tuple[set[int], int]:
    """Indexes of the words that are still there whole, and how many are there in part."""
    if kept is None:
        before = [plain[start:end] for start, end in tokens]
        left = _TOKEN.findall(after)
        blocks = SequenceMatcher(None, before, left, autojunk=False).get_matching_blocks()
        there = {index for block in blocks for index in range(block.a, block.a + block.size)}
        known = set(before)
        return there, sum(1 for word in left if word not in known)
    whole: set[int] = set()
    cut = place = 0
    for index, (start, end) in enumerate(tokens):
        while place < len(kept) and kept[place][1] <= start:
            place += 1
        if place == len(kept) or kept[place][0] >= end:
            continue
        if kept[place][0] <= start and kept[place][1] >= end:
            whole.add(index)
        else:
            cut += 1
    return whole, cut


def _extents(plain: str, names: Iterable[str]) -> list[tuple[int, int]]:
    """Stretches of citations and of names, in order, possibly overlapping."""
    found = [match.span() for pattern in _EXTENTS for match in pattern.finditer(plain)]
    found += [
        match.span()
        for name in names
        for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", plain, re.IGNORECASE)
    ]
    return sorted(found)


def _overlaps(token: tuple[int, int], stretches: Sequence[tuple[int, int]]) -> bool:
    return any(start < token[1] and token[0] < end for start, end in stretches)


def _survives(span: tuple[int, int], tokens: Sequence[tuple[int, int]], survivors: set[int]) -> bool:
    """Whether any word of the stretch is still there."""
    return any(start in survivors for start, end in tokens if span[0] <= start and end <= span[1])


def _telling(known_names: Iterable[str], own_names: Iterable[str]) -> list[str]:
    """The known names and their parties, without those that are generic or the citing case's own."""
    own = {word.lower() for name in own_names for word in re.findall(r"\w+", name)}
    found: dict[str, None] = {}
    for name in known_names:
        whole = re.sub(r"(?:,| and| et) (?:Others|autres)$", "", name.translate(_PLAIN).strip())
        for part in (whole, *re.split(r" v | and ", whole)):
            words = [word.lower() for word in re.findall(r"\w+", part)]
            telling = [word for word in words if word not in _GENERIC and len(word) > 3 and word not in own]
            if telling or (part == whole and " v " in part and len(whole) > 8):
                found[part] = None
    return list(found)


def _is_unknown(match: re.Match[str], own_names: Iterable[str]) -> bool:
    name = next(group for group in match.groups() if group)
    own = {word.lower() for own_name in own_names for word in re.findall(r"\w+", own_name)}
    words = {word.lower() for word in re.findall(r"\w+", name)}
    return not _NO_NAME.match(name) and not words <= own
