"""Uncertainty from queries and documents together, and what single documents carry.

Belongs here: weights, omissions and components on the graph of queries and judged documents. Does not belong here:
resampling of queries alone (`bootstrap.py`).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from legal_assets.measures.bootstrap import DRAWS, SEED

if TYPE_CHECKING:
    from scipy.sparse import csr_array

_BLOCK = 128


@dataclass(frozen=True, slots=True)
class Graph:
    """Queries and documents as numbers from 0, and one edge for each pair of them; no edge twice."""

    queries: int
    documents: int
    edge_queries: NDArray[np.int64]
    edge_documents: NDArray[np.int64]

    @property
    def degrees(self) -> NDArray[np.int64]:
        """Queries of each document."""
        return np.bincount(self.edge_documents, minlength=self.documents)


class Omitted(NamedTuple):
    """Lowest and highest mean when one document is left out, and which documents give them."""

    low: NDArray[np.float64]
    high: NDArray[np.float64]
    low_document: NDArray[np.int64]
    high_document: NDArray[np.int64]


def crossed_means(
    values: NDArray[np.float64], graph: Graph, *, draws: int = DRAWS, seed: int = SEED
) -> NDArray[np.float64]:
    """Return weighted column means under random weights of queries and documents, shape (draws, columns).

    A draw gives every query and every document an independent weight from the exponential distribution with mean 1;
    a query counts with its own weight times the mean weight of its documents (the product weights of Owen and Eckles
    2012, one edge of the graph being one cell of their array). Percentiles of the result are an interval for new
    queries over new documents.

    Args:
        values: shape (queries, columns).
        graph: which documents each query depends on.
        draws: number of draws.
        seed: of the generator.

    Raises:
        ValueError: there is no query, a query has no document, or shapes do not match.
    """
    averaging = _averaging(values, graph)
    generator = np.random.default_rng(seed)
    means = np.empty((draws, values.shape[1]))
    for start in range(0, draws, _BLOCK):
        rows = min(_BLOCK, draws - start)
        of_queries = generator.standard_exponential((rows, graph.queries))
        of_documents = generator.standard_exponential((rows, graph.documents))
        weights = of_queries * (averaging @ of_documents.T).T
        means[start : start + rows] = (weights @ values) / weights.sum(axis=1, keepdims=True)
    return means


def without_each_document(values: NDArray[np.float64], graph: Graph) -> Omitted:
    """Return how far column means move when the queries of one document are left out, over all documents.

    A document whose queries are all there are is passed over. Without any other, the ends are the mean itself and
    the documents -1.

    Raises:
        ValueError: there is no query, a query has no document, or shapes do not match.
    """
    _averaging(values, graph)
    lost = np.stack(
        [
            np.bincount(graph.edge_documents, weights=column[graph.edge_queries], minlength=graph.documents)
            for column in values.T
        ],
        axis=1,
    )
    left = graph.queries - graph.degrees
    usable = np.flatnonzero((left > 0) & (graph.degrees > 0))
    if not len(usable):
        mean, nobody = values.mean(axis=0), np.full(values.shape[1], -1)
        return Omitted(mean, mean, nobody, nobody)
    means = (values.sum(axis=0) - lost[usable]) / left[usable, None]
    least, most = means.argmin(axis=0), means.argmax(axis=0)
    columns = np.arange(values.shape[1])
    return Omitted(means[least, columns], means[most, columns], usable[least], usable[most])


def without_highest_degrees(graph: Graph, number: int) -> NDArray[np.bool_]:
    """Return which queries are left without the `number` documents of most queries; ties by document number."""
    degrees = graph.degrees
    highest = np.argsort(-degrees, kind="stable")[:number]
    gone = np.isin(graph.edge_documents, highest[degrees[highest] > 0])
    left = np.ones(graph.queries, np.bool_)
    left[graph.edge_queries[gone]] = False
    return left


def components(graph: Graph) -> NDArray[np.int64]:
    """Return the component of each query: two queries share one if a chain of shared documents joins them."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    nodes = graph.queries + graph.documents
    ones = np.ones(len(graph.edge_queries), np.int8)
    joined = coo_array((ones, (graph.edge_queries, graph.edge_documents + graph.queries)), shape=(nodes, nodes))
    _, labels = connected_components(joined, directed=False)
    of_queries: NDArray[np.int64] = np.unique(labels[: graph.queries], return_inverse=True)[1].astype(np.int64)
    return of_queries


def _averaging(values: NDArray[np.float64], graph: Graph) -> "csr_array":
    """Return the matrix that takes weights of documents to the mean weight of each query's documents."""
    from scipy.sparse import csr_array

    per_query = np.bincount(graph.edge_queries, minlength=graph.queries)
    if values.ndim != 2 or len(values) != graph.queries or graph.queries == 0:
        raise ValueError(f"values {values.shape} must be (queries, columns) for the graph's {graph.queries} queries.")
    if not per_query.all():
        raise ValueError(f"Query {int(np.argmin(per_query))} has no document in the graph.")
    shares = 1.0 / per_query[graph.edge_queries]
    return csr_array((shares, (graph.edge_queries, graph.edge_documents)), shape=(graph.queries, graph.documents))
