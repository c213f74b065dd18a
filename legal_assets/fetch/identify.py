"""Which document a file holds, in which language and type; told by its name and content, never by its extension.

Belongs here: the rules of each corpus. Does not belong here: reading the document (`passages/`).
"""

import csv
import re
from collections.abc import Callable
from dataclasses import dataclass

from legal_assets import catalog
from legal_assets.fetch.identify_cjeu import identify_celex, identify_ecli
from legal_assets.fetch.identify_reports import NotAReportError, identify_report
from legal_assets.fetch.identify_swiss import UnknownFormError, identify_swiss
from legal_assets.schemas.legalpincite_layout import columns_of, is_release_file
from legal_assets.text.celex import parse_celex
from legal_assets.text.decoding import media_type_of

_LANGUAGE_IN_NAME = re.compile(r"\.([a-z]{2})\.", re.IGNORECASE)
_LANGUAGE_IN_MARKUP = re.compile(rb"""(?:xml:lang|lang|DC\.language"\s+content)\s*=\s*["']([A-Za-z]{2})["']""")
_NOTICE_IN_MARKUP = re.compile(rb"_([A-Z]{2})_\d\d-E\d+|<LG\.DOC>([A-Z]{2})<")
_HEAD = 65_536
_CSV = "text/csv"
_SUFFIX = {
    "text/html": "html",
    "application/xhtml+xml": "html",
    "application/xml;type=fmx4": "fmx.xml",
    "text/markdown": "md",
    "text/plain": "txt",
}


_SWISS_SUFFIX = {
    "text/html": "html",
    "application/xhtml+xml": "html",
    "application/xml": "html",
    "application/json": "json",
    "text/markdown": "md",
    "text/plain": "md",
}

DOCUMENT = "document"
RELEASE = "release"
TABLES = ("paragraphs", "citations", "labels", "metadata")
"""What an imported file is taken for; tables are merged into a corpus."""


class UnusableFileError(ValueError):
    """A file that is not taken: reason code and detail."""

    def __init__(self, code: str, detail: str) -> None:
        """Keep both."""
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Identity:
    """What a file is; one that is no document has neither document nor language nor ECLI."""

    file_id: str
    media_type: str
    doc_id: str | None = None
    language: str | None = None
    ecli: str | None = None
    role: str = DOCUMENT
    columns: str | None = None


def identify(corpus: str, data: bytes, name: str) -> Identity:
    """Return what a file is.

    Raises:
        UnusableFileError: it is empty, of a type the corpus has no reader for, or does not say which document it is.
        ValueError: the corpus has no import.
    """
    kinds = {entry.key: entry.kind for entry in catalog.CORPORA}
    if corpus not in kinds:
        raise ValueError(f"Corpus {corpus} has no import.")
    if not data.strip():
        raise UnusableFileError("empty_file", "It holds nothing.")
    return _RULES[kinds[corpus]](data, name)


def identify_table(data: bytes, name: str, role: str, columns: str) -> Identity:
    """Return what a table is that is imported as a role; whether it can be read is not looked at.

    Args:
        data: the file.
        name: its name.
        role: one of `TABLES`.
        columns: the table's own names of our columns, as JSON.
    """
    if not data.strip():
        raise UnusableFileError("empty_file", "It holds nothing.")
    types = {
        b"PAR1": "application/vnd.apache.parquet",
        b"PK\x03\x04": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    }
    return Identity(f"{role}/{name}", types.get(data[:4], _CSV), role=role, columns=columns)


def _judgment(data: bytes, name: str) -> Identity:
    media_type = media_type_of(data)
    if media_type not in _SUFFIX:
        raise UnusableFileError("wrong_type", f"Its content is {media_type}, whatever its name says.")
    celex = identify_celex(data, name)
    if celex is None:
        raise UnusableFileError(
            "no_celex",
            "Neither its name nor its content says which decision it is; begin the name with the CELEX number.",
        )
    doc_id, language = parse_celex(celex).doc_id, _language(data, name)
    file_id = f"{doc_id}.{language or 'und'}.{_SUFFIX[media_type]}"
    return Identity(file_id, media_type, doc_id, language, identify_ecli(data, name))


def _release_file(data: bytes, name: str) -> Identity:
    if not is_release_file(name):
        raise UnusableFileError("foreign_file", "A release in the LegalPincite layout has no file of this name.")
    head = data[:_HEAD].decode("utf-8-sig", errors="replace").splitlines()[0]
    lacking = [column for column in columns_of(name) if column not in next(csv.reader([head]))]
    if lacking:
        raise UnusableFileError("missing_columns", f"Its first line does not name the columns {', '.join(lacking)}.")
    return Identity(name, _CSV, role=RELEASE)


def _swiss_file(data: bytes, name: str) -> Identity:
    media_type = media_type_of(data)
    if media_type not in _SWISS_SUFFIX:
        raise UnusableFileError("wrong_type", f"Its content is {media_type}, whatever its name says.")
    try:
        found = identify_swiss(data, name)
    except UnknownFormError as error:
        raise UnusableFileError(error.code, error.detail) from error
    file_id = f"{found.doc_id}.{found.language or 'und'}.{_SWISS_SUFFIX[media_type]}"
    return Identity(file_id, media_type, found.doc_id, found.language)


def _report(data: bytes, name: str) -> Identity:
    try:
        found = identify_report(data, name)
    except NotAReportError as error:
        raise UnusableFileError(error.code, error.detail) from error
    return Identity(f"{found.doc_id}.{found.suffix}", found.media_type, found.doc_id)


_RULES: dict[catalog.Kind, Callable[[bytes, str], Identity]] = {
    "judgments": _judgment,
    "release": _release_file,
    "rulings": _swiss_file,
    "reports": _report,
}
"""What identifies a file, by the kind of the corpus."""


def _language(data: bytes, name: str) -> str | None:
    named = _LANGUAGE_IN_NAME.search(name)
    if named:
        return named[1].lower()
    head = data[:_HEAD]
    found = _NOTICE_IN_MARKUP.search(head) or _LANGUAGE_IN_MARKUP.search(head)
    return next(group for group in found.groups() if group).decode().lower() if found else None
