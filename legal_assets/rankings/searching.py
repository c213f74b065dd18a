"""Searching documents and pages for queries and for single conditions, with one weighting model.

Belongs here: what composed systems are composed of. Does not belong here: composing (`composed.py`).
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl

from legal_assets.indexes.page_index import split_page_ids
from legal_assets.indexes.postings import Postings
from legal_assets.indexes.weights import Weights
from legal_assets.rankings.lexical import rank
from legal_assets.text.analysers import Analyser
from legal_assets.text.tokens import tokenise

_SEPARATOR = "\n"


@dataclass(frozen=True, slots=True)
class Index:
    """Postings with the weights of a model, and the analyser that made them."""

    postings: Postings
    weights: Weights
    analyser: Analyser

    def search(self, texts: pl.DataFrame, depth: int, threads: int) -> pl.DataFrame:
        """Return `query_id`, `candidate_id`, `rank`, `score` for texts of `query_id` and `text`."""
        parts = list(rank(texts.sort("query_id"), self.postings, self.weights, self.analyser, depth, threads))
        return pl.concat(parts) if parts else pl.DataFrame(schema=_HITS)


_HITS = {"query_id": pl.String, "candidate_id": pl.String, "rank": pl.Int32, "score": pl.Float32}


@dataclass(frozen=True)
class Searcher:
    """What is asked, and where: queries and their conditions, documents and pages. Each search is made once.

    `queries` has `query_id` and `text`; `conditions` has `query_id`, `condition` and `phrase`.
    """

    queries: pl.DataFrame
    conditions: pl.DataFrame
    documents: Index
    pages: Index
    depth: int
    threads: int

    @cached_property
    def document_hits(self) -> pl.DataFrame:
        """Documents for whole queries."""
        return self.documents.search(self.queries, self.depth, self.threads)

    @cached_property
    def condition_hits(self) -> pl.DataFrame:
        """Documents for each condition: `query_id`, `condition`, `candidate_id`, `score`."""
        return self._for_conditions(self.documents)

    @cached_property
    def page_hits(self) -> pl.DataFrame:
        """Pages for whole queries: `query_id`, `candidate_id`, `page`, `score`."""
        return split_page_ids(self.pages.search(self.queries, self.depth, self.threads))

    @cached_property
    def condition_page_hits(self) -> pl.DataFrame:
        """Pages for each condition: `query_id`, `condition`, `candidate_id`, `page`, `score`."""
        return split_page_ids(self._for_conditions(self.pages))

    def without_condition(self, dropped: int) -> pl.DataFrame:
        """Return documents for queries made of all conditions but one, as hits; those with no such one are whole."""
        kept = self.conditions.filter(pl.col("condition") != dropped)
        texts = (
            kept.sort("query_id", "condition")
            .group_by("query_id", maintain_order=True)
            .agg(pl.col("phrase").str.join(" ").alias("text"))
        )
        return self.documents.search(texts, self.depth, self.threads)

    @cached_property
    def documents_with_all_terms(self) -> pl.DataFrame:
        """Pairs of query and document that holds every term of every condition: `query_id`, `candidate_id`."""
        from scipy.sparse import csr_array

        postings = self.documents.postings
        asked = (
            self.conditions.sort("query_id")
            .group_by("query_id", maintain_order=True)
            .agg(pl.col("phrase").str.join(" "))
        )
        # Terms that no document has count as asked too: then no document has all.
        own = tokenise(asked["phrase"], self.documents.analyser)
        known = tokenise(asked["phrase"], self.documents.analyser, postings.vocabulary)
        wanted = np.array([len(np.unique(own.terms[a:b])) for a, b in zip(own.offsets, own.offsets[1:], strict=False)])
        pairs = np.unique(
            np.stack([np.repeat(np.arange(len(known)), np.diff(known.offsets)), known.terms.astype(np.int64)]), axis=1
        )
        terms, documents = len(postings.vocabulary), len(postings.candidate_ids)
        asking = csr_array((np.ones(pairs.shape[1], np.int32), (pairs[0], pairs[1])), shape=(len(known), terms))
        held = csr_array(
            (np.ones(len(postings.candidates), np.int32), postings.candidates, postings.pointers),
            shape=(terms, documents),
        )
        counts = (asking @ held).tocoo()
        complete = (counts.data == wanted[counts.coords[0]]) & (wanted[counts.coords[0]] > 0)
        return pl.DataFrame(
            {
                "query_id": asked["query_id"].gather(counts.coords[0][complete]),
                "candidate_id": postings.candidate_ids.gather(counts.coords[1][complete]),
            }
        )

    def _for_conditions(self, index: Index) -> pl.DataFrame:
        named = self.conditions.select(
            pl.concat_str("query_id", pl.col("condition").cast(pl.String), separator=_SEPARATOR).alias("query_id"),
            pl.col("phrase").alias("text"),
        )
        parts = pl.col("query_id").str.split_exact(_SEPARATOR, 1)
        return index.search(named, self.depth, self.threads).select(
            parts.struct.field("field_0").alias("query_id"),
            parts.struct.field("field_1").cast(pl.Int32).alias("condition"),
            "candidate_id",
            "score",
        )
