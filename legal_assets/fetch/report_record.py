"""What a catalogue says of one report, and what came of fetching it: plain values.

Does not belong here: reading a catalogue (`world_bank.py`, `pmc.py`, `given_list.py`), fetching files (`reports.py`).
"""

import datetime
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Record:
    """A report as a catalogue lists it; without a `url` it has no file."""

    doc_id: str
    source: str
    record: str
    title: str | None = None
    date: datetime.date | None = None
    kind: str | None = None
    languages: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()
    volume: str | None = None
    licence: str | None = None
    url: str | None = None
    wanted_sha256: str | None = None


class UnreadableAnswerError(ValueError):
    """A catalogue's answer is not what its protocol says."""


def record_row(corpus: str, record: Record) -> dict[str, Any]:
    """Return a record as a row of `report_records`."""
    return {
        "corpus": corpus,
        **{name: getattr(record, name) for name in Record.__dataclass_fields__},
        "languages": list(record.languages),
        "countries": list(record.countries),
    }
