"""A server on this machine that speaks the wire format of the Anthropic Messages API, faults included.

Belongs here: sockets, and what is answered. Each answer is made by a function that sees the body of the request.
"""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Body = dict[str, Any]
Reply = tuple[int, dict[str, str], Body]


def message(text: str, stop_reason: str = "end_turn", tokens: tuple[int, int] = (100, 20)) -> Body:
    """Return a message as the API sends it."""
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-sonnet-4-6",
        "content": [{"type": "text", "text": text}] if text else [],
        "stop_reason": stop_reason,
        "stop_sequence": None,
        "usage": {"input_tokens": tokens[0], "output_tokens": tokens[1]},
    }


def query(text: str) -> Body:
    """Return a message that answers with a query."""
    return message(json.dumps({"query": text}))


def error(status: int, kind: str, **headers: str) -> Reply:
    """Return an error as the API sends it."""
    return status, headers, {"type": "error", "error": {"type": kind, "message": kind.replace("_", " ")}}


class MessagesServer:
    """Answers by a function; errors that are queued come first."""

    def __init__(self, answer: Callable[[Body], Body]) -> None:
        self.answer = answer
        self.errors: list[Reply] = []
        self.bodies: list[Body] = []
        self.headers: list[dict[str, str]] = []
        self.batches: list[Body] = []
        self.polls = 0
        self.base_url = ""

    def reply(self, method: str, path: str, body: Body) -> Reply | str:
        """Return the answer to a request; lines of a batch as text."""
        if self.errors:
            return self.errors.pop(0)
        if path == "/v1/messages":
            self.bodies.append(body)
            return 200, {}, self.answer(body)
        if method == "POST":
            self.batches.append(body)
            return 200, {}, {"id": "batch_1", "processing_status": "in_progress", "results_url": None}
        if path.endswith("/results"):
            return "\n".join(json.dumps(self._line(each)) for each in reversed(self.batches[-1]["requests"]))
        self.polls += 1
        is_over = self.polls % 2 == 0
        address = f"{self.base_url}/v1/messages/batches/batch_1/results"
        status = "ended" if is_over else "in_progress"
        return 200, {}, {"id": "batch_1", "processing_status": status, "results_url": address if is_over else None}

    def _line(self, request: Body) -> Body:
        self.bodies.append(request["params"])
        answer = self.answer(request["params"])
        result = {"type": "succeeded", "message": answer} if "usage" in answer else answer
        return {"custom_id": request["custom_id"], "result": result}


@contextmanager
def serving(answer: Callable[[Body], Body]) -> Iterator[MessagesServer]:
    """Serve on a free port of the loopback interface."""
    server = MessagesServer(answer)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._reply()

        def do_POST(self) -> None:
            self._reply()

        def log_message(self, format: str, *args: object) -> None:
            pass

        def _reply(self) -> None:
            data = self.rfile.read(int(self.headers.get("content-length") or 0))
            server.headers.append({name.lower(): value for name, value in self.headers.items()})
            reply = server.reply(self.command, self.path, json.loads(data or b"{}"))
            status, headers, body = reply if not isinstance(reply, str) else (200, {}, {})
            sent = reply.encode() if isinstance(reply, str) else json.dumps(body).encode()
            self.send_response(status)
            for name, value in {**headers, "content-length": str(len(sent))}.items():
                self.send_header(name.replace("_", "-"), value)
            self.end_headers()
            self.wfile.write(sent)

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=http.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    server.base_url = f"http://127.0.0.1:{http.server_address[1]}"
    try:
        yield server
    finally:
        http.shutdown()
        thread.join()
        http.server_close()
