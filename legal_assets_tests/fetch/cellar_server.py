"""A small Cellar for tests: texts, registers, and answers put in the way of single addresses."""

import gzip
import json
import re
import threading
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit

from legal_assets.fetch.politeness import Clock

XHTML = "application/xhtml+xml"
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
LAST_MODIFIED = "Mon, 02 Feb 2026 08:00:00 GMT"
CHALLENGE = (
    b'<!DOCTYPE html><html><head><script src="https://x.awswaf.com/challenge.js"></script></head><body></body></html>'
)


def judgment_text(celex: str, wording: str = "It follows that the action must be dismissed.") -> bytes:
    """A judgment of one paragraph, written for these tests."""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml"><head>'
        f"<title>{celex}</title></head><body><p>1</p><p>{wording}</p></body></html>\n"
    ).encode()


@dataclass
class Reply:
    """What the server says; `length` overrides Content-Length, `stalls` holds the body back until the server closes."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    length: int | None = None
    stalls: bool = False
    has_length: bool = True


@dataclass
class Listed:
    """A decision of the register."""

    celex: str
    date: date
    ecli: str
    texts: dict[tuple[str, str], bytes]
    cites: tuple[tuple[str, str, str], ...] = ()


class FakeClock:
    """Time that passes only by sleeping; keeps what was slept."""

    def __init__(self) -> None:
        self.sleeps: list[float] = []
        self.now = NOON
        self._seconds = 0.0
        self._lock = threading.Lock()

    def sleep(self, seconds: float) -> None:
        with self._lock:
            self.sleeps.append(seconds)
            self._seconds += seconds

    def seconds(self) -> float:
        with self._lock:
            return self._seconds

    def clock(self) -> Clock:
        return Clock(self.seconds, self.sleep, lambda: self.now)


class CellarServer:
    """Serves what `listed` holds; `put_in_the_way` lets an address answer something else."""

    def __init__(self) -> None:
        self.listed: dict[str, Listed] = {}
        self.unlisted: set[str] = set()
        self.robots = Reply(404)
        self.log: list[tuple[str, Mapping[str, str]]] = []
        self.most_rows = 10_000
        self.on_request: Callable[[int], None] = lambda _: None
        self.on_query: Callable[[str], Reply | None] = lambda _: None
        self._in_the_way: dict[str, deque[Reply]] = defaultdict(deque)
        self._always: dict[str, Reply] = {}
        self._lock = threading.Lock()
        self.closing = threading.Event()
        self.base_url = ""

    def add(self, number: int, wording: str | None = None) -> str:
        """List one more judgment, of the third day of a month of 2024, and return its CELEX number."""
        celex = f"62023CJ{number:04d}"
        text = judgment_text(celex, wording) if wording else judgment_text(celex)
        day = date(2024, 1 + number % 6, 3)
        self.listed[celex] = Listed(celex, day, f"ECLI:EU:C:2024:{number}", {("eng", XHTML): text})
        return celex

    def put_in_the_way(self, path: str, *replies: Reply, always: bool = False) -> None:
        """Answer requests for a path (unquoted, without host) with these replies, once each or always the last."""
        self._in_the_way[path].extend(replies)
        if always:
            self._always[path] = replies[-1]

    def clear(self) -> None:
        """Take everything out of the way, and forget the log."""
        self._in_the_way.clear()
        self._always.clear()
        self.log.clear()

    def asked(self, prefix: str) -> list[tuple[str, Mapping[str, str]]]:
        """Return the logged requests whose path begins so."""
        return [entry for entry in self.log if entry[0].startswith(prefix)]

    def reply(self, target: str, headers: Mapping[str, str]) -> Reply:
        address = urlsplit(target)
        path = unquote(address.path)
        with self._lock:
            self.log.append((target, headers))
            count = len(self.log)
            waiting = self._in_the_way[path]
            other = waiting.popleft() if waiting else self._always.get(path)
        self.on_request(count)
        if other is not None:
            return other
        if path == "/robots.txt":
            return self.robots
        if path == "/webapi/rdf/sparql":
            return self._query(parse_qs(address.query)["query"][0])
        if path.startswith("/resource/celex/"):
            return self._negotiate(path.removeprefix("/resource/celex/"), headers)
        if path.startswith("/resource/cellar/"):
            return self._stream(path, headers)
        return Reply(404)

    def _negotiate(self, celex: str, headers: Mapping[str, str]) -> Reply:
        if not re.fullmatch(r"[a-z]{3}", headers.get("accept-language", "")):
            return Reply(400)
        if celex not in self.listed:
            return Reply(404)
        kinds = list(self.listed[celex].texts)
        wanted = (headers["accept-language"], headers.get("accept", ""))
        if wanted not in kinds:
            return Reply(406)
        where = f"/resource/cellar/{celex}.{kinds.index(wanted):04d}.03/DOC_1"
        return Reply(303, headers={"Location": self.base_url + where})

    def _stream(self, path: str, headers: Mapping[str, str]) -> Reply:
        celex, _, rest = path.split("/")[3].partition(".")
        if celex not in self.listed:
            return Reply(404)
        listed = self.listed[celex]
        (language, kind), body = list(listed.texts.items())[int(rest.split(".")[0])]
        etag = f'"{sha256(body).hexdigest()[:16]}"'
        own = {"ETag": etag, "Last-Modified": LAST_MODIFIED, "Content-Type": kind, "Content-Language": language}
        if headers.get("if-none-match") == etag:
            return Reply(304, headers=own)
        if "gzip" in headers.get("accept-encoding", ""):
            return Reply(200, gzip.compress(body), own | {"Content-Encoding": "gzip"})
        return Reply(200, body, own)

    def _query(self, text: str) -> Reply:
        other = self.on_query(text)
        if other is not None:
            return other
        first, after = (date.fromisoformat(day) for day in re.findall(r'"(\d{4}-\d\d-\d\d)"\^\^xsd:date', text))
        pattern = re.findall(r'REGEX\(\?\w+, "([^"]*)"\)', text)[0]
        limit = min(int(re.findall(r"LIMIT (\d+)", text)[0]), self.most_rows)
        offset = int(re.findall(r"OFFSET (\d+)", text)[0])
        chosen = [
            each
            for each in sorted(self.listed.values(), key=lambda each: each.celex)
            if first <= each.date < after and re.search(pattern, each.celex) and each.celex not in self.unlisted
        ]
        rows = self._cited_rows(chosen) if "work_cites_work" in text else self._listed_rows(chosen)
        return sparql_reply(rows[offset : offset + limit], {"X-SPARQL-MaxRows": str(self.most_rows)})

    def _listed_rows(self, chosen: Sequence[Listed]) -> list[dict[str, str]]:
        names = {XHTML: "xhtml", "text/html": "html", "application/xml;type=fmx4": "fmx4"}
        return [
            {
                "celex": each.celex,
                "ecli": each.ecli,
                "date": each.date.isoformat(),
                "title": f"Judgment {each.celex}",
                "work": f"http://publications.europa.eu/resource/cellar/{each.celex}",
                "language": f"http://publications.europa.eu/resource/authority/language/{language.upper()}",
                "type": names.get(kind, "other"),
            }
            for each in chosen
            for language, kind in each.texts
        ]

    def _cited_rows(self, chosen: Sequence[Listed]) -> list[dict[str, str]]:
        names = ("cited", "citing_fragment", "cited_fragment")
        return [
            {"citing": each.celex} | {name: text for name, text in zip(names, cited, strict=True) if text}
            for each in chosen
            for cited in each.cites
        ]


def sparql_reply(rows: Sequence[Mapping[str, str]], headers: Mapping[str, str] | None = None) -> Reply:
    """Rows as an endpoint sends them."""
    bindings = [{name: {"type": "literal", "value": value} for name, value in row.items()} for row in rows]
    body = json.dumps({"head": {"vars": []}, "results": {"bindings": bindings}}).encode()
    return Reply(200, body, {"Content-Type": "application/sparql-results+json", **(headers or {})})


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    cellar: CellarServer

    def do_GET(self) -> None:
        reply = self.cellar.reply(self.path, {name.lower(): value for name, value in self.headers.items()})
        length = len(reply.body) if reply.length is None else reply.length
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        if reply.has_length:
            self.send_header("Content-Length", str(length))
        self.close_connection = length != len(reply.body) or not reply.has_length or reply.stalls
        if reply.stalls:
            self.end_headers()
            self.cellar.closing.wait()
            return
        self.end_headers()
        if reply.status != 304:
            self.wfile.write(reply.body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def running(cellar: CellarServer) -> Iterator[CellarServer]:
    """Serve on a free port of this machine."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"cellar": cellar}))
    server.daemon_threads = True
    cellar.base_url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield cellar
    finally:
        cellar.closing.set()
        server.shutdown()
        server.server_close()
        thread.join()
