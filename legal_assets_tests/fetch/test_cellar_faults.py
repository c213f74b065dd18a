"""Each fault of a source: what the run does about it, and what the manifest and the log say afterwards."""

import gzip
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from legal_assets.fetch.exchange import SourceUnavailableError
from legal_assets.storage.digests import bytes_digest
from legal_assets_tests.fetch.cellar_runs import FAST, Runs, row, runs
from legal_assets_tests.fetch.cellar_server import CHALLENGE, XHTML, Reply, judgment_text

CELEX = "62023CJ0001"
ADDRESS = f"/resource/celex/{CELEX}"
STREAM = f"/resource/cellar/{CELEX}.0000.03/DOC_1"
TEXT = judgment_text(CELEX)
TYPED = {"Content-Type": XHTML}
PDF = b"%PDF-1.4\n1 0 obj\n"
LISTING = (
    '<html><head><title>300 Multiple-Choice Response</title></head><body><ul><li><a href="{0}/DOC_2">2</a></li>'
    '<li><a href="{0}/DOC_1">1</a></li></ul></body></html>'
)


@dataclass(frozen=True)
class Fault:
    """Replies put in the way of one document of three, and what is expected of it; the run waits `seconds`."""

    name: str
    path: str
    replies: tuple[Reply, ...]
    always: bool
    code: str | None
    requests: int
    seconds: float | None = None


ONCE = [
    Fault("429 with seconds", ADDRESS, (Reply(429, headers={"Retry-After": "30"}),), False, None, 3, 30.0),
    Fault(
        "503 with a date", ADDRESS,
        (Reply(503, headers={"Retry-After": "Sun, 01 Mar 2026 12:00:45 GMT"}),), False, None, 3, 45.0,
    ),
    Fault("503 without a time", ADDRESS, (Reply(503),), False, None, 3),
    Fault("502, then 504", ADDRESS, (Reply(502), Reply(504)), False, None, 4),
    Fault("half a body", STREAM, (Reply(200, TEXT[:90], TYPED, length=len(TEXT)),), False, None, 3),
    Fault("half a body of unsaid length", STREAM, (Reply(200, TEXT[:90], TYPED, has_length=False),), False, None, 3),
    Fault(
        "half a compressed body", STREAM,
        (Reply(200, gzip.compress(TEXT)[:90], TYPED | {"Content-Encoding": "gzip"}, has_length=False),),
        False, None, 3,
    ),
    Fault("a damaged compressed body", STREAM,
          (Reply(200, b"\x1f\x8b\x08nothing", TYPED | {"Content-Encoding": "gzip"}),), False, None, 3),
    Fault("an empty body", STREAM, (Reply(200, b" \n", TYPED),), False, None, 3),
    Fault("no answer in time", STREAM, (Reply(stalls=True, length=9),), False, None, 3),
    Fault("an uncompressed body", STREAM, (Reply(200, TEXT, TYPED),), False, None, 2),
]  # fmt: skip

ALWAYS = [
    Fault("429 for ever", ADDRESS, (Reply(429),), True, "http_429", 3),
    Fault("503 for ever", ADDRESS, (Reply(503),), True, "http_503", 3),
    Fault("rest beyond patience", ADDRESS, (Reply(503, headers={"Retry-After": "7200"}),), True, "http_503", 1),
    Fault("half a body for ever", STREAM, (Reply(200, TEXT[:90], TYPED, length=999),), True, "truncated_body", 4),
    Fault("an empty body for ever", STREAM, (Reply(200, b"", TYPED),), True, "empty_file", 4),
    Fault("never an answer in time", STREAM, (Reply(stalls=True, length=9),), True, "timed_out", 4),
    Fault("a challenge under 200", ADDRESS, (Reply(200, CHALLENGE),), True, "challenge_page", 1),
    Fault("a challenge under 202", STREAM, (Reply(202, CHALLENGE),), True, "challenge_page", 2),
    Fault("a challenge under 403", STREAM, (Reply(403, CHALLENGE),), True, "challenge_page", 2),
    Fault("202 with a text", STREAM, (Reply(202, TEXT),), True, "http_202", 2),
    Fault("a PDF as XHTML", STREAM, (Reply(200, PDF, TYPED),), True, "pdf", 2),
    Fault("JSON as XHTML", STREAM, (Reply(200, b'{"error": "no"}', TYPED),), True, "no_judgment", 2),
    Fault("plain text as XHTML", STREAM, (Reply(200, b"Service busy.", TYPED),), True, "wrong_type", 2),
    Fault("an unknown encoding", STREAM, (Reply(200, TEXT, {"Content-Encoding": "br"}),), True, "unusable_answer", 4),
    Fault("304 without condition", STREAM, (Reply(304),), True, "http_304", 2),
    Fault("400", ADDRESS, (Reply(400),), True, "http_400", 1),
    Fault("404 though listed", ADDRESS, (Reply(404),), True, "not_found", 4),
    Fault("406 for every kind of text", ADDRESS, (Reply(406),), True, "no_stream", 4),
    Fault("500 for ever", ADDRESS, (Reply(500),), True, "http_500", 3),
    Fault("a redirect to nowhere", ADDRESS, (Reply(303),), True, "bad_redirect", 1),
    Fault("a redirect to a file", ADDRESS, (Reply(303, headers={"Location": "file:///x"}),), True, "bad_redirect", 1),
    Fault("a redirect in a circle", ADDRESS, (Reply(303, headers={"Location": ADDRESS}),), True, "redirect_loop", 5),
    Fault("a redirect to another host", ADDRESS, (Reply(303, headers={"Location": "https://example.org/"}),), True,
          "foreign_redirect", 1),
    Fault("a list without streams", ADDRESS, (Reply(300, b"<html></html>"),), True, "multiple_choice", 1),
]  # fmt: skip


def faulty(folder: Path, fault: Fault) -> Runs:
    with runs(folder, judgments=3, slice_months=6) as corpus:
        corpus.server.put_in_the_way(fault.path, *fault.replies, always=fault.always)
        corpus.fetch(replace(FAST, read_seconds=0.5) if fault.replies[0].stalls else FAST)
        return corpus


def requests(corpus: Runs) -> int:
    return len(corpus.server.asked(ADDRESS)) + len(corpus.server.asked(f"/resource/cellar/{CELEX}."))


@pytest.mark.parametrize("fault", ONCE, ids=lambda fault: fault.name)
def test_a_fault_that_passes_leaves_no_trace(tmp_path: Path, fault: Fault) -> None:
    corpus = faulty(tmp_path, fault)
    assert corpus.previous is not None
    found = row(corpus.previous, CELEX)
    assert (found["status"], found["error"], found["sha256"]) == ("ok", None, bytes_digest(TEXT))
    assert requests(corpus) == fault.requests
    if fault.seconds is not None:
        assert fault.seconds <= corpus.clock.seconds() < fault.seconds + 0.1


@pytest.mark.parametrize("fault", ALWAYS, ids=lambda fault: fault.name)
def test_a_fault_that_stays_is_recorded_and_never_a_document(tmp_path: Path, fault: Fault) -> None:
    corpus = faulty(tmp_path, fault)
    assert corpus.previous is not None
    found = row(corpus.previous, CELEX)
    assert (found["status"], found["sha256"], found["size"]) == ("failed", None, None)
    assert found["error"] == fault.code
    assert found["file_id"] == f"{CELEX}.en.failed"
    assert requests(corpus) == fault.requests
    assert corpus.previous.filter(status="ok").height == 2, "the other documents came"


@pytest.mark.parametrize(
    "fault",
    [fault for fault in ALWAYS if fault.code not in {"not_found", "no_stream", "http_304"}],
    ids=lambda fault: fault.name,
)
def test_a_document_that_was_here_stays_when_a_refresh_fails(tmp_path: Path, fault: Fault) -> None:
    with runs(tmp_path, judgments=3, slice_months=6) as corpus:
        first = corpus.fetch()
        corpus.server.put_in_the_way(fault.path, *fault.replies, always=True)
        second = corpus.fetch(replace(FAST, read_seconds=0.5) if fault.replies[0].stalls else FAST)
        assert second.raw_documents.equals(first.raw_documents)
        assert row(second.log, CELEX)["code"] == fault.code
        assert second.failed_share == 1 / 3


@pytest.mark.parametrize(("status", "code"), [(404, "not_found"), (410, "not_found"), (406, "no_stream")])
def test_a_document_that_the_source_no_longer_has_is_marked(tmp_path: Path, status: int, code: str) -> None:
    with runs(tmp_path, judgments=3, slice_months=6) as corpus:
        first = row(corpus.fetch().raw_documents, CELEX)
        corpus.server.put_in_the_way(ADDRESS, Reply(status), always=True)
        assert row(corpus.fetch().raw_documents, CELEX) == first | {"status": "vanished", "error": code}


def test_the_next_kind_of_text_and_the_next_language_are_asked_for(tmp_path: Path) -> None:
    formex = b'<?xml version="1.0" encoding="UTF-8"?><JUDGMENT><P>1</P></JUDGMENT>'
    with runs(tmp_path, judgments=3, slice_months=6) as corpus:
        corpus.server.listed["62023CJ0001"].texts = {("eng", "text/html"): b"<html><body><p>1</p></body></html>"}
        corpus.server.listed["62023CJ0002"].texts = {("eng", "application/xml;type=fmx4"): formex}
        corpus.server.listed["62023CJ0003"].texts = {("fra", XHTML): TEXT}
        found = corpus.fetch(languages=("eng", "fra")).raw_documents
        assert found["file_id"].to_list() == ["62023CJ0001.en.html", "62023CJ0002.en.fmx.xml", "62023CJ0003.fr.html"]
        assert found["media_type"].to_list() == ["text/html", "application/xml;type=fmx4", XHTML]
        wanted = [headers for _, headers in corpus.server.asked("/resource/celex/")]
        asked = [(headers["accept"], headers["accept-language"]) for headers in wanted]
        expected = [("text/html", "eng"), ("application/xml;type=fmx4", "eng"), (XHTML, "fra")]
        assert sorted(asked) == sorted(expected), "what the register lists is asked for first"


def test_without_a_listed_text_the_kinds_are_asked_for_in_order(tmp_path: Path) -> None:
    with runs(tmp_path, judgments=2, slice_months=6) as corpus:
        simplified = {("eng", "text/html;type=simplified"): b"<html><body><p>1</p></body></html>"}
        corpus.server.listed[CELEX].texts = simplified
        assert row(corpus.fetch().raw_documents, CELEX)["status"] == "ok"
        asked = [headers["accept"] for _, headers in corpus.server.asked(ADDRESS)]
        assert asked == [XHTML, "text/html", "text/html;type=simplified"]


def test_a_compressed_body_without_its_end_is_broken_off(tmp_path: Path) -> None:
    html = b"<html><body><p>1</p><p>The action is dismissed.</p>"
    half = Reply(
        200, gzip.compress(html)[:-8], {"Content-Type": "text/html", "Content-Encoding": "gzip"}, has_length=False
    )
    with runs(tmp_path, judgments=2, slice_months=6) as corpus:
        corpus.server.listed[CELEX].texts = {("eng", "text/html"): html}
        corpus.server.put_in_the_way(STREAM, half)
        assert row(corpus.fetch().raw_documents, CELEX)["sha256"] == bytes_digest(html)
        assert requests(corpus) == 3


def test_every_stream_of_a_list_is_kept_in_order(tmp_path: Path) -> None:
    with runs(tmp_path, judgments=2, slice_months=6) as corpus:
        folder = f"{corpus.server.base_url}/resource/cellar/x.0006.03"
        corpus.server.put_in_the_way(ADDRESS, Reply(300, LISTING.format(folder).encode()), always=True)
        parts = [judgment_text(CELEX, "Part one."), judgment_text(CELEX, "Part two.")]
        for number, part in enumerate(parts, 1):
            reply = Reply(200, part, TYPED | {"ETag": f'"{number}"'})
            corpus.server.put_in_the_way(f"/resource/cellar/x.0006.03/DOC_{number}", reply, always=True)
        found = corpus.fetch().raw_documents.filter(doc_id=CELEX)
        assert found["file_id"].to_list() == [f"{CELEX}.en.html", f"{CELEX}.en.html.2"]
        assert found["sha256"].to_list() == [bytes_digest(part) for part in parts]


def test_streams_of_a_list_that_are_no_text_are_left_out(tmp_path: Path) -> None:
    formex = b'<?xml version="1.0" encoding="UTF-8"?><JUDGMENT><P>1</P></JUDGMENT>'
    notice = b'<?xml version="1.0" encoding="UTF-8"?><DOC><BIB.DOC/></DOC>'
    with runs(tmp_path, judgments=2, slice_months=6) as corpus:
        corpus.server.listed[CELEX].texts = {("eng", "application/xml;type=fmx4"): formex}
        folder = f"{corpus.server.base_url}/resource/cellar/x.0006.02"
        corpus.server.put_in_the_way(ADDRESS, Reply(300, LISTING.format(folder).encode()), always=True)
        corpus.server.put_in_the_way("/resource/cellar/x.0006.02/DOC_1", Reply(200, notice), always=True)
        corpus.server.put_in_the_way("/resource/cellar/x.0006.02/DOC_2", Reply(200, formex), always=True)
        found = corpus.fetch().raw_documents.filter(doc_id=CELEX)
        assert found["file_id"].to_list() == [f"{CELEX}.en.fmx.xml"]
        assert found["sha256"].to_list() == [bytes_digest(formex)]


def test_a_source_that_fails_document_after_document_is_left_alone(tmp_path: Path) -> None:
    with runs(tmp_path, judgments=30, slice_months=6) as corpus:
        for celex in list(corpus.server.listed)[10:]:
            corpus.server.put_in_the_way(f"/resource/celex/{celex}", Reply(200, CHALLENGE), always=True)
        with pytest.raises(SourceUnavailableError, match=r"challenge_page.*last tables stay"):
            corpus.fetch(replace(FAST, give_up_after=5))
        assert len(corpus.server.asked("/resource/celex/")) < 30
        corpus.server.clear()
        result = corpus.fetch()
        assert result.raw_documents.filter(status="ok").height == 30
        assert 20 <= len(corpus.server.asked("/resource/celex/")) < 30, "the ten that came are not asked for again"


def test_a_source_that_has_none_of_the_documents_counts_as_unavailable(tmp_path: Path) -> None:
    with runs(tmp_path, judgments=3, slice_months=6) as corpus:
        first = corpus.fetch()
        for celex in corpus.server.listed:
            corpus.server.put_in_the_way(f"/resource/celex/{celex}", Reply(404), always=True)
        with pytest.raises(SourceUnavailableError, match="none of 3 documents; 62023CJ0001"):
            corpus.fetch()
        corpus.server.clear()
        assert corpus.fetch().raw_documents.equals(first.raw_documents)


def test_a_file_above_the_limit_is_not_taken(tmp_path: Path) -> None:
    with runs(tmp_path, judgments=2, slice_months=6) as corpus:
        corpus.server.add(1, wording="word " * 10_000)
        found = row(corpus.fetch(replace(FAST, max_bytes=10_000)).raw_documents, CELEX)
        assert found["error"] == "too_large"
        assert requests(corpus) == 2, "asking again would not make it smaller"
