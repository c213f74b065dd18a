"""Under which headings a paragraph stands: levels from the mark-up, or from how headings are enumerated.

Only the order of headings. Which block is a heading is decided by the readers.
"""

import re
from dataclasses import dataclass, field

ENUMERATOR = re.compile(
    r"(?P<open>\()?(?P<mark>[IVXLC]+|[A-Z]|[ivxl]+|[a-z]|\d{1,3})(?P<close>[.)]|\.\)|\s?\.|\s[–—-])\s|[–—-]\s"
)
BARE_ENUMERATOR = re.compile(r"(?P<open>)(?P<mark>[IVXLC]+|[A-Z])(?P<close>)\s(?P<next>\w)")
"""`IV Assessment`: some renderings lose the full stop; a capital letter must follow, for "A" is a word too."""

ROMAN_DIGITS = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}

Series = tuple[str, int]
"""How a heading is enumerated, and its place in the series: `(b)` is ("(a)", 2)."""

NOT_ENUMERATED: Series = ("", 0)


@dataclass(slots=True)
class HeadingStack:
    """The headings that are open while a document is read from its beginning."""

    entries: list[tuple[int, Series, str]] = field(default_factory=list)

    @property
    def path(self) -> tuple[str, ...]:
        """The open headings, outermost first."""
        return tuple(text for _, _, text in self.entries if text)

    def push(self, text: str, level: int = 0) -> None:
        """Open a heading: a `level` closes all from that level down, 0 lets its enumeration decide.

        An empty text closes others but is no part of any path.
        """
        if level:
            while self.entries and (self.entries[-1][0] == 0 or self.entries[-1][0] >= level):
                self.entries.pop()
            self.entries.append((level, ("", 0), text))
            return
        series = self._series_of(text)
        for at, (known_level, known, _) in enumerate(self.entries):
            if known_level == 0 and known[0] == series[0]:
                del self.entries[at:]
                break
        self.entries.append((0, series, text))

    def _series_of(self, text: str) -> Series:
        """How the heading is enumerated: the reading that continues an open series, else one that begins one."""
        readings = readings_of(text)
        open_series = {known for level, known, _ in self.entries if level == 0}
        for style, ordinal in readings:
            if (style, ordinal - 1) in open_series:
                return style, ordinal
        return next((reading for reading in readings if reading[1] == 1), readings[0])


def readings_of(text: str) -> list[Series]:
    """All ways to read how a heading is enumerated; ("", 0) for one that is not."""
    match = ENUMERATOR.match(text) or BARE_ENUMERATOR.match(text)
    if match is None or not match.groupdict().get("next", "X").isupper():
        return [NOT_ENUMERATED]
    mark = match["mark"]
    if mark is None:
        return [("–", 0)]
    frame = (match["open"] or "") + "{}" + match["close"]
    if mark.isdigit():
        return [(frame.format(1), int(mark))]
    readings = [(frame.format("I" if mark.isupper() else "i"), roman(mark))] if roman(mark) else []
    if len(mark) == 1:
        readings.append((frame.format("A" if mark.isupper() else "a"), ord(mark.lower()) - ord("a") + 1))
    return readings or [NOT_ENUMERATED]


def roman(mark: str) -> int:
    """The value of a Roman number, 0 if it is none."""
    values = [ROMAN_DIGITS.get(letter, 0) for letter in mark.upper()]
    if not all(values):
        return 0
    return sum(-value if value < after else value for value, after in zip(values, [*values[1:], 0], strict=True))
