"""The registers: slices, pages, halving, errors under a success status, and the tables made of the kept answers."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from itertools import pairwise
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_assets.fetch.cellar import fetch_citations
from legal_assets.fetch.cellar_register import citations_frame, parse_fragment, register_frame
from legal_assets.fetch.cellar_request import CellarRequest, Slice
from legal_assets.fetch.exchange import SourceUnavailableError
from legal_assets.fetch.sparql import QueryRefusedError, read_rows
from legal_assets_tests.fetch.cellar_runs import FAST, WINDOW, Runs, row, runs, seeded
from legal_assets_tests.fetch.cellar_server import Reply, sparql_reply

ENDPOINT = "/webapi/rdf/sparql"
ROWS = "/webapi/rdf/sparql?"


def queries(corpus: Runs) -> list[str]:
    return [target for target, _ in corpus.server.asked(ROWS)]


def test_slices_are_months_cut_to_the_window() -> None:
    request = replace(WINDOW, first=date(2023, 12, 31), last=date(2024, 2, 29))
    assert list(request.slices()) == [
        Slice(date(2023, 12, 31), date(2024, 1, 1)),
        Slice(date(2024, 1, 1), date(2024, 2, 1)),
        Slice(date(2024, 2, 1), date(2024, 3, 1)),
    ]


@given(st.dates(date(1953, 1, 1), date(2050, 1, 1)), st.integers(0, 2000))
def test_slices_cover_every_day_once(first: date, days: int) -> None:
    last = date.fromordinal(first.toordinal() + days)
    parts = list(replace(WINDOW, first=first, last=last).slices())
    assert parts[0].first == first
    assert parts[-1].after == date.fromordinal(last.toordinal() + 1)
    assert all(part.after == following.first for part, following in pairwise(parts))
    assert all(
        part.first.replace(day=1) == date.fromordinal(part.after.toordinal() - 1).replace(day=1) for part in parts
    )


def test_pages_are_asked_for_until_one_is_not_full(tmp_path: Path) -> None:
    with runs(tmp_path, judgments=30) as corpus:
        result = corpus.fetch(page_rows=2)
        assert result.register.height == 30
        judgments = result.answers.filter(query="judgments", first=date(2024, 1, 1))
        assert judgments.select("first_row", "rows").rows() == [(0, 2), (2, 2), (4, 1)], "5 of 30 in each of 6 months"


def test_a_page_that_the_endpoint_cuts_shorter_than_asked_is_not_the_last(tmp_path: Path) -> None:
    with runs(tmp_path, judgments=30) as corpus:
        corpus.server.most_rows = 3
        assert corpus.fetch(page_rows=1000).register.height == 30


def test_a_slice_goes_on_at_the_page_that_was_missing(tmp_path: Path) -> None:
    with runs(tmp_path, judgments=30) as corpus:
        corpus.server.on_query = lambda text: Reply(503) if "OFFSET 2" in text else None
        with pytest.raises(SourceUnavailableError, match="run again to go on"):
            corpus.fetch(replace(FAST, at_once=1), page_rows=2)
        corpus.server.on_query = lambda _: None
        corpus.server.clear()
        result = corpus.fetch(replace(FAST, at_once=1), page_rows=2)
        assert result.register.height == 30
        assert "OFFSET+2" in queries(corpus)[0]
        assert result.answers.filter(query="judgments", first=date(2024, 1, 1))["first_row"].to_list() == [0, 2, 4]


@pytest.mark.parametrize(
    "refusal",
    [
        Reply(500, b"Virtuoso S1T00 Error SR171: Transaction timed out"),
        Reply(200, b"Virtuoso 42000 Error The estimated execution time 700 (sec) exceeds the limit of 400 (sec)."),
        replace(sparql_reply([]), headers={"X-SQL-State": "S1TAT", "X-SQL-Message": "Returning incomplete results"}),
        Reply(504),
        Reply(stalls=True, length=9),
    ],
    ids=["timed out", "estimate under 200", "incomplete rows under 200", "gateway", "no answer"],
)
def test_a_slice_that_is_too_heavy_is_halved(tmp_path: Path, refusal: Reply) -> None:
    with runs(tmp_path, judgments=30) as corpus:
        corpus.server.on_query = lambda text: (
            refusal if '"2024-02-01"^^xsd:date && ?date < "2024-03-01"' in text else None
        )
        result = corpus.fetch(replace(FAST, query_seconds=0.3) if refusal.stalls else FAST)
        assert result.register.height == 30
        february = result.answers.filter(pl.col("query") == "judgments", pl.col("first").dt.month() == 2)
        assert february.select("first", "after").rows() == [
            (date(2024, 2, 1), date(2024, 2, 15)),
            (date(2024, 2, 15), date(2024, 3, 1)),
        ]


def test_a_day_that_is_too_heavy_makes_the_source_unavailable(tmp_path: Path) -> None:
    with runs(tmp_path, judgments=6) as corpus:
        corpus.server.on_query = lambda _: Reply(500, b"Virtuoso S1T00 Error SR171: Transaction timed out")
        with pytest.raises(SourceUnavailableError, match=r"even for 2024-0.-.. alone"):
            corpus.fetch()


def test_a_query_that_the_endpoint_finds_wrong_is_not_asked_again(tmp_path: Path) -> None:
    with runs(tmp_path, judgments=6) as corpus:
        corpus.server.on_query = lambda _: Reply(
            200, b"Virtuoso 37000 Error SP030: SPARQL compiler, line 1: syntax error"
        )
        with pytest.raises(QueryRefusedError, match="SP030"):
            corpus.fetch(first=date(2024, 6, 1))
        assert len(queries(corpus)) == 1


@pytest.mark.parametrize(
    "nonsense",
    [b"", b"<html><body>Please wait</body></html>", b'{"head": {}}', b'{"results": {"bindings": [{"a": 1}]}}'],
)
def test_what_is_no_result_under_200_is_asked_for_again(tmp_path: Path, nonsense: bytes) -> None:
    with runs(tmp_path, judgments=6) as corpus:
        corpus.server.put_in_the_way(ENDPOINT, Reply(200, nonsense))
        assert corpus.fetch(with_citations=False).register.height == 6
        assert len(queries(corpus)) == 6 + 1


@given(st.binary(max_size=60))
def test_no_bytes_but_a_result_are_rows(body: bytes) -> None:
    with pytest.raises(ValueError, match="No SPARQL JSON result"):
        read_rows(body)


def test_search_answers_are_raw_files_and_the_register_is_made_of_them(tmp_path: Path) -> None:
    with runs(tmp_path, judgments=7) as corpus:
        result = corpus.fetch()
        pages = result.answers.filter(query="judgments")["sha256"]
        kept = [found for sha256 in pages for found in read_rows(corpus.raw.get("cjeu", sha256))]
        again, unusable = register_frame(corpus.request(), kept)
        assert again.equals(result.register)
        assert unusable == []
        assert row(result.register, "62023CJ0007") == {
            "corpus": "cjeu",
            "celex": "62023CJ0007",
            "doc_id": "62023CJ0007",
            "ecli": "EU:C:2024:7",
            "date": date(2024, 2, 3),
            "title": "Judgment 62023CJ0007",
            "work_url": "http://publications.europa.eu/resource/cellar/62023CJ0007",
            "streams": ["eng/xhtml"],
        }


LANGUAGE = "http://publications.europa.eu/resource/authority/language/"
WORK = {"celex": "62019CV0001(02)", "date": "2024-01-09", "work": "w1"}


def test_several_rows_of_a_decision_become_one() -> None:
    request = replace(WINDOW, languages=("eng", "fra"))
    rows = [
        WORK | {"language": f"{LANGUAGE}FRA", "type": "xhtml", "title": "Avis", "ecli": "no ecli"},
        WORK | {"language": f"{LANGUAGE}ENG", "type": "pdfa1a", "title": "Opinion", "ecli": "ECLI:EU:C:2024:5"},
        WORK | {"language": f"{LANGUAGE}ENG", "type": "fmx4", "title": "Opinion", "date": "2024-01-08"},
        {"celex": "62020CJ0001", "date": "2024-01-09", "work": "w2"},
    ]
    register, unusable = register_frame(request, rows)
    assert register.select("celex", "doc_id", "ecli", "date", "title", "streams").rows() == [
        ("62019CV0001(02)", "62019CV0001_02", "EU:C:2024:5", date(2024, 1, 8), "Opinion",
         ["eng/fmx4", "eng/pdfa1a", "fra/xhtml"]),
        ("62020CJ0001", "62020CJ0001", None, date(2024, 1, 9), None, []),
    ]  # fmt: skip
    assert unusable == []


def test_rows_that_are_no_decision_are_named() -> None:
    rows = [
        WORK,
        WORK | {"celex": "31995L0046"},
        {"celex": "62020CJ0002", "date": "soon", "work": "w"},
        {"date": "2024-01-01"},
    ]
    register, unusable = register_frame(WINDOW, rows)
    assert register["celex"].to_list() == ["62019CV0001(02)"]
    assert unusable == ["31995L0046", "62020CJ0002"]


@pytest.mark.parametrize(
    ("fragment", "paragraphs"),
    [
        ("N 34", [34]),
        ("N 8 95 131", [8, 95, 131]),
        ("N 34-36", [34, 35, 36]),
        ("N 34 - 36 40", [34, 35, 36, 40]),
        ("N 36-34", [36, 34]),
        ("N 1-900", [1, 900]),
        ("N34", [34]),
        ("N 5 5", [5]),
        ("A17P1LB", []),
        ("N 3 A2", []),
        ("N", []),
        ("", []),
    ],
)
def test_paragraphs_of_an_annotation(fragment: str, paragraphs: list[int]) -> None:
    assert parse_fragment(fragment) == paragraphs


def test_citations_keep_each_annotation_once() -> None:
    pair = {"citing": "62023CJ0001", "cited": "62020CJ0009"}
    rows = [
        pair | {"citing_fragment": "N 34", "cited_fragment": "N 8 95"},
        pair,
        pair | {"citing_fragment": "N 34"},
        pair,
    ]
    found = citations_frame("cjeu", rows).drop("corpus", "citing_celex", "cited_celex")
    assert found.rows() == [("", "", [], []), ("N 34", "", [34], []), ("N 34", "N 8 95", [34], [8, 95])]


def test_citations_refresh_on_their_own(tmp_path: Path) -> None:
    with runs(tmp_path, judgments=6) as corpus:
        first = corpus.fetch()
        assert first.citations is not None
        assert first.citations.is_empty()
        corpus.server.listed["62023CJ0003"].cites = (("62020CJ0009", "N 3", "N 21"), ("62020CJ0008", "", ""))
        corpus.server.clear()
        citations, answers = fetch_citations(
            corpus.request(),
            politeness=FAST,
            clock=corpus.clock.clock(),
            random=seeded(),
            raw=corpus.raw,
            journal=tmp_path / "citations.jsonl",
        )
        assert citations.select("cited_celex", "citing_paragraphs", "cited_paragraphs").rows() == [
            ("62020CJ0008", [], []),
            ("62020CJ0009", [3], [21]),
        ]
        assert answers["query"].unique().to_list() == ["citations"]
        assert corpus.server.asked("/resource/") == []


def test_other_courts_and_kinds_are_a_parameter(tmp_path: Path) -> None:
    with runs(tmp_path, judgments=3) as corpus:
        corpus.server.listed["62023TO0004"] = replace(corpus.server.listed["62023CJ0001"], celex="62023TO0004")
        found = corpus.fetch(courts=("C", "T"), kinds=("J", "O")).register
        assert found["celex"].to_list() == ["62023CJ0001", "62023CJ0002", "62023CJ0003", "62023TO0004"]
        assert corpus.fetch().raw_documents.height == 3


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"first": date(2025, 1, 1)}, "begins on 2025-01-01, after its end"),
        ({"courts": ("X",)}, "no court X; known: C, T, F"),
        ({"kinds": ()}, "no kind .none."),
        ({"languages": ("en",)}, "no language en; known: bul"),
        ({"page_rows": 10_001}, "10001 rows"),
        ({"base_url": "publications.europa.eu"}, "no address of a host"),
        ({"base_url": "https://publications.europa.eu/"}, "no address of a host"),
    ],
)
def test_a_request_that_cannot_be_answered_is_refused(change: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        replace(WINDOW, **change)  # type: ignore[arg-type]  # one field at a time


CDM = """
@prefix cdm: <http://publications.europa.eu/ontology/cdm#> .
@prefix annot: <http://publications.europa.eu/ontology/annotation#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix lang: <http://publications.europa.eu/resource/authority/language/> .
@prefix : <http://example.org/> .
:w1 cdm:work_date_document "2024-01-31"^^xsd:date ; cdm:resource_legal_id_celex "62021CJ0128"^^xsd:string ;
    cdm:case-law_ecli "ECLI:EU:C:2024:49" ; cdm:work_cites_work :w2, :w3, :act .
:w2 cdm:work_date_document "2023-12-31"^^xsd:date ; cdm:resource_legal_id_celex "62020CJ0001" .
:w3 cdm:work_date_document "2024-02-01"^^xsd:date ; cdm:resource_legal_id_celex "62020CJ0003" .
:act cdm:resource_legal_id_celex "32016R0679" .
:summary cdm:work_date_document "2024-01-31"^^xsd:date ; cdm:resource_legal_id_celex "62021CJ0128_SUM" .
:order cdm:work_date_document "2024-01-30"^^xsd:date ; cdm:resource_legal_id_celex "62021CO0128" .
:w4 cdm:work_date_document "2024-01-01"^^xsd:date ; cdm:resource_legal_id_celex "62019CJ0001(02)" .
:english cdm:expression_belongs_to_work :w1 ; cdm:expression_uses_language lang:ENG ; cdm:expression_title "Title" .
:german cdm:expression_belongs_to_work :w1 ; cdm:expression_uses_language lang:DEU .
:m1 cdm:manifestation_manifests_expression :english ; cdm:manifestation_type "xhtml" .
:m2 cdm:manifestation_manifests_expression :english ; cdm:manifestation_type "fmx4" .
:m3 cdm:manifestation_manifests_expression :german ; cdm:manifestation_type "xhtml" .
[] owl:annotatedSource :w1 ; owl:annotatedProperty cdm:work_cites_work ; owl:annotatedTarget :w2 ;
   annot:fragment_citing_source "N 34" ; annot:fragment_cited_target "N 8 95" .
[] owl:annotatedSource :w1 ; owl:annotatedProperty cdm:work_cites_work ; owl:annotatedTarget :w2 ;
   annot:fragment_citing_source "N 36" .
"""


@pytest.fixture
def ask_graph() -> Callable[[CellarRequest, str], list[dict[str, str]]]:
    """Return a function that asks January 2024 of a small graph, with a SPARQL engine that is not ours."""
    oxigraph = pytest.importorskip("pyoxigraph", reason="the SPARQL engine pyoxigraph is not installed")
    store = oxigraph.Store()
    store.load(CDM.encode(), oxigraph.RdfFormat.TURTLE)

    def ask(request: CellarRequest, name: str) -> list[dict[str, str]]:
        text = request.query(name, Slice(date(2024, 1, 1), date(2024, 2, 1)))
        answer = store.query(text.replace("$limit", "10").replace("$offset", "0"))
        names = [variable.value for variable in answer.variables]
        return [{name: found[name].value for name in names if found[name] is not None} for found in answer]

    return ask


def test_the_query_for_decisions_on_a_real_engine(
    ask_graph: Callable[[CellarRequest, str], list[dict[str, str]]],
) -> None:
    register, _ = register_frame(WINDOW, ask_graph(WINDOW, "judgments"))
    assert register.select("celex", "ecli", "date", "title", "streams").rows() == [
        ("62019CJ0001(02)", None, date(2024, 1, 1), None, []),
        ("62021CJ0128", "EU:C:2024:49", date(2024, 1, 31), "Title", ["eng/fmx4", "eng/xhtml"]),
    ]


def test_the_query_for_citations_on_a_real_engine(
    ask_graph: Callable[[CellarRequest, str], list[dict[str, str]]],
) -> None:
    citations = citations_frame("cjeu", ask_graph(WINDOW, "citations"))
    assert citations.drop("corpus", "citing_fragment", "cited_fragment").rows() == [
        ("62021CJ0128", "62020CJ0001", [34], [8, 95]),
        ("62021CJ0128", "62020CJ0001", [36], []),
        ("62021CJ0128", "62020CJ0003", [], []),
    ]
