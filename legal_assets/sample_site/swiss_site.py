"""A site on this machine that answers like the court's site and like the commentaries' interface.

Here belongs which address gets which answer. Documents are made in `swiss_rulings.py` and `swiss_commentaries.py`,
faults in `faults.py`, sockets in `loopback.py`.
"""

import hashlib
from collections.abc import Sequence

from legal_assets.sample_site.corpus import DEFAULT_SEED
from legal_assets.sample_site.exchange import Request, Response, pack
from legal_assets.sample_site.faults import Fault, FaultBook, Place, show
from legal_assets.sample_site.loopback import LoopbackSite
from legal_assets.sample_site.swiss_commentaries import SwissCommentaries
from legal_assets.sample_site.swiss_pages import FOLDER, index_page, ruling_page
from legal_assets.sample_site.swiss_rulings import SwissRulings

ROBOTS = "User-agent: *\nDisallow: /print/\n"
PUBLIC_URL = "https://kommentar.example"
"""The host in links of documents, so that their bytes do not change with the port; readers ask the same paths here."""

INTERFACE = "/api/commentaries"
_HTML = "text/html; charset=iso-8859-1"
_NOT_FOUND = Response(404, b"Not found.\n", {"Content-Type": "text/plain"})


class SwissSite(LoopbackSite):
    """Serves 120 rulings and 15 commentaries, times the scale, while used as a context manager."""

    def __init__(
        self,
        scale: int = 1,
        faults: Sequence[Fault] = (),
        *,
        seed: int = DEFAULT_SEED,
        robots: str | None = ROBOTS,
        has_interface: bool = True,
    ) -> None:
        """Prepare the site without opening it.

        Args:
            scale: multiplies the documents.
            faults: faults in force from the beginning.
            seed: makes other documents.
            robots: what robots.txt says; there is none if None.
            has_interface: whether the interface in JSON gives single commentaries; their pages are there in any case.
        """
        super().__init__()
        self.rulings = SwissRulings(scale, seed)
        self.commentaries = SwissCommentaries(self.rulings, scale, seed)
        self.faults = FaultBook(tuple(faults))
        self._robots = robots
        self._has_interface = has_interface
        self._revised: dict[str, int] = {}
        self._withdrawn: set[str] = set()

    def change(self, key: str) -> None:
        """Correct a ruling (`148-I-1`) or bring out a commentary anew (its id), so that its bytes change."""
        self._revised[key] = self._revised.get(key, 0) + 1

    def withdraw(self, key: str) -> None:
        """Let a document vanish from the lists and from its address."""
        self._withdrawn.add(key)

    def answer(self, request: Request) -> Response:
        """The answer to a request, faults included."""
        place, key, response = self._answer(request)
        fault = self.faults.meet(place, key)
        return response if fault is None else show(fault, response, request)

    def _answer(self, request: Request) -> tuple[Place | None, str | None, Response]:
        path = request.path
        if path == "/robots.txt":
            rules = self._robots
            return "robots", None, _NOT_FOUND if rules is None else _sent(rules.encode(), "text/plain", request)
        if path == f"{FOLDER}/index_atf.php":
            return "sparql", None, self._index(request)
        if path == f"{FOLDER}/index.php":
            key = request.parameters.get("highlight_docid", "").removeprefix("atf://").partition(":")[0]
            return "document", key, self._ruling(key, request)
        if path == INTERFACE:
            return "sparql", None, self._list(request)
        if path.startswith(f"{INTERFACE}/"):
            key = path.removeprefix(f"{INTERFACE}/")
            return "item", key, self._commentary(key, request)
        if "/kommentare/" in path:
            slot, _, slug = path.strip("/").split("/")[:3]
            plan = next((each for each in self.commentaries.plans if (each.slot, each.slug) == (slot, slug)), None)
            if plan is None or plan.key in self._withdrawn:
                return "document", None, _NOT_FOUND
            body = self.commentaries.page(plan, PUBLIC_URL, self._revised.get(plan.key, 0))
            return "document", plan.key, _sent(body, "text/html; charset=utf-8", request)
        return None, None, _NOT_FOUND

    def _index(self, request: Request) -> Response:
        shelf = request.parameters.get("year", ""), request.parameters.get("volume", "")
        plans = [
            plan
            for plan in self.rulings.plans
            if (str(plan.number.volume), plan.number.division) == shelf and plan.number.key not in self._withdrawn
        ]
        return _sent(index_page(plans), _HTML, request)

    def _ruling(self, key: str, request: Request) -> Response:
        plan = self.rulings.by_key.get(key)
        if plan is None or key in self._withdrawn:
            return _NOT_FOUND
        return _sent(ruling_page(self.rulings, plan, self._revised.get(key, 0)), _HTML, request)

    def _list(self, request: Request) -> Response:
        language, page = request.parameters.get("language"), int(request.parameters.get("page", "1"))
        plans = [
            plan
            for plan in self.commentaries.plans
            if language in (None, plan.slot) and plan.key not in self._withdrawn
        ]
        return _sent(self.commentaries.listing(plans, page, PUBLIC_URL, self._revised), "application/json", request)

    def _commentary(self, key: str, request: Request) -> Response:
        plan = self.commentaries.by_key.get(key)
        if plan is None or key in self._withdrawn or not self._has_interface:
            return _NOT_FOUND
        body = self.commentaries.answer(plan, PUBLIC_URL, self._revised.get(key, 0))
        return _sent(body, "application/json", request)


def _sent(body: bytes, media_type: str, request: Request) -> Response:
    """The body, or 304 where the client has it."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    if request.headers.get("if-none-match") == tag:
        return Response(304, headers={"ETag": tag})
    return pack(Response(200, body, {"Content-Type": media_type, "ETag": tag}), request)
