"""Faults which the site shows on request: refusals, delays, broken bodies, challenges.

Here belongs what each fault does to an answer, and which requests it meets. Changed and withdrawn documents are
no faults of an answer; see `streams.py`.
"""

import json
import threading
from dataclasses import dataclass, replace
from typing import Literal

from legal_assets.sample_site.exchange import Request, Response

FaultKind = Literal[
    "too-many-requests",
    "unavailable",
    "slow",
    "half-body",
    "empty-body",
    "challenge",
    "wrong-type",
    "error-with-success",
    "not-found",
]
Place = Literal["document", "item", "sparql", "robots"]

CHALLENGE = b"""\
<!DOCTYPE html>
<html lang="en">
<head>
    <meta charset="utf-8">
    <title></title>
    <script type="text/javascript">
    window.awsWafCookieDomainList = [];
    window.gokuProps = { "key": "sample", "iv": "sample", "context": "sample" };
    </script>
    <script src="https://sample.token.awswaf.com/sample/challenge.js"></script>
</head>
<body>
    <div id="challenge-container"></div>
    <noscript><h1>This page needs JavaScript.</h1> Enable it and load the page again.</noscript>
</body>
</html>
"""
_ERROR = {"error": {"code": "S1T00", "message": "Virtuoso S1T00 Error SR171: Transaction timed out"}}
_PDF = b"%PDF-1.7\n%sample\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"


@dataclass(frozen=True)
class Fault:
    """One fault: what, where, for which document (every one if None), and how often (always if None).

    `seconds` is the delay of `slow` and the `Retry-After` of the refusals, which is left out if None; `status`
    is that of `challenge`, for which EUR-Lex uses 202 and 200.
    """

    kind: FaultKind
    place: Place = "item"
    celex: str | None = None
    times: int | None = None
    seconds: float | None = None
    status: int = 202


@dataclass
class _Armed:
    fault: Fault
    left: int | None


class FaultBook:
    """The faults in force; each meets requests until it has been shown as often as it should."""

    def __init__(self, faults: tuple[Fault, ...] = ()) -> None:
        """Begin with these faults."""
        self._armed = [_Armed(fault, fault.times) for fault in faults]
        self._lock = threading.Lock()

    def add(self, fault: Fault) -> None:
        """Put one more in force."""
        with self._lock:
            self._armed.append(_Armed(fault, fault.times))

    def clear(self) -> None:
        """End them all."""
        with self._lock:
            self._armed.clear()

    def meet(self, place: Place | None, celex: str | None) -> Fault | None:
        """The first fault that meets a request at that place for that document; it counts as shown."""
        with self._lock:
            for armed in self._armed:
                fault = armed.fault
                if fault.place == place and fault.celex in (None, celex) and armed.left != 0:
                    armed.left = None if armed.left is None else armed.left - 1
                    return fault
        return None


def show(fault: Fault, response: Response, request: Request) -> Response:
    """The answer as the fault makes it."""
    match fault.kind:
        case "too-many-requests" | "unavailable":
            status = 429 if fault.kind == "too-many-requests" else 503
            headers = {"Content-Type": "text/plain"}
            if fault.seconds is not None:
                headers["Retry-After"] = f"{fault.seconds:.0f}"
            return Response(status, b"Try again later.\n", headers)
        case "slow":
            return replace(response, delay=fault.seconds or 0.0)
        case "half-body":
            return replace(response, sent_share=0.5)
        case "empty-body":
            return replace(response, body=b"")
        case "challenge":
            return Response(fault.status, CHALLENGE, {"Content-Type": "text/html;charset=UTF-8"})
        case "wrong-type":
            return Response(200, _PDF, {"Content-Type": "application/pdf"})
        case "error-with-success":
            return Response(200, json.dumps(_ERROR).encode(), {"Content-Type": "application/json"})
        case "not-found":
            return Response(404, b"No such resource.\n", {"Content-Type": "text/plain"})
