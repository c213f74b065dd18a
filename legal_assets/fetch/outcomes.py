"""What happened to one document in a refresh: plain values that the journal keeps as lines.

Does not belong here: how it came about (`negotiation.py`), what it makes of the tables (`manifest.py`).
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

Verdict = Literal["fetched", "replaced", "unchanged", "vanished", "absent", "failed"]
"""`vanished`: the source no longer has it; `absent`: it never had a text of it in a wanted language."""

SOURCE_FAULTS = frozenset(("no_connection", "timed_out", "truncated_body", "challenge_page", "empty_file", "http_202"))
"""Reasons that lie with the source as a whole rather than with one document; server errors count too."""


@dataclass(frozen=True, slots=True)
class KnownFile:
    """A file as it lies in the raw store, with what the next request needs to ask whether it changed."""

    file_id: str
    language: str
    name: str
    media_type: str
    sha256: str
    size: int
    etag: str | None
    last_modified: str | None


@dataclass(frozen=True, slots=True)
class Wanted:
    """A document to ask for; `known` are the files that are already there."""

    celex: str
    doc_id: str
    streams: tuple[str, ...]
    known: tuple[KnownFile, ...]
    is_listed: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the run did about a document; `files` are those it has now, where the source gave an answer of worth."""

    doc_id: str
    verdict: Verdict
    is_listed: bool
    files: tuple[KnownFile, ...] = ()
    code: str | None = None
    detail: str | None = None

    @property
    def is_source_fault(self) -> bool:
        """Whether the failure lies with the source; such a document is tried again when the refresh is taken up."""
        code = self.code or ""
        return self.verdict == "failed" and (code in SOURCE_FAULTS or code == "http_429" or code.startswith("http_5"))


def outcome_line(outcome: Outcome) -> dict[str, Any]:
    """Return an outcome as values that JSON can write."""
    return asdict(outcome)


def outcome_of(line: Mapping[str, Any]) -> Outcome:
    """Read an outcome back; other values of the line are left alone."""
    return Outcome(
        line["doc_id"],
        line["verdict"],
        line["is_listed"],
        tuple(KnownFile(**each) for each in line["files"]),
        line["code"],
        line["detail"],
    )
