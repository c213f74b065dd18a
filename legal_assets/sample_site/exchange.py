"""Requests and answers as plain values, between the HTTP server and what decides on answers.

Here belong the two types and the log of what was asked. Sockets are in `server.py`.
"""

import gzip
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from urllib.parse import parse_qs, unquote, urlsplit


@dataclass(frozen=True)
class Request:
    """What a client asks; header names are in lower case, `parameters` come from the address and a form."""

    method: str
    target: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""

    @property
    def path(self) -> str:
        """The path, its escapes undone."""
        return unquote(urlsplit(self.target).path)

    @property
    def parameters(self) -> Mapping[str, str]:
        """The first value of each parameter; a bare query as body counts as the parameter `query`."""
        texts = [urlsplit(self.target).query]
        if self.headers.get("content-type", "").startswith("application/x-www-form-urlencoded"):
            texts.append(self.body.decode("utf-8", errors="replace"))
        found = {name: values[0] for text in texts for name, values in parse_qs(text).items()}
        if self.headers.get("content-type", "").startswith("application/sparql-query"):
            found["query"] = self.body.decode("utf-8", errors="replace")
        return found

    @property
    def is_conditional(self) -> bool:
        """Whether the client asks only for what changed."""
        return "if-none-match" in self.headers or "if-modified-since" in self.headers


@dataclass(frozen=True)
class Response:
    """What the site answers; `sent_share` below 1 breaks the body off, `delay` holds it back, in seconds."""

    status: int
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    sent_share: float = 1.0
    delay: float = 0.0


_WORTH_PACKING = 1_000
"""Bodies below so many bytes are sent as they are."""


def pack(response: Response, request: Request) -> Response:
    """Compress the body where the client takes that and it is worth while."""
    takes = request.headers.get("accept-encoding", "")
    if "gzip" not in takes or "Content-Encoding" in response.headers or len(response.body) < _WORTH_PACKING:
        return response
    headers = {**response.headers, "Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return replace(response, body=gzip.compress(response.body, compresslevel=6, mtime=0), headers=headers)


@dataclass(frozen=True)
class RequestRecord:
    """One answered request; `sent` counts the bytes of the body that went over the wire."""

    method: str
    target: str
    headers: Mapping[str, str]
    status: int
    sent: int
    is_conditional: bool


class RequestLog:
    """What was asked, in order; safe to use from several threads."""

    def __init__(self) -> None:
        """Begin with nothing asked."""
        self._records: list[RequestRecord] = []
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """How many requests were answered."""
        return len(self._records)

    def __iter__(self) -> Iterator[RequestRecord]:
        """The requests so far, in order."""
        with self._lock:
            return iter(tuple(self._records))

    def add(self, record: RequestRecord) -> None:
        """Note one more."""
        with self._lock:
            self._records.append(record)

    def clear(self) -> None:
        """Forget what was asked."""
        with self._lock:
            self._records.clear()

    def of(self, prefix: str) -> list[RequestRecord]:
        """The requests whose target begins with `prefix`."""
        return [record for record in self if record.target.startswith(prefix)]

    @property
    def statuses(self) -> Counter[int]:
        """How often each status was answered."""
        return Counter(record.status for record in self)

    @property
    def sent(self) -> int:
        """Bytes of all bodies, as compressed on the wire."""
        return sum(record.sent for record in self)

    @property
    def conditional(self) -> int:
        """Requests which asked only for what changed."""
        return sum(record.is_conditional for record in self)

    @property
    def not_modified(self) -> int:
        """Answers which said that nothing had changed."""
        return self.statuses[304]
