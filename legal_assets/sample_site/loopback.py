"""Sockets and threads of a site on this machine; what it answers is for its subclasses.

Here belongs HTTP over the loopback interface. Answers belong to `server.py` and `swiss_site.py`.
"""

import socket
import threading
from abc import ABC, abstractmethod
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

from legal_assets.sample_site.exchange import Request, RequestLog, RequestRecord, Response

_LONGEST_BODY = 1_000_000


class LoopbackSite(ABC):
    """Answers on a free port of the loopback interface, while used as a context manager."""

    def __init__(self) -> None:
        """Prepare the site without opening it."""
        self.requests = RequestLog()
        self.base_url = ""
        self.closing = threading.Event()
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

    @abstractmethod
    def answer(self, request: Request) -> Response:
        """The answer to a request."""


class _Server(ThreadingHTTPServer):
    """Remembers open connections, so that closing the site does not wait for idle clients."""

    daemon_threads = False
    request_queue_size = 64

    def __init__(self, site: LoopbackSite) -> None:
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
