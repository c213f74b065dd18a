"""One question to a host and its whole answer: turns, time-outs, tries, and what went over the wire.

Belongs here: everything between an address and the bytes of its answer. Does not belong here: what the answer means
(`sparql.py`, `negotiation.py`), how long to wait (`politeness.py`).
"""

import ssl
import threading
import zlib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random

import httpx

from legal_assets.fetch.politeness import Clock, HostGate, Politeness, parse_retry_after

RETRIED = frozenset((408, 425, 429, 500, 502, 503, 504))
"""Statuses that say: not now."""

LOOPBACK = frozenset(("127.0.0.1", "localhost", "::1", "[::1]"))


class SourceUnavailableError(ValueError):
    """A source answers nothing that could be used; what was fetched earlier stays as it is."""


class NoAnswerError(Exception):
    """A question that got no usable answer within its tries: reason code and detail."""

    def __init__(self, code: str, detail: str) -> None:
        """Keep both."""
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Answer:
    """A whole answer, its body decompressed."""

    url: str
    status: int
    headers: httpx.Headers
    body: bytes


@dataclass(slots=True)
class Traffic:
    """What was sent and what came, counted from all threads."""

    requests: int = 0
    retries: int = 0
    conditional: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    wire_bytes: int = 0
    body_bytes: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False, compare=False)

    @property
    def not_modified(self) -> int:
        """Answers that said: you have it already."""
        return self.statuses[304]

    def add(self, status: int = 0, **counts: int) -> None:
        """Add to the counts of these names."""
        with self._lock:
            if status:
                self.statuses[status] += 1
            for name, count in counts.items():
                setattr(self, name, getattr(self, name) + count)


Judge = Callable[[Answer], NoAnswerError | None]
"""Says what is wrong with an answer that should be asked for again, or nothing."""


@dataclass(slots=True)
class Exchange:
    """Asks one host, politely; may be used from several threads."""

    client: httpx.Client
    politeness: Politeness
    clock: Clock
    gate: HostGate
    random: Random
    traffic: Traffic = field(default_factory=Traffic)
    may_ask: Callable[[str], bool] = lambda _: True
    began: float = field(init=False)

    def __post_init__(self) -> None:
        """Note when the run began."""
        self.began = self.clock.seconds()

    def ask(
        self,
        url: str,
        headers: Mapping[str, str],
        *,
        judge: Judge = lambda _: None,
        read_seconds: float | None = None,
        retry_time_outs: bool = True,
    ) -> Answer:
        """Return the answer, after as many tries as politeness allows.

        A refusal with `Retry-After` makes every question to the host wait, not only this one.

        Raises:
            NoAnswerError: every try failed, or the host wants to be left alone for too long.
            StoppedError: the run was stopped meanwhile.
        """
        if not self.may_ask(url):
            raise NoAnswerError(
                "robots_refused",
                f"robots.txt does not allow {self.politeness.user_agent} to ask {url}. Ask the publisher, or set "
                "LEGAL_ASSETS_CELLAR__OBEY_ROBOTS=false where they have agreed.",
            )
        failure = NoAnswerError("no_connection", f"{url} was not asked.")
        for attempt in range(1, self.politeness.attempts + 1):
            if attempt > 1:
                self.traffic.add(retries=1)
            try:
                answer = self._ask_once(url, headers, read_seconds or self.politeness.read_seconds)
            except NoAnswerError as error:
                failure = error
                if error.code == "too_large" or (error.code == "timed_out" and not retry_time_outs):
                    break
                rest = None
            else:
                problem = judge(answer)
                if answer.status not in RETRIED and problem is None:
                    return answer
                failure = problem or NoAnswerError(f"http_{answer.status}", f"{url} answered {answer.status}.")
                rest = parse_retry_after(answer.headers.get("Retry-After"), self.clock.now())
            if attempt < self.politeness.attempts:
                self._wait(attempt, rest, failure)
        raise failure

    def _wait(self, attempt: int, rest: float | None, failure: NoAnswerError) -> None:
        if rest is not None:
            if rest > self.politeness.longest_rest:
                raise NoAnswerError(
                    failure.code,
                    f"{failure.detail} It wants {rest:.0f} s of rest, more than {self.politeness.longest_rest:.0f} s.",
                )
            self.gate.rest(rest)
            return
        self.clock.wait(self.politeness.wait(attempt, self.random), self.gate.stop)

    def _ask_once(self, url: str, headers: Mapping[str, str], read_seconds: float) -> Answer:
        with self.gate.turn():
            conditional = int("If-None-Match" in headers or "If-Modified-Since" in headers)
            self.traffic.add(requests=1, conditional=conditional)
            timeout = httpx.Timeout(read_seconds, connect=self.politeness.connect_seconds)
            try:
                with self.client.stream("GET", url, headers=dict(headers), timeout=timeout) as response:
                    self.traffic.add(status=response.status_code)
                    return Answer(url, response.status_code, response.headers, self._read(response, read_seconds))
            except httpx.TimeoutException as error:
                raise NoAnswerError("timed_out", f"{url} took too long ({type(error).__name__}).") from error
            except httpx.RemoteProtocolError as error:
                raise NoAnswerError("truncated_body", f"{url} broke off: {error}") from error
            except (httpx.TransportError, httpx.InvalidURL) as error:
                raise NoAnswerError("no_connection", f"{url} cannot be reached: {error}") from error

    def _read(self, response: httpx.Response, read_seconds: float) -> bytes:
        """Read a body within its limits of time and size, and see that it is whole."""
        url = str(response.url)
        latest = self.clock.seconds() + max(self.politeness.answer_seconds, read_seconds)
        unpacker = _unpacker(response.headers.get("Content-Encoding", ""), url)
        body = bytearray()
        received = 0
        for chunk in response.iter_raw():
            received += len(chunk)
            body += _unpacked(unpacker, chunk, self.politeness.max_bytes + 1 - len(body), url)
            if len(body) > self.politeness.max_bytes:
                raise NoAnswerError("too_large", f"{url} has more than {self.politeness.max_bytes:,} bytes.")
            if self.clock.seconds() > latest:
                raise NoAnswerError("timed_out", f"{url} sent its body too slowly.")
        self.traffic.add(wire_bytes=received, body_bytes=len(body))
        if unpacker is not None and received and not unpacker.eof:
            raise NoAnswerError("truncated_body", f"{url}: the compressed body ends too early.")
        return bytes(body)


def _unpacker(encoding: str, url: str) -> "zlib._Decompress | None":
    name = encoding.strip().lower()
    if name in ("", "identity"):
        return None
    if name in ("gzip", "x-gzip", "deflate"):
        return zlib.decompressobj(47)
    raise NoAnswerError("unusable_answer", f"{url} is encoded as {name}, which was not asked for.")


def _unpacked(unpacker: "zlib._Decompress | None", chunk: bytes, room: int, url: str) -> bytes:
    if unpacker is None:
        return chunk
    try:
        return unpacker.decompress(chunk, max(room, 1))
    except zlib.error as error:
        raise NoAnswerError("truncated_body", f"{url}: the compressed body is damaged ({error}).") from error


def is_loopback(url: str) -> bool:
    """Whether an address lies on this machine."""
    return httpx.URL(url).host in LOOPBACK


def open_client(base_url: str, politeness: Politeness) -> httpx.Client:
    """Return a client that keeps its connections, follows no redirect by itself and says who asks.

    The environment's proxies are used but for addresses on this machine. A host that is asked without TLS needs no
    certificates, which take a while to read.
    """
    has_tls = base_url.startswith("https:")
    return httpx.Client(
        http1=True,
        http2=False,
        follow_redirects=False,
        verify=True if has_tls else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT),
        trust_env=not is_loopback(base_url),
        headers={"User-Agent": politeness.user_agent, "Accept-Encoding": "gzip"},
        limits=httpx.Limits(max_connections=politeness.at_once, max_keepalive_connections=politeness.at_once),
    )
