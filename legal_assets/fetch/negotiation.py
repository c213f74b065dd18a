"""One document by content negotiation: which stream is taken, which redirects are followed, what is no document.

Belongs here: the statuses of Cellar's `resource/celex/…` and what they mean. Does not belong here: sending a request
(`exchange.py`), judging bytes (`acceptance.py`).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from html import unescape
from urllib.parse import SplitResult, urljoin, urlsplit

from legal_assets.fetch.acceptance import FORMEX_ONLY, HTML, SUFFIXES, NotADocumentError, accept_document
from legal_assets.fetch.cellar_request import LANGUAGES, CellarRequest
from legal_assets.fetch.exchange import LOOPBACK, Answer, Exchange, NoAnswerError
from legal_assets.fetch.outcomes import KnownFile, Outcome, Verdict, Wanted
from legal_assets.storage.raw import RawStore

REDIRECTS = frozenset((301, 302, 303, 307, 308))
ABSENT = frozenset((404, 406, 410))
MOST_HOPS = 5
MOST_ITEMS = 50

_ITEM = re.compile(r"""href\s*=\s*["']([^"']*/resource/[^"']*)["']""", re.IGNORECASE)
_DESCRIPTION = re.compile(r"""title\s*=\s*["']stream_name["']\s*>[^<]*\.doc\.xml\s*<""", re.IGNORECASE)
_PORTS = {"http": 80, "https": 443}
_ITEM_NUMBER = re.compile(r"/DOC_(\d+)$")


@dataclass(frozen=True, slots=True)
class StreamKind:
    """A kind of text: what is asked for, the names that the register has for it, the types its content may have."""

    accept: str
    listed_as: frozenset[str]
    wanted: frozenset[str]


STREAM_KINDS = (
    StreamKind("application/xhtml+xml", frozenset(("xhtml",)), HTML),
    StreamKind("text/html", frozenset(("html",)), HTML),
    StreamKind("text/html;type=simplified", frozenset(("html_simpl", "xhtml_simpl")), HTML),
    StreamKind("application/xml;type=fmx4", frozenset(("fmx4",)), FORMEX_ONLY),
)
"""Kinds of text, the best first."""


class DocumentError(ValueError):
    """The source's answers for a document are of no use: reason code and detail."""

    def __init__(self, code: str, detail: str) -> None:
        """Keep both."""
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail


class AbsentDocumentError(DocumentError):
    """The source says that it has no such text."""


class Negotiator:
    """Fetches documents of a request, one at a time, from any thread."""

    def __init__(self, request: CellarRequest, exchange: Exchange, raw: RawStore) -> None:
        """Fetch through this exchange into this raw store."""
        self._request = request
        self._exchange = exchange
        self._raw = raw

    def fetch(self, wanted: Wanted) -> Outcome:
        """Return what became of a document; whatever the source does is an outcome, not an error."""
        try:
            files = self._fetch_files(wanted)
        except AbsentDocumentError as error:
            verdict: Verdict = "vanished" if wanted.known else "absent"
            return Outcome(wanted.doc_id, verdict, wanted.is_listed, (), error.code, error.detail)
        except (DocumentError, NotADocumentError, NoAnswerError) as error:
            return Outcome(wanted.doc_id, "failed", wanted.is_listed, (), error.code, error.detail)
        before = {(file.file_id, file.sha256) for file in wanted.known}
        if not before:
            return Outcome(wanted.doc_id, "fetched", wanted.is_listed, files)
        same = before == {(file.file_id, file.sha256) for file in files}
        return Outcome(wanted.doc_id, "unchanged" if same else "replaced", wanted.is_listed, files)

    def _fetch_files(self, wanted: Wanted) -> tuple[KnownFile, ...]:
        url = self._request.document_url(wanted.celex)
        answered: list[str] = []
        for language, kind in self._order(wanted.streams):
            headers = {"Accept": kind.accept, "Accept-Language": language}
            answer = self._follow(url, headers, wanted.known)
            if answer.status in ABSENT:
                answered.append(f"{language} {kind.accept}: {answer.status}")
            elif answer.status == 300:
                return self._fetch_items(answer, kind, language, wanted)
            else:
                return (self._keep(answer, kind, language, wanted, 1),)
        code = "no_stream" if any(each.endswith("406") for each in answered) else "not_found"
        raise AbsentDocumentError(code, f"No text at {url}: {'; '.join(answered)}.")

    def _order(self, streams: Sequence[str]) -> list[tuple[str, StreamKind]]:
        """Languages and kinds in order of preference, those that the register lists before the others."""
        pairs = [(language, kind) for language in self._request.languages for kind in STREAM_KINDS]
        listed = frozenset(streams)
        return sorted(pairs, key=lambda pair: not any(f"{pair[0]}/{name}" in listed for name in pair[1].listed_as))

    def _fetch_items(self, listing: Answer, kind: StreamKind, language: str, wanted: Wanted) -> tuple[KnownFile, ...]:
        """Fetch every stream of a list; those that are no text, such as Formex's `.doc.xml`, are left out."""
        urls = list_items(listing.body.decode("utf-8", errors="replace"))
        if not 0 < len(urls) <= MOST_ITEMS:
            raise DocumentError("multiple_choice", f"{listing.url} lists {len(urls)} streams, not 1 to {MOST_ITEMS}.")
        headers = {"Accept": kind.accept, "Accept-Language": language}
        files: list[KnownFile] = []
        refused: list[NotADocumentError] = []
        for item in urls:
            answer = self._follow(self._target(listing.url, item), headers, wanted.known)
            try:
                files.append(self._keep(answer, kind, language, wanted, len(files) + 1))
            except NotADocumentError as error:
                if error.code != "wrong_type":
                    raise
                refused.append(error)
        if not files:
            raise refused[0]
        return tuple(files)

    def _follow(self, url: str, headers: Mapping[str, str], known: Sequence[KnownFile]) -> Answer:
        """Ask, and follow redirects on the same host; ask conditionally where the kept bytes came from."""
        for _ in range(MOST_HOPS):
            answer = self._exchange.ask(url, {**headers, **self._conditions(url, known)}, judge=_broken)
            if answer.status not in REDIRECTS:
                return answer
            url = self._target(url, answer.headers.get("Location", ""))
        raise DocumentError("redirect_loop", f"More than {MOST_HOPS} redirects, the last to {url}.")

    def _conditions(self, url: str, known: Sequence[KnownFile]) -> dict[str, str]:
        for file in known:
            if file.name == stream_name(url) and self.has(file):
                conditions = {"If-None-Match": file.etag, "If-Modified-Since": file.last_modified}
                return {name: value for name, value in conditions.items() if value}
        return {}

    def has(self, file: KnownFile) -> bool:
        """Whether the bytes of a file lie in the raw store, whole."""
        path = self._raw.path(self._request.corpus, file.sha256)
        return path.exists() and path.stat().st_size == file.size

    def _target(self, url: str, location: str) -> str:
        """Return where a redirect or a list leads: to the same host, with TLS where the source is asked with TLS."""
        try:
            target = urlsplit(urljoin(url, location))
            usable = bool(location and target.scheme in ("http", "https") and target.hostname and target.port != 0)
        except ValueError:
            usable = False
        if not usable:
            raise DocumentError("bad_redirect", f"{url} leads to {location!r}.")
        base = urlsplit(self._request.base_url)
        if base.scheme == "https" and target.scheme == "http" and target.port in (None, 80):
            target = target._replace(scheme="https", netloc=target.hostname or "")
        if _origin(target) != _origin(base):
            raise DocumentError("foreign_redirect", f"{url} leads to another host: {location}")
        return target._replace(fragment="").geturl()

    def _keep(self, answer: Answer, kind: StreamKind, language: str, wanted: Wanted, place: int) -> KnownFile:
        """Put a document's bytes into the raw store, or find them there."""
        name = stream_name(answer.url)
        etag, last_modified = answer.headers.get("ETag"), answer.headers.get("Last-Modified")
        if answer.status == 304:
            file = next((each for each in wanted.known if each.name == name), None)
            if file is None:
                raise DocumentError("http_304", f"{answer.url} answered 304, though it was asked without condition.")
            return replace(file, etag=etag or file.etag, last_modified=last_modified or file.last_modified)
        declared = answer.headers.get("Content-Type", "")
        media_type = _accepted(answer, kind.wanted, declared)
        suffix = SUFFIXES[media_type] + (f".{place}" if place > 1 else "")
        return KnownFile(
            file_id=f"{wanted.doc_id}.{LANGUAGES[language]}.{suffix}",
            language=LANGUAGES[language],
            name=name,
            media_type=media_type,
            sha256=self._raw.put(self._request.corpus, answer.body),
            size=len(answer.body),
            etag=etag,
            last_modified=last_modified,
        )


def _accepted(answer: Answer, wanted: frozenset[str], declared: str) -> str:
    if answer.status == 200:
        return accept_document(answer.body, wanted, declared)
    try:
        accept_document(answer.body, wanted, declared)
    except NotADocumentError as error:
        if error.code == "challenge_page":
            raise
    raise DocumentError(f"http_{answer.status}", f"{answer.url} answered {answer.status}.")


def _broken(answer: Answer) -> NoAnswerError | None:
    """Say whether a body under a success status is empty or broken off, which another try may mend."""
    if answer.status != 200:
        return None
    try:
        accept_document(answer.body, HTML | FORMEX_ONLY, answer.headers.get("Content-Type", ""))
    except NotADocumentError as error:
        if error.code in ("truncated_body", "empty_file"):
            return NoAnswerError(error.code, f"{answer.url}: {error.detail}")
    return None


def _origin(address: SplitResult) -> tuple[str, str, int | None]:
    host = address.hostname or ""
    return address.scheme, "loopback" if host in LOOPBACK else host, address.port or _PORTS.get(address.scheme)


def stream_name(url: str) -> str:
    """Return the part of an address that names the stream: `cellar/….0006.03/DOC_1`."""
    return urlsplit(url).path.removeprefix("/resource/")


def list_items(listing: str) -> list[str]:
    """Return the addresses of the texts that a list of choices (status 300) names, in order of their number.

    Streams named `….doc.xml` describe the others and are left out.
    """
    pieces = _ITEM.split(listing)
    named = {unescape(url): after for url, after in zip(pieces[1::2], pieces[2::2], strict=True)}
    urls = [url for url, after in named.items() if not _DESCRIPTION.search(after)]
    return sorted(urls, key=lambda url: int(found[1]) if (found := _ITEM_NUMBER.search(url)) else MOST_ITEMS)
