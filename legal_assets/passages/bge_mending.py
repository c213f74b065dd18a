"""Mending snapshots whose considerations were cut at numbers that are none.

The form cuts wherever a line begins with a number: in `n os | 8 ss ad art. 123c`, in lists, at the number of the
header. A piece so cut off begins in the middle of a sentence, and took the place of the real consideration of that
number if there was one. Here belongs putting such pieces back and telling what cannot be put back; nothing is
guessed.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from legal_assets.passages.bge_numbers import parse_label
from legal_assets.passages.bge_page_marks import ANY_HEAD

MIDDLE = re.compile(r"[a-z),;:.]")
CONTINUES = re.compile(r"(?:et|ss?|und|ff?|e|segg?)\b|[),;:.]")
AT_NUMBER = re.compile(r"(?:\bn\s?os?|°|\bN\.|\bNr\.)\Z")
UNFINISHED = re.compile(r"[^.!?:;)\]\"”»]\Z")
LIST_END = re.compile(r"(?:[,;:]|\b(?:et|und|e))\Z")
LEAKED_HEADNOTE = re.compile(r"\bRegest[eo]\b")
FACTS_HEADING = re.compile(r"\b(?:Sachverhalt ab Seite|Faits à partir de page|Fatti da pagina)\s+\d+\s*")
LEAD_IN = re.compile(
    r"\s*(?:Erwägungen|Considérants|Considerandi)?\s*"
    r"(?:Dai considerandi|Aus den Erwägungen|Extrait des considérants):\s*\Z"
)

Block = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Piece:
    """A consideration: its label as the snapshot has it, its text."""

    label: str
    text: str
    flags: tuple[str, ...] = ()


def mend(
    excerpt: Sequence[Block], judgment: Sequence[Block]
) -> tuple[list[tuple[str, str]], list[Piece], tuple[str, ...]]:
    """Return the facts (label and text), the considerations, and what is doubtful.

    Args:
        excerpt: sections of the printed excerpt: kind, label, text.
        judgment: the same of the complete judgment, where the text of a lost consideration may stand.
    """
    facts = [(label, text) for kind, label, text in excerpt if kind == "sachverhalt" and (label or text)]
    pieces = [Piece(label, text) for kind, label, text in excerpt if kind == "erwaegung"]
    pieces += [Piece("", text) for kind, _, text in excerpt if kind == "dispositiv" and pieces]
    if pieces and LEAKED_HEADNOTE.search(pieces[0].text):
        facts += _facts_of(pieces.pop(0).text)
    whole = {label: text for kind, label, text in judgment if kind == "erwaegung" and not _starts_inside(text)}
    considerations, doubts = _put_back(pieces, whole)
    return facts, considerations, doubts


def _facts_of(header: str) -> list[tuple[str, str]]:
    """The facts at the end of a header that was taken for a consideration."""
    heading = FACTS_HEADING.search(header)
    facts = LEAD_IN.sub("", header[heading.end() :]) if heading else ""
    return [("", facts)] if facts else []


def _starts_inside(text: str) -> bool:
    return MIDDLE.match(text) is not None


def _is_open(text: str) -> bool:
    """Whether a text breaks off in the middle of a sentence."""
    return UNFINISHED.search(ANY_HEAD.sub("", text).rstrip()) is not None


def _put_back(pieces: Sequence[Piece], whole: dict[str, str]) -> tuple[list[Piece], tuple[str, ...]]:
    kept: list[Piece] = []
    cut: list[tuple[Piece, int]] = []
    doubts: list[str] = []
    paths = [path for piece in pieces if (path := parse_label(piece.label))]
    for piece in pieces:
        if not _starts_inside(piece.text):
            kept.append(piece)
            continue
        cut.append((piece, len(kept) - 1))
        if _has_inner(parse_label(piece.label), paths):
            if piece.label in whole:
                kept.append(Piece(piece.label, whole[piece.label], ("complete-judgment",)))
                doubts.append(f"the text of {piece.label} was taken from the complete judgment")
            else:
                doubts.append(f"the text of {piece.label} is missing")
    for piece, before in sorted(cut, key=_order):
        at = _place_of(piece, before, kept)
        if at is None:
            doubts.append(f"a piece marked {piece.label} has no place and was left out")
        else:
            kept[at] = _joined(kept[at], piece)
            doubts.append(f"a piece marked {piece.label or 'as operative part'} was joined to {kept[at].label}")
    return kept, tuple(doubts)


def _order(cut: tuple[Piece, int]) -> tuple[int, int]:
    """What continues a sentence comes first, from the end, where its place is certain; list items in their order."""
    piece, before = cut
    return (0, -before) if CONTINUES.match(piece.text) else (1, before)


def _has_inner(path: tuple[str, ...], paths: Sequence[tuple[str, ...]]) -> bool:
    """Whether there are considerations below a number."""
    return any(len(other) > len(path) and other[: len(path)] == path for other in paths if path)


def _place_of(piece: Piece, before: int, kept: Sequence[Piece]) -> int | None:
    """The piece that a cut-off one continues, where only one can be meant."""
    if before >= 0 and (not piece.label or _is_open(kept[before].text)):
        return before
    ending = LIST_END if not CONTINUES.match(piece.text) else AT_NUMBER if piece.text[0].isalpha() else UNFINISHED
    at = [at for at, other in enumerate(kept) if ending.search(ANY_HEAD.sub("", other.text).rstrip())]
    return at[0] if len(at) == 1 else None


def _joined(piece: Piece, rest: Piece) -> Piece:
    """Both texts, with the number between them that was taken for a mark."""
    number = rest.label.removeprefix("E. ")
    return replace(piece, text=" ".join(part for part in (piece.text, number, rest.text) if part))
