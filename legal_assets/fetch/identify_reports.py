"""Which report a PDF file holds, told by its content and its name.

A World Bank file is known by the id of the catalogue at the start of its name, an article by its PMC number; any other
file by its name made safe. Only identifiers. Reading the document belongs in `pages/`.
"""

import json
import re
from dataclasses import dataclass

from legal_assets.storage.digests import bytes_digest

PDF = "application/pdf"
CONTENT_LIST = "application/json;type=mineru"
HEAD = 1024
"""Bytes in which a PDF must begin; what stands before is ignored, as readers do."""

_PMC = re.compile(r"^PMC-?(\d{3,9})(?:\.\d+)?(?![0-9])", re.IGNORECASE)
_WORLD_BANK = re.compile(r"^(?:wb-|D)?(\d{7,9})(?![0-9])", re.IGNORECASE)
_LIST_NAME = re.compile(r"_content_list(?:_v\d+)?$|\.mineru$", re.IGNORECASE)
_UNSAFE = re.compile(r"[^a-z0-9]+")
_LONGEST = 80


@dataclass(frozen=True, slots=True)
class ReportFile:
    """The document of a file, its media type, and the end of its file id."""

    doc_id: str
    media_type: str
    suffix: str


class NotAReportError(ValueError):
    """A file that is neither a PDF nor a content list: reason code and detail."""

    def __init__(self, code: str, detail: str) -> None:
        """Keep both."""
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail


def is_pdf(data: bytes) -> bool:
    """Whether bytes begin as a PDF does, within the first kilobyte."""
    return b"%PDF-" in data[:HEAD]


def identify_report(data: bytes, name: str) -> ReportFile:
    """Return which report a file holds.

    Raises:
        NotAReportError: it is neither a PDF nor a content list, or its name has no letter or digit.
    """
    stem = name.rsplit(".", 1)[0] if "." in name else name
    if is_pdf(data):
        return ReportFile(doc_id_of(stem), PDF, "pdf")
    if _is_content_list(data):
        return ReportFile(doc_id_of(_LIST_NAME.sub("", stem)), CONTENT_LIST, "mineru.json")
    raise NotAReportError("wrong_type", "It does not begin as a PDF, whatever its name says, nor is it a content list.")


def doc_id_of(stem: str) -> str:
    """Return the document of a file's name without its extension.

    Raises:
        NotAReportError: the name has no letter or digit.
    """
    article, report = _PMC.match(stem), _WORLD_BANK.match(stem)
    if article:
        return f"pmc-{article[1]}"
    if report:
        return f"wb-{report[1]}"
    safe = _UNSAFE.sub("-", stem.lower()).strip("-")
    if not safe:
        safe = bytes_digest(stem.encode())[:12] if stem.strip() else ""
    if not safe:
        raise NotAReportError("no_name", "Its name says nothing; give it a name with letters or digits.")
    if len(safe) > _LONGEST:
        return f"{safe[:_LONGEST].rstrip('-')}-{bytes_digest(stem.encode())[:8]}"
    return safe


def _is_content_list(data: bytes) -> bool:
    if data.lstrip()[:1] != b"[":
        return False
    try:
        entries = json.loads(data)
    except ValueError:
        return False
    return isinstance(entries, list) and all(isinstance(each, dict) and "page_idx" in each for each in entries)
