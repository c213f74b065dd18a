"""A site on this machine that answers like Cellar.

Here belongs which part of the site answers which address. The answers are made in `negotiation.py` and `sparql.py`, and
spoilt in `faults.py`; sockets and threads are in `loopback.py`.
"""

from collections.abc import Sequence
from datetime import date

from legal_assets.sample_site.corpus import DEFAULT_SEED, SampleCorpus
from legal_assets.sample_site.exchange import Request, Response, pack
from legal_assets.sample_site.faults import Fault, FaultBook, Place, show
from legal_assets.sample_site.loopback import LoopbackSite
from legal_assets.sample_site.negotiation import answer_document, answer_item
from legal_assets.sample_site.register import Register
from legal_assets.sample_site.sparql import answer_query
from legal_assets.sample_site.streams import Repository

ENDPOINT = "/webapi/rdf/sparql"
ROBOTS = "User-agent: *\nDisallow: /portal/\n"


class SampleSite(LoopbackSite):
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
        super().__init__()
        self.corpus = SampleCorpus(scale, seed)
        self.repository = Repository(self.corpus)
        self.register = Register(self.repository, cites_until)
        self.faults = FaultBook(tuple(faults))
        self._robots = robots

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
