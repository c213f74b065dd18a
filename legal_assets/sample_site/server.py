"""A site on this machine that answers like Cellar.

Here belong sockets and threads, and which part of the site answers which address. The answers are made in
`negotiation.py` and `sparql.py`, and spoilt in `faults.py`.
"""

import socket
import threading
from collections.abc import Sequence
from datetime import date
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

from legal_assets.sample_site.corpus import DEFAULT_SEED, SampleCorpus
from legal_assets.sample_site.exchange import Request, RequestLog, RequestRecord, Response, pack
from legal_assets.sample_site.faults import Fault, FaultBook, Place, show
from legal_assets.sample_site.negotiation import answer_document, answer_item
from legal_assets.sample_site.register import Register
from legal_assets.sample_site.sparql import answer_query
from legal_assets.sample_site.streams import Repository

ENDPOINT = "/webapi/rdf/sparql"
ROBOTS = "User-agent: *\nDisallow: /portal/\n"
_LONGEST_BODY = 1_000_000


class SampleSite:
    """Serves a sample corpus on a free port of the loopback interface, while used as a context manager."""

    def __init__(
        self,
        scale: int = 1,
        faults: Sequence[Fault] = (),
        *,
        seed: int = DEFAULT_SEED,
        robots: str | None = ROBOTS,
        cites_until: date | None = None,
    ) -> None:
        """Prepare the site without opening it.

        Args:
            scale: the site has `60 * scale` documents.
            faults: faults in force from the beginning.
            seed: makes other documents of the generated ones.
            robots: what robots.txt says; there is none if None.
            cites_until: last day of decision for which the register knows citations; None if there is none.
        """
        self.corpus = SampleCorpus(scale, seed)
        self.repository = Repository(self.corpus)
        self.register = Register(self.repository, cites_until)
        self.faults = FaultBook(tuple(faults))
        self.requests = RequestLog()
        self.base_url = ""
        self.closing = threading.Event()
        self._robots = robots
        self._server: _Server | None = None
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        """Open a port and begin to answer."""
        self.closing.clear()
        self._server = _Server(self)
        self.base_url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Break off what is under way and close the port."""
        self.closing.set()
        if self._server is not None and self._thread is not None:
            self._server.shutdown()
            self._thread.join()
            self._server.close_all()

    def change(self, celex: str) -> None:
        """Correct a document, so that its bytes and entity tag change."""
        self.repository.change(celex)

    def withdraw(self, celex: str) -> None:
        """Let a document vanish from the register and from its address."""
        self.repository.withdraw(celex)

    def answer(self, request: Request) -> Response:
        """The answer to a request, faults included."""
        path = request.path
        place: Place | None = None
        celex: str | None = None
        if path.startswith("/resource/celex/"):
            place, celex = "document", path.removeprefix("/resource/celex/")
            response = answer_document(self.repository, request, self.base_url)
        elif path.startswith("/resource/cellar/"):
            place, celex = "item", self.repository.celex_of(path.split("/")[3].partition(".")[0])
            response = answer_item(self.repository, request)
        elif path == ENDPOINT:
            place = "sparql"
            response = pack(answer_query(self.register, request.parameters.get("query", "")), request)
        elif path == "/robots.txt" and self._robots is not None:
            place = "robots"
            response = Response(200, self._robots.encode(), {"Content-Type": "text/plain"})
        else:
            response = Response(404, b"Not found.\n", {"Content-Type": "text/plain"})
        fault = self.faults.meet(place, celex)
        return response if fault is None else show(fault, response, request)


class _Server(ThreadingHTTPServer):
    """Remembers open connections, so that closing the site does not wait for idle clients."""

    daemon_threads = False
    request_queue_size = 64

    def __init__(self, site: SampleSite) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.site = site
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()

    def get_request(self) -> tuple[socket.socket, Any]:
        connection, address = super().get_request()
        with self._lock:
            self._open.add(connection)
        return connection, address

    def shutdown_request(self, request: Any) -> None:
        with self._lock:
            self._open.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that goes away is no error of the site."""

    def close_all(self) -> None:
        """End every connection, then wait for the threads that served them."""
        with self._lock:
            connections = tuple(self._open)
        for connection in connections:
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue
        self.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Server

    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self._answer()

    def do_HEAD(self) -> None:
        self._answer()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing; the site keeps its own log."""

    def _answer(self) -> None:
        site = self.server.site
        headers = {name.lower(): value for name, value in self.headers.items()}
        length = min(int(headers.get("content-length") or 0), _LONGEST_BODY)
        request = Request(self.command, self.path, headers, self.rfile.read(length))
        response = site.answer(request)
        has_body = self.command != "HEAD" and response.status != HTTPStatus.NOT_MODIFIED
        body = response.body if has_body else b""
        sent = body[: int(len(body) * response.sent_share)]
        site.requests.add(
            RequestRecord(self.command, self.path, headers, response.status, len(sent), request.is_conditional)
        )
        if response.delay and site.closing.wait(response.delay):
            self.close_connection = True
            return
        self.close_connection = self.close_connection or len(sent) < len(body)
        self.wfile.write(self._print_head(response) + sent)

    def _print_head(self, response: Response) -> bytes:
        """Status line and headers in one piece; without a date, since the site has no clock."""
        lines = [f"{self.protocol_version} {response.status} {HTTPStatus(response.status).phrase}"]
        lines += [f"{name}: {value}" for name, value in response.headers.items()]
        if response.status != HTTPStatus.NOT_MODIFIED:
            lines.append(f"Content-Length: {len(response.body)}")
        if self.close_connection:
            lines.append("Connection: close")
        return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")
