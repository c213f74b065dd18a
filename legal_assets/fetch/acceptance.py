"""Whether the bytes of an answer are a document of the kind that was asked for.

A bot-challenge page, an empty body, a list of streams or a file of another type never becomes a document. Does not
belong here: reading the document (`passages/`).
"""

import re

from legal_assets.text.decoding import FORMEX, UnreadableDocument, decode_document

HTML = frozenset(("application/xhtml+xml", "text/html"))
FORMEX_ONLY = frozenset((FORMEX,))
SUFFIXES = {"application/xhtml+xml": "html", "text/html": "html", FORMEX: "fmx.xml"}

_REFUSED = frozenset(("challenge-page", "multiple-choice", "empty-file", "pdf", "no-judgment"))
_ROOT_END = re.compile(rb"</[A-Za-z][\w.:-]*\s*>\s*(?:<!--.*?-->\s*)*\Z", re.DOTALL)
_TAIL = 512


class NotADocumentError(ValueError):
    """An answer that is no document: reason code and detail."""

    def __init__(self, code: str, detail: str) -> None:
        """Keep both."""
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail


def accept_document(body: bytes, wanted: frozenset[str], declared: str) -> str:
    """Return the media type that the content has.

    Args:
        body: the whole answer.
        wanted: types that would do.
        declared: the answer's `Content-Type`, said where the content is refused.

    Raises:
        NotADocumentError: it is empty, a challenge, a list, cut off, or of another type.
    """
    try:
        media_type = decode_document(body, limit=len(body) + 1).media_type
    except UnreadableDocument as error:
        if error.reason in _REFUSED:
            raise NotADocumentError(error.reason.replace("-", "_"), str(error)) from error
        raise NotADocumentError("undecodable", str(error)) from error
    if media_type not in wanted:
        raise NotADocumentError(
            "wrong_type",
            f"The content is {media_type}, declared as {declared or 'nothing'}; {min(wanted)} was asked for.",
        )
    if media_type != "text/html" and not _ROOT_END.search(body[-_TAIL:]):
        raise NotADocumentError("truncated_body", "The mark-up ends without closing its root element.")
    return media_type
