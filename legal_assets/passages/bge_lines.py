"""From the lines of a ruling to its parts: header, headnotes, facts, considerations.

The common way of court pages and plain text. Readers say what their mark-up knows of a line (`opens`, `label`); where
it says nothing, headings and printed numbers are read here. Mark-up belongs in `bge_html`, offsets in `bge`.
"""

import datetime
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

from legal_assets.passages.bge_numbers import below, leading_path, parse_label
from legal_assets.passages.bge_ruling import SectionKind
from legal_assets.text.bge_number import NUMBER, RulingNumber, parse_number

Opening = Literal["header", "headnote", "facts", "considerations", ""]

HEADINGS: tuple[tuple[Opening, re.Pattern[str]], ...] = (
    ("header", re.compile(r"(?:Urteilskopf|Chapeau|Intestazione)\Z")),
    ("headnote", re.compile(r"(?:Regeste|Regesto)(?:\s+(?P<label>[a-z]))?\Z")),
    ("facts", re.compile(r"(?:Sachverhalt|Faits|Fatti)(?:\s+(?:ab Seite|à partir de page|da pagina)\s+\d+)?\s*:?\Z")),
    ("considerations", re.compile(r"(?:Erwägungen|Considérants|Considerandi)\s*:?\Z")),
)
LEAD_IN = re.compile(
    r"\(?(?:Aus den Erwägungen|Das (?:Schweizerische )?Bundesgericht (?:zieht in Erwägung|erwägt)"
    r"|Extraits? des considérants|Considérant en droit|(?:Le Tribunal fédéral )?considère en droit|Droit"
    r"|Dai considerandi|Dal considerando|Considerando(?: in diritto)?|Diritto)\s*[:.]\)?\Z"
)
DOTTED = re.compile(r"\d{1,2}\.\d{1,2}\b")
FACT = re.compile(r"(?P<letter>[A-Z])(?:\.(?P<inner>[a-z])\.?|\.(?:-|\s?–)?)\s+")
GAP = re.compile(r"\(?\s?(?:\.\.\.|…)\s?\)?\Z")


@dataclass(frozen=True, slots=True)
class Line:
    """One paragraph, with what the mark-up says: the part it opens as its heading, the printed number taken off it.

    `is_bold` says that the paragraph begins in bold, as numbers do. An empty text is an empty line.
    """

    text: str
    opens: Opening = ""
    label: str = ""
    language: str = ""
    is_bold: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """A headnote, a part of the facts, or a consideration, as the reader found it, running heads included."""

    kind: SectionKind
    label: str
    text: str
    path: tuple[str, ...] = ()
    heading: str = ""
    language: str = ""
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """A ruling as one reader sees it; what its file does not state is None or empty."""

    number: RulingNumber | None
    header: tuple[str, ...]
    parts: tuple[Part, ...]
    dockets: tuple[str, ...] = ()
    date: datetime.date | None = None
    language: str | None = None
    problems: tuple[str, ...] = ()


def read_parts(lines: Iterable[Line], number: RulingNumber | None) -> Draft:
    """Divide the lines of a ruling into its parts; `number` is taken where its header does not print one."""
    ordered = list(lines)
    state = _State(has_letters=not any(DOTTED.match(line.label or line.text) for line in ordered))
    for line in ordered:
        state.take(line)
    parts = (replace(part, text="\n".join(texts)) for part, texts in zip(state.parts, state.texts, strict=True))
    return Draft(state.number or number, tuple(state.header), tuple(parts))


@dataclass(slots=True)
class _State:
    has_letters: bool
    number: RulingNumber | None = None
    reading: Opening = "header"
    header: list[str] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    texts: list[list[str]] = field(default_factory=list)
    before: tuple[str, ...] | None = None
    after_gap: bool = False

    def take(self, line: Line) -> None:
        opening, label = _opening(line)
        if opening:
            self.open(opening, label, line.language)
        elif not line.text and not line.label:
            if self.reading == "headnote" and self.parts[-1].heading:
                self.reading = "facts"
        elif LEAD_IN.match(line.text):
            self.reading = "considerations"
        elif self.reading == "header":
            self.head(line.text)
        elif self.reading == "headnote":
            self.note(line)
        elif self.reading == "facts":
            self.fact(line)
        else:
            self.consideration(line)

    def open(self, opening: Opening, label: str, language: str) -> None:
        self.reading = opening
        if opening == "headnote":
            self.add_part(Part("headnote", label, "", language=language))

    def head(self, text: str) -> None:
        if NUMBER.fullmatch(text):
            self.number = parse_number(text)
        else:
            self.header.append(text)

    def note(self, line: Line) -> None:
        if not self.parts[-1].heading:
            self.parts[-1] = replace(self.parts[-1], heading=line.text)
        self.texts[-1].append(line.text)

    def fact(self, line: Line) -> None:
        label, text = line.label, line.text
        found = FACT.match(text)
        if not label and found and (line.is_bold or self.is_next_fact(found["letter"])):
            label, text = found[0].strip(), text[found.end() :]
        if label or not self.parts or self.parts[-1].kind != "facts":
            self.add_part(Part("facts", label, text, fact_path(label)))
        else:
            self.texts[-1].append(text)

    def is_next_fact(self, letter: str) -> bool:
        last = next((part.path for part in reversed(self.parts) if part.kind == "facts" and part.path), None)
        return letter == "A" if last is None else ord(letter) - ord(last[0].upper()) == 1

    def consideration(self, line: Line) -> None:
        if line.label:
            self.start(line.label, self.path_of(line.label), line.text)
            return
        found = leading_path(line.text, self.before, has_letters=self.has_letters, after_gap=self.after_gap)
        if found:
            path, length = found
            self.start(line.text[:length].strip(), path, line.text[length:])
        elif self.before is not None:
            self.texts[-1].append(line.text)
        self.after_gap = bool(GAP.match(line.text))

    def path_of(self, label: str) -> tuple[str, ...]:
        """The levels of a label; letters alone stand below the consideration before."""
        path = parse_label(label)
        if self.before and path and all(level.isalpha() for level in path):
            path, letters = self.before, path
            for level in letters:
                path = below(path, level)
        return path

    def start(self, label: str, path: tuple[str, ...], text: str) -> None:
        self.add_part(Part("consideration", label, text, path))
        self.before, self.after_gap = path, False

    def add_part(self, part: Part) -> None:
        self.parts.append(part)
        self.texts.append([part.text] if part.text else [])


def fact_path(label: str) -> tuple[str, ...]:
    """Return the levels of a letter of the facts: `A.b` → `("a", "b")`."""
    return tuple(re.findall(r"[a-z]+", label.lower()))


def _opening(line: Line) -> tuple[Opening, str]:
    for opening, pattern in HEADINGS:
        found = pattern.match(line.text)
        if found:
            return line.opens or opening, found.groupdict().get("label") or ""
    return line.opens, ""
