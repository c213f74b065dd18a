"""Classes of matches and what is counted of them, on a corpus of two rulings and three queries."""

import polars as pl
import pytest

from legal_assets.metrics.match_tables import sample_misses, success_by_language, success_by_level
from legal_assets.metrics.matching import best_ranks, classify, known_matches, targets
from legal_assets.schemas import CITATIONS, DOCUMENTS, PASSAGES, QUERIES, RANKINGS, SECTIONS, STATUTE_REFERENCES
from legal_assets_tests.rows import filled

LAMP, PHARE = "bge-141-iii-100", "bge-142-iii-200"
NUMBERS = {LAMP: ("2.1", "2.2", "3"), PHARE: ("4", "5")}
ARTICLES = {f"{LAMP}-e3": "OR 11", f"{PHARE}-e4": "OR 12", f"{PHARE}-e5": "ZGB 1"}
QUERY_TEXTS = {"n1": "Licht nach Art. 12 OR", "n2": "Licht", "n3": "Licht"}
CITED = [("n1", LAMP, "2.1"), ("n1", PHARE, None), ("n2", LAMP, "2.1"), ("n3", None, "7")]


def tables() -> dict[str, pl.DataFrame]:
    own = {"corpus": "bge"}
    sections = [
        {"passage_id": f"{doc}-e{label}", "doc_id": doc, "kind": "consideration", "path": label.split("."),
         "language": "de" if doc == LAMP else "fr", "has_text": True}
        for doc, labels in NUMBERS.items() for label in labels
    ]  # fmt: skip
    citations = [
        {"citation_id": f"{query}-{doc}", "passage_id": query, "target": f"BGE {doc}", "target_doc_id": doc,
         "consideration": label, "target_passage_id": f"{doc}-e{label}" if doc and label else None}
        for query, doc, label in CITED
    ]  # fmt: skip
    statutes = [
        {"passage_id": passage, "position": 1, "act_id": key.split()[0], "article_key": key}
        for passage, key in [*ARTICLES.items(), ("n2", "OR 11"), ("n3", "OR 99")]
    ]
    return {
        "queries": filled(QUERIES, [own | {"task": "expert", "variant": "original", "query_id": query, "text": text}
                                    for query, text in QUERY_TEXTS.items()]),
        "documents": filled(DOCUMENTS, [own | {"doc_id": LAMP, "language": "de"},
                                        own | {"doc_id": PHARE, "language": "fr"}]),
        "passages": filled(PASSAGES, [own | {"passage_id": row["passage_id"], "doc_id": row["doc_id"], "text": "Licht"}
                                      for row in sections]),
        "sections": filled(SECTIONS, [own | row for row in sections]),
        "citations": filled(CITATIONS, [own | row for row in citations]),
        "statutes": filled(STATUTE_REFERENCES, [own | row for row in statutes]),
    }  # fmt: skip


def ranked(**runs: list[str]) -> pl.LazyFrame:
    rows = [
        {"corpus": "bge", "system": "bm25", "task": "expert", "variant": "original", "query_id": query, "rank": rank,
         "candidate_id": candidate}
        for query, run in runs.items() for rank, candidate in enumerate(run, start=1)
    ]  # fmt: skip
    return filled(RANKINGS, rows).lazy()


RUN = ranked(
    n1=[f"{LAMP}-e3", f"{LAMP}-e2.2", f"{LAMP}-e2.1", f"{PHARE}-e5"],
    n2=[f"{PHARE}-e5", f"{PHARE}-e4", f"{LAMP}-e3"],
    n3=[f"{PHARE}-e5", f"{LAMP}-e3"],
)


@pytest.fixture(scope="module")
def corpus() -> dict[str, pl.DataFrame]:
    return tables()


@pytest.fixture(scope="module")
def classified(corpus: dict[str, pl.DataFrame]) -> pl.DataFrame:
    read = (corpus[name] for name in ("queries", "passages", "sections", "citations", "statutes"))
    return classify(RUN, known_matches(*read, ["consideration"]))


def test_every_candidate_has_its_best_class(classified: pl.DataFrame) -> None:
    classes = classified.sort("query_id", "rank").group_by("query_id", maintain_order=True).agg("match_class")
    assert dict(classes.iter_rows()) == {
        "n1": ["partial", "sibling", "exact", "partial"],  # the French ruling is cited as a whole
        "n2": ["miss", "article_law", "partial"],  # names no article: OR 11 of its passage; OR 12 is the same act
        "n3": ["miss", "article_law"],
    }


def test_success_counts_each_query_once(corpus: dict[str, pl.DataFrame], classified: pl.DataFrame) -> None:
    wanted = targets(corpus["citations"], corpus["documents"])
    frame = success_by_level(best_ranks(classified), corpus["queries"], wanted, "bge", "bm25")
    values = {(row["level"], row["cutoff"]): row for row in frame.iter_rows(named=True)}
    assert values["exact", 1]["value"] == 0 / 3
    assert values["exact", 3]["value"] == 1 / 3
    assert values["any_bge", 1]["value"] == 1 / 3
    assert values["any_bge", 3]["value"] == 2 / 3
    assert values["any_bge", 3]["value_reachable"] == 2 / 2
    assert values["any_bge", 3]["n_reachable"] == 2
    assert values["strong_article", 100]["successes"] == 2


def test_languages_count_each_ruling(corpus: dict[str, pl.DataFrame], classified: pl.DataFrame) -> None:
    wanted = targets(corpus["citations"], corpus["documents"])
    candidates = corpus["sections"].select("doc_id", "language", candidate_id="passage_id")
    frame = success_by_language(classified, corpus["queries"], wanted, candidates, "bge", "bm25")
    told = {(kind, group): (found, n) for kind, group, found, n in
            frame.select("kind", "language", "found", "n").iter_rows()}  # fmt: skip
    assert told == {
        ("target", "de"): (2, 2), ("target", "fr"): (1, 1), ("target", "it"): (0, 0),
        ("both", "both"): (1, 1), ("both", "only_de"): (0, 1), ("both", "only_fr"): (0, 1), ("both", "neither"): (0, 1),
        ("corpus", "de"): (3, 5), ("corpus", "fr"): (2, 5), ("corpus", "it"): (0, 5),
    }  # fmt: skip


def test_misses_show_what_came_instead(corpus: dict[str, pl.DataFrame], classified: pl.DataFrame) -> None:
    candidates = corpus["passages"].select("text", candidate_id="passage_id")
    misses = sample_misses(RUN, best_ranks(classified), corpus["queries"], corpus["citations"], candidates)
    assert misses.select("query_id", "rank", "candidate_id").rows() == [
        ("n3", 1, f"{PHARE}-e5"),
        ("n3", 2, f"{LAMP}-e3"),
    ]
    assert misses["targets"][0] == "BGE None E. 7"
