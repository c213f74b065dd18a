"""Which document a file holds, in which language and type; told by its name and content, never by its extension.

Belongs here: the rules of each corpus. Does not belong here: reading the document (`passages/`).
"""

import re
from dataclasses import dataclass

from legal_assets.fetch.identify_cjeu import identify_celex, identify_ecli
from legal_assets.text.celex import parse_celex
from legal_assets.text.decoding import media_type_of

_LANGUAGE_IN_NAME = re.compile(r"\.([a-z]{2})\.", re.IGNORECASE)
_LANGUAGE_IN_MARKUP = re.compile(rb"""(?:xml:lang|lang|DC\.language"\s+content)\s*=\s*["']([A-Za-z]{2})["']""")
_NOTICE_IN_MARKUP = re.compile(rb"_([A-Z]{2})_\d\d-E\d+|<LG\.DOC>([A-Z]{2})<")
_HEAD = 65_536
_SUFFIX = {
    "text/html": "html",
    "application/xhtml+xml": "html",
    "application/xml;type=fmx4": "fmx.xml",
    "text/markdown": "md",
    "text/plain": "txt",
}


class UnusableFileError(ValueError):
    """A file that is not taken: reason code and detail."""

    def __init__(self, code: str, detail: str) -> None:
        """Keep both."""
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Identity:
    """What a file is."""

    doc_id: str
    language: str | None
    media_type: str
    ecli: str | None

    @property
    def file_id(self) -> str:
        """Document, language and type."""
        return f"{self.doc_id}.{self.language or 'und'}.{_SUFFIX.get(self.media_type, 'bin')}"


def identify(corpus: str, data: bytes, name: str) -> Identity:
    """Return what a file is.

    Raises:
        UnusableFileError: it is empty, of a type the corpus has no reader for, or does not say which document it is.
        ValueError: the corpus has no import.
    """
    if corpus != "cjeu":
        raise ValueError(f"Corpus {corpus} has no import.")
    if not data.strip():
        raise UnusableFileError("empty_file", "It holds nothing.")
    media_type = media_type_of(data)
    if media_type not in _SUFFIX:
        raise UnusableFileError("wrong_type", f"Its content is {media_type}, whatever its name says.")
    celex = identify_celex(data, name)
    if celex is None:
        raise UnusableFileError(
            "no_celex",
            "Neither its name nor its content says which decision it is; begin the name with the CELEX number.",
        )
    return Identity(parse_celex(celex).doc_id, _language(data, name), media_type, identify_ecli(data, name))


def _language(data: bytes, name: str) -> str | None:
    named = _LANGUAGE_IN_NAME.search(name)
    if named:
        return named[1].lower()
    head = data[:_HEAD]
    found = _NOTICE_IN_MARKUP.search(head) or _LANGUAGE_IN_MARKUP.search(head)
    return next(group for group in found.groups() if group).decode().lower() if found else None
