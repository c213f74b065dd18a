"""Snapshots of rulings: JSON with the printed excerpt (`auszugAbschnitte`) and the complete judgment (`abschnitte`).

Knows the fields of that form. The considerations are those of the excerpt; where it has none, those of the complete
judgment. What the form has torn apart is mended in `bge_mending`.
"""

import datetime
import json
from collections.abc import Iterator, Sequence
from typing import Any

from legal_assets.passages.bge_lines import Draft, Part, fact_path
from legal_assets.passages.bge_mending import mend
from legal_assets.passages.bge_numbers import parse_label
from legal_assets.passages.bge_ruling import UnreadableRuling
from legal_assets.text.bge_number import parse_number

Block = tuple[str, str, str]
"""Kind of the section, printed mark, text."""

WHOLE_JUDGMENT = "the excerpt has no consideration; those of the complete judgment were taken"


def read_snapshot(text: str) -> Draft:
    """Read one snapshot; UnreadableRuling where it is none, or none of a leading decision."""
    entry = _entry(text)
    try:
        return _draft(entry)
    except UnreadableRuling:
        raise
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise UnreadableRuling("wrong-shape", f"a field has another form than is known: {error!r}") from error


def _draft(entry: dict[str, Any]) -> Draft:
    number = parse_number(str(entry.get("nummer") or entry.get("bgeReferenz") or ""))
    if number is None:
        raise UnreadableRuling("other-decision", f"{entry.get('nummer')} is no number of a leading decision")
    excerpt = list(_blocks(entry.get("auszugAbschnitte")))
    judgment = list(_blocks(entry.get("abschnitte")))
    problems: tuple[str, ...] = ()
    if not any(kind == "erwaegung" for kind, _, _ in excerpt):
        excerpt = [block for block in excerpt or judgment if block[0] == "sachverhalt"]
        excerpt += [block for block in judgment if block[0] == "erwaegung"]
        problems = (WHOLE_JUDGMENT,)
    facts, considerations, doubts = mend(excerpt, judgment)
    parts = (
        *_headnotes(entry.get("regeste")),
        *(Part("facts", label, text, fact_path(label)) for label, text in facts),
        *(
            Part("consideration", piece.label, piece.text, parse_label(piece.label), flags=piece.flags)
            for piece in considerations
        ),
    )
    language = entry.get("sprache")
    docket = (entry.get("azaUrteil") or {}).get("aktenzeichen")
    return Draft(
        number,
        (),
        parts,
        dockets=(docket,) if isinstance(docket, str) else (),
        date=_date(entry.get("datum")),
        language=language if isinstance(language, str) else None,
        problems=(*problems, *doubts),
    )


def _entry(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise UnreadableRuling("wrong-shape", f"the file is no valid JSON: {error}") from error
    entries = data.get("eintraege") if isinstance(data, dict) else None
    if not isinstance(entries, list) or not entries or not all(isinstance(entry, dict) for entry in entries):
        raise UnreadableRuling("wrong-shape", "the file has no entry under `eintraege`")
    if len(entries) > 1:
        raise UnreadableRuling("several-rulings", f"the file holds {len(entries)} entries; import one a file")
    entry: dict[str, Any] = entries[0]
    return entry


def _blocks(sections: object) -> Iterator[Block]:
    for section in sections if isinstance(sections, list) else ():
        for block in section["bloecke"]:
            yield section["typ"], block.get("marke") or "", " ".join((block.get("text") or "").split())


def _headnotes(notes: object) -> Iterator[Part]:
    for version in (notes.get("sprachfassungen") or ()) if isinstance(notes, dict) else ():
        single = [{"label": "", "kopf": version.get("kopf"), "absaetze": version.get("absaetze")}]
        for note in version.get("weitereRegesten") or single:
            lines: Sequence[str] = [line for line in (note.get("kopf"), *(note.get("absaetze") or ())) if line]
            if lines:
                yield Part("headnote", note.get("label") or "", "\n".join(lines), (), lines[0], version["sprache"])


def _date(text: object) -> datetime.date | None:
    """The date; the first of January stands for a year of which no day is known."""
    if not isinstance(text, str):
        return None
    date = datetime.date.fromisoformat(text)
    return None if (date.month, date.day) == (1, 1) else date
