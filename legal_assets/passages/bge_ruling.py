"""What a leading decision of the Swiss Federal Supreme Court is once it has been read.

Only values: the number of a ruling, its sections (headnotes, facts, considerations), its page anchors. How they are
made belongs in the readers (`bge_html`, `bge_snapshot`, `bge_text`), how a printed consideration number is normalised
in `bge_numbers`.
"""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from legal_assets.text.bge_number import RulingNumber
from legal_assets.text.decoding import UnreadableDocument

SectionKind = Literal["headnote", "facts", "consideration"]


@dataclass(frozen=True, slots=True)
class Section:
    """A headnote, a part of the facts or a consideration: `Ruling.text[start:end]`, without the printed number.

    `id` is unique in its ruling: `e2.3` for consideration 2.3, `e2b-bb` for 2b/bb, `fa.b` for A.b of the facts, `r-fr`
    or `ra-fr` for the French headnote (a). `label` is the number as printed, `path` its levels from the outermost
    (`("2", "b", "bb")`). `heading` is the first line of a headnote, which names the provisions; otherwise empty.
    A consideration does not contain those below it. Flags: `complete-judgment` (the text was taken from the judgment as
    a whole, since the printed excerpt lacks it).
    """

    kind: SectionKind
    id: str
    label: str
    path: tuple[str, ...]
    language: str
    text: str
    start: int
    end: int
    heading: str = ""
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PageAnchor:
    """Where a printed page begins: `offset` counts characters of the ruling's text."""

    page: int
    offset: int


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling with its sections in the order of its text; `pages` ascend, the first is the ruling's own.

    `dockets` are the numbers of the judgments, such as `1C_22/2019`; `header` is the line that names chamber and
    parties; `language` is that of the considerations; `problems` says what is doubtful, one sentence each.
    """

    number: RulingNumber
    dockets: tuple[str, ...]
    date: datetime.date | None
    header: str
    language: str
    text: str
    sections: tuple[Section, ...]
    pages: tuple[PageAnchor, ...]
    problems: tuple[str, ...] = ()

    @property
    def doc_id(self) -> str:
        """The id of the document."""
        return self.number.doc_id

    @property
    def considerations(self) -> tuple[Section, ...]:
        """The considerations alone."""
        return _of_kind(self.sections, "consideration")

    @property
    def headnotes(self) -> tuple[Section, ...]:
        """The headnotes alone, one or more a language."""
        return _of_kind(self.sections, "headnote")

    @property
    def titles(self) -> dict[str, str]:
        """The first line of the first headnote, by language."""
        return {note.language: note.heading for note in reversed(self.headnotes)}

    @property
    def last_page(self) -> int:
        """The last page that is known to belong to the ruling."""
        return self.pages[-1].page

    def page_of(self, offset: int) -> int:
        """The page on which a character of the text is printed."""
        return max(anchor.page for anchor in self.pages if anchor.offset <= offset)


def _of_kind(sections: Iterable[Section], kind: SectionKind) -> tuple[Section, ...]:
    return tuple(section for section in sections if section.kind == kind)


class UnreadableRuling(UnreadableDocument):
    """A file that holds no ruling that can be used; `reason` is a short code.

    Codes beside those of UnreadableDocument: `no-number` (nothing says which ruling it is), `no-considerations`,
    `mixed-rulings` (running heads of another ruling stand in the text), `wrong-shape` (a snapshot without its fields),
    `several-rulings`, `other-decision` (a judgment that is no leading decision).
    """
