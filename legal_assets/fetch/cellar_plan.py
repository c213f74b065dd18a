"""What a refresh would ask of Cellar, how many requests it would take, and how long, without asking anything.

Does not belong here: asking (`cellar.py`).
"""

from dataclasses import dataclass

import polars as pl

from legal_assets.fetch.cellar_request import CellarRequest
from legal_assets.fetch.crawl import duration
from legal_assets.fetch.politeness import Politeness

REQUESTS_PER_DOCUMENT = 2
"""The address of a decision redirects to its stream. A decision without the first kind of text costs one more each."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Requests that a refresh takes at least; `documents` is None before the register was ever read."""

    request: CellarRequest
    politeness: Politeness
    register_requests: int
    citation_requests: int
    documents: int | None
    conditional: int

    @property
    def document_requests(self) -> int | None:
        """Requests for documents; None where their number is not known."""
        return None if self.documents is None else self.documents * REQUESTS_PER_DOCUMENT

    @property
    def requests(self) -> int:
        """All requests that are known of."""
        rules = 1 if self.politeness.obey_robots else 0
        return rules + self.register_requests + self.citation_requests + (self.document_requests or 0)

    @property
    def seconds(self) -> float:
        """Time that these requests take at the allowed rate, were each answered at once."""
        return self.requests / self.politeness.per_second

    def lines(self) -> list[str]:
        """Return the plan as lines for a reader."""
        request, politeness = self.request, self.politeness
        per_document = REQUESTS_PER_DOCUMENT / politeness.per_second
        descriptors = ", ".join(court + kind for court in request.courts for kind in request.kinds)
        known = (
            f"unknown before the register is read; {REQUESTS_PER_DOCUMENT} requests each, {per_document:.1f} s"
            if self.documents is None
            else f"{self.documents:,} at the last run, {self.document_requests:,} requests, "
            f"{self.conditional:,} conditional"
        )
        return [
            f"host        {request.base_url} as {politeness.user_agent!r}",
            f"wanted      {descriptors} from {request.first} to {request.last} in {', '.join(request.languages)}",
            f"register    {self.register_requests:,} requests to {request.endpoint}",
            f"citations   {self.citation_requests:,} requests to the same",
            f"documents   {known}, at {request.document_url('CELEX')}",
            f"in all      at least {self.requests:,} requests, {duration(self.seconds)} at {politeness.per_second:g} "
            f"a second, {politeness.at_once} at once",
        ]


def plan_cellar(
    request: CellarRequest,
    politeness: Politeness,
    previous: pl.DataFrame | None = None,
    previous_register: pl.DataFrame | None = None,
) -> Plan:
    """Return what `fetch_cellar` with these arguments would ask.

    Args:
        request: what is wanted.
        politeness: how the host is treated.
        previous: `raw_documents` of the last run, which tells how many requests are conditional.
        previous_register: `register` of the last run, which tells how many decisions there are.
    """
    slices = list(request.slices())
    cited, documents = slices, None
    if previous_register is not None:
        dates = previous_register["date"]
        documents = previous_register.filter(dates.is_between(request.first, request.last)).height
        cited = [part for part in slices if dates.is_between(part.first, part.after, closed="left").any()]
    conditional = 0
    if previous is not None:
        can_be_asked = (pl.col("source") == request.source) & (
            pl.col("etag").is_not_null() | pl.col("last_modified").is_not_null()
        )
        conditional = previous.filter(can_be_asked).height
    citations = len(cited) if request.with_citations else 0
    return Plan(request, politeness, len(slices), citations, documents, conditional)
