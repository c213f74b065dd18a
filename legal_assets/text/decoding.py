"""From the bytes of a file to its text: what kind of file it is, and which characters it holds.

The type is told from the content, never from a file's name. Everything that is no decision at all (a PDF, an
empty answer, the page of a bot challenge, a portal without its document) is refused here, with a reason. Reading
the mark-up belongs in the readers.
"""

import codecs
import re
from dataclasses import dataclass

DEFAULT_LIMIT = 32 * 1024 * 1024
"""Bytes; the longest judgments have about 3 MB."""

FORMEX = "application/xml;type=fmx4"
HEAD = 4096
BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
DECLARED_CHARSET = re.compile(rb"""(?:encoding\s*=\s*["']|charset\s*=\s*["']?)\s*([A-Za-z0-9_.:-]{2,40})""")
ROOT = re.compile(
    r"\A(?:\s+|<\?(?:(?!\?>).)*+\?>|<!--(?:(?!-->).)*+-->|<!DOCTYPE[^>\[]*+(?:\[[^\]]*+\])?[^>]*+>)*+<([A-Za-z][\w.:-]*)",
    re.DOTALL,
)
FORMEX_ROOTS = frozenset(("JUDGMENT", "ORDER", "CONCLUSION", "OPINION", "JUDGMENT.NP", "ORDER.NP"))
HTML_ROOTS = frozenset(("html", "body", "head", "div", "p", "table", "a", "h1", "h2", "font", "title", "dl"))
JSON = re.compile(r"\{\s*[\"}]|\[\s*[\[{\"\]]")
MARKDOWN = re.compile(r"\]\((?:https?://|\.{0,2}/|#)[^)\s]*\)")


class UnreadableDocument(ValueError):  # noqa: N818 - named for the thing, which other rooms list as such
    """A file that holds no decision; `reason` is a short code, the message says what was found and what to do.

    Codes: `empty-file`, `pdf`, `too-large`, `undecodable`, `too-deep`, `entities`, `challenge-page`,
    `multiple-choice`, `portal-shell`, `no-judgment`.
    """

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason = reason
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file's characters, its media type and what was doubtful when it was decoded."""

    text: str
    media_type: str
    problems: tuple[str, ...] = ()


def media_type_of(data: bytes) -> str:
    """Tell the type of a file from its content.

    `application/pdf`, `application/zip`, `application/xml;type=fmx4` (Formex), `application/xhtml+xml`,
    `text/html`, `application/xml`, `application/json`, `text/markdown`, `text/plain`, or
    `application/octet-stream` for what is no text.
    """
    if data.lstrip()[:5] == b"%PDF-":
        return "application/pdf"
    if data[:4] == b"PK\x03\x04":
        return "application/zip"
    head = data[:HEAD]
    if head[:2] not in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) and b"\x00" in head:
        return "application/octet-stream"
    encoding, _ = _encoding_of(data)
    return _type_of_text(head.decode(encoding, errors="ignore"))


def _type_of_text(text: str) -> str:
    start = text.lstrip("\ufeff \t\r\n")
    root = ROOT.match(start)
    if root:
        name = root[1]
        if name in FORMEX_ROOTS:
            return FORMEX
        if name.lower() in HTML_ROOTS:
            return "application/xhtml+xml" if start.startswith("<?xml") else "text/html"
        return "application/xml" if start.startswith("<?xml") or ":" in name else "text/html"
    if JSON.match(start):
        return "application/json"
    return "text/markdown" if MARKDOWN.search(text) else "text/plain"


def decode_document(data: bytes, limit: int = DEFAULT_LIMIT) -> Decoded:
    """Decode a file that should hold a decision; UnreadableDocument names the reason where it cannot.

    UTF-8 unless a byte order mark or a declaration says otherwise; broken UTF-8 is refused. In a declared one-byte
    charset, bytes without a character become U+FFFD and a problem is noted.
    """
    if len(data) > limit:
        raise UnreadableDocument(
            "too-large",
            f"the file has {len(data)} bytes, the limit is {limit}; raise it if this is a judgment",
        )
    if not data.strip():
        raise UnreadableDocument("empty-file", "the file has no content; fetch it again")
    media_type = media_type_of(data)
    if media_type == "application/pdf":
        raise UnreadableDocument("pdf", "the file is a PDF; fetch the XHTML or Formex rendering of the decision")
    if media_type in ("application/zip", "application/octet-stream", "application/json"):
        raise UnreadableDocument("no-judgment", f"the file is {media_type}, not a decision's text")
    encoding, declared = _encoding_of(data)
    text, problems = _decode(data, encoding, declared)
    _refuse_traps(text)
    return Decoded(text.lstrip("\ufeff"), media_type, problems)


def _encoding_of(data: bytes) -> tuple[str, bool]:
    """The codec to use, and whether the file itself names it."""
    for mark, encoding in BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return encoding, True
    declared = DECLARED_CHARSET.search(data[:HEAD])
    if declared is None:
        return "utf-8", False
    try:
        name = codecs.lookup(declared[1].decode("ascii")).name
    except LookupError:
        return "utf-8", False
    if name.startswith(("utf-16", "utf-32")):  # a declaration that could be read as ASCII cannot be true
        return "utf-8", False
    return ("cp1252", True) if name in ("iso8859-1", "ascii") else (name, True)


def _decode(data: bytes, encoding: str, declared: bool) -> tuple[str, tuple[str, ...]]:
    try:
        return data.decode(encoding), ()
    except UnicodeDecodeError as error:
        if encoding.startswith("utf"):
            raise UnreadableDocument(
                "undecodable",
                f"byte {error.start} is no valid {encoding}; the file is damaged, fetch it again",
            ) from error
    text = data.decode(encoding, errors="replace")
    return text, (f"{text.count(chr(0xFFFD))} bytes have no character in {encoding}, which the file declares",)


def _refuse_traps(text: str) -> None:
    head = text[:HEAD]
    if "awswaf.com" in head or "AwsWafIntegration" in head or 'id="challenge-container"' in head:
        raise UnreadableDocument("challenge-page", "a bot-challenge page came instead of the document; fetch later")
    if "300 Multiple-Choice Response" in head:
        raise UnreadableDocument("multiple-choice", "a list of streams came instead of one; fetch one of them")
    if "<!ENTITY" in text:
        raise UnreadableDocument("entities", "the file declares entities, which no decision does; it was not read")
