"""First run, unchanged refresh, changed, vanished and returning documents: requests sent and tables left."""

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import polars as pl
import pytest

from legal_assets.fetch.cellar import CellarResult, UnfinishedError
from legal_assets.fetch.exchange import SourceUnavailableError
from legal_assets.schemas import RAW_DOCUMENTS
from legal_assets.storage.digests import bytes_digest, frame_digest
from legal_assets_tests.fetch.cellar_runs import FAST, row, runs
from legal_assets_tests.fetch.cellar_server import NOON, Reply, judgment_text

MONTHS = 6
ROBOTS = 1
REGISTERS = 2 * MONTHS


def verdicts(result: CellarResult) -> dict[str, int]:
    return dict(result.log["verdict"].value_counts().iter_rows())


def content(result: CellarResult) -> str:
    return frame_digest(result.raw_documents, RAW_DOCUMENTS.content)


def test_requests_of_a_first_run_an_unchanged_refresh_and_one_with_three_changes_of_sixty(tmp_path: Path) -> None:
    with runs(tmp_path, judgments=60) as corpus:
        first = corpus.fetch()
        assert verdicts(first) == {"fetched": 60}
        assert first.traffic.requests == ROBOTS + REGISTERS + 60 * 2
        assert (first.traffic.conditional, first.traffic.statuses[303], first.traffic.not_modified) == (0, 60, 0)

        unchanged = corpus.fetch()
        assert verdicts(unchanged) == {"unchanged": 60}
        assert unchanged.traffic.requests == ROBOTS + REGISTERS + 60 * 2
        assert (unchanged.traffic.conditional, unchanged.traffic.not_modified) == (60, 60)
        assert unchanged.raw_documents.equals(first.raw_documents)

        for number in (3, 30, 60):
            corpus.server.add(number, wording=f"Judgment {number} was corrected.")
        changed = corpus.fetch()
        assert verdicts(changed) == {"unchanged": 57, "replaced": 3}
        assert (changed.traffic.conditional, changed.traffic.not_modified) == (60, 57)
        new = judgment_text("62023CJ0030", "Judgment 30 was corrected.")
        old = judgment_text("62023CJ0030")
        assert row(changed.raw_documents, "62023CJ0030")["sha256"] == bytes_digest(new)
        assert corpus.raw.get("cjeu", bytes_digest(old)) == old
        registers = sum(len(corpus.raw.get("cjeu", sha256)) for sha256 in changed.answers["sha256"])
        three = sum(len(judgment_text(f"62023CJ{n:04d}", f"Judgment {n} was corrected.")) for n in (3, 30, 60))
        assert changed.traffic.body_bytes == registers + three


def test_a_row_says_where_a_file_came_from(tmp_path: Path) -> None:
    with runs(tmp_path, judgments=1) as corpus:
        found = row(corpus.fetch().raw_documents, "62023CJ0001")
        text = judgment_text("62023CJ0001")
        assert found["file_id"] == "62023CJ0001.en.html"
        assert (found["source"], found["status"], found["error"]) == ("live", "ok", None)
        assert (found["ecli"], found["language"]) == ("EU:C:2024:1", "en")
        assert found["url"] == "/resource/celex/62023CJ0001", "the port of this machine is not recorded"
        assert found["name"] == "cellar/62023CJ0001.0000.03/DOC_1"
        assert (found["media_type"], found["size"]) == ("application/xhtml+xml", len(text))
        assert corpus.raw.get("cjeu", found["sha256"]) == text


def test_a_vanished_document_is_marked_keeps_its_bytes_and_may_come_back(tmp_path: Path) -> None:
    with runs(tmp_path, judgments=3) as corpus:
        before = row(corpus.fetch().raw_documents, "62023CJ0002")
        listed = corpus.server.listed.pop("62023CJ0002")
        gone = corpus.fetch()
        assert verdicts(gone) == {"unchanged": 2, "vanished": 1}
        found = row(gone.raw_documents, "62023CJ0002")
        assert (found["status"], found["error"], found["sha256"]) == ("vanished", "not_found", before["sha256"])
        assert corpus.raw.get("cjeu", found["sha256"])

        corpus.server.clear()
        still_gone = corpus.fetch()
        assert still_gone.raw_documents.equals(gone.raw_documents)
        assert corpus.server.asked("/resource/celex/62023CJ0002") == [], (
            "what vanished is not asked for at every refresh"
        )

        corpus.server.listed["62023CJ0002"] = listed
        back = corpus.fetch()
        assert row(back.raw_documents, "62023CJ0002") == before
        assert back.traffic.not_modified == 3, "the bytes that came back were still here"


def test_a_document_that_only_the_register_forgot_stays(tmp_path: Path) -> None:
    with runs(tmp_path, judgments=3) as corpus:
        first = corpus.fetch()
        corpus.server.unlisted.add("62023CJ0002")
        second = corpus.fetch()
        assert second.raw_documents.equals(first.raw_documents)
        logged = row(second.log, "62023CJ0002")
        assert (logged["verdict"], logged["is_listed"]) == ("unchanged", False)


def test_what_lies_outside_a_narrower_window_leaves_the_table_unasked(tmp_path: Path) -> None:
    with runs(tmp_path, judgments=12) as corpus:
        corpus.fetch()
        corpus.server.clear()
        narrow = corpus.fetch(last=date(2024, 1, 31))
        assert narrow.raw_documents["doc_id"].to_list() == ["62023CJ0006", "62023CJ0012"]
        assert len(corpus.server.asked("/resource/celex/")) == 2


def test_the_same_bytes_under_a_new_time_of_change_are_no_change(tmp_path: Path) -> None:
    with runs(tmp_path, judgments=2) as corpus:
        first = corpus.fetch()
        path = "/resource/cellar/62023CJ0001.0000.03/DOC_1"
        corpus.server.put_in_the_way(path, Reply(200, judgment_text("62023CJ0001"), {"ETag": '"other"'}))
        second = corpus.fetch()
        assert verdicts(second) == {"unchanged": 2}
        assert content(second) == content(first)
        assert row(second.raw_documents, "62023CJ0001")["etag"] == '"other"'


def test_bytes_lost_from_the_raw_store_are_asked_for_without_condition(tmp_path: Path) -> None:
    with runs(tmp_path, judgments=2) as corpus:
        found = row(corpus.fetch().raw_documents, "62023CJ0001")
        Path(str(corpus.raw.path("cjeu", found["sha256"]))).unlink()
        again = corpus.fetch()
        assert (again.traffic.conditional, verdicts(again)) == (1, {"unchanged": 2})
        assert corpus.raw.get("cjeu", found["sha256"]) == judgment_text("62023CJ0001")


def test_times_of_fetching_are_those_of_the_bytes(tmp_path: Path) -> None:
    with runs(tmp_path, judgments=2) as corpus:
        corpus.fetch()
        corpus.server.add(2, wording="Corrected.")
        corpus.clock.now = NOON + timedelta(days=9)
        assert corpus.fetch().raw_documents["fetched_at"].to_list() == [NOON, NOON + timedelta(days=9)]


def test_bytes_lost_between_a_kill_and_the_next_start_are_fetched_again(tmp_path: Path) -> None:
    with runs(tmp_path, judgments=12) as corpus:
        with pytest.raises(UnfinishedError):
            corpus.fetch(replace(FAST, per_second=1, run_seconds=12.0))
        fetched = list(dict.fromkeys(target for target, _ in corpus.server.asked("/resource/cellar/")))
        lost = fetched[0].split("/")[3].partition(".")[0]
        Path(str(corpus.raw.path("cjeu", bytes_digest(judgment_text(lost))))).unlink()
        corpus.server.clear()
        result = corpus.fetch()
        assert corpus.raw.get("cjeu", row(result.raw_documents, lost)["sha256"]) == judgment_text(lost)
        assert len(corpus.server.asked(f"/resource/celex/{lost}")) == 1


def test_pages_lost_between_a_kill_and_the_next_start_are_asked_for_again(tmp_path: Path) -> None:
    with runs(tmp_path, judgments=12) as corpus:
        with pytest.raises(UnfinishedError):
            corpus.fetch(replace(FAST, per_second=1, run_seconds=9.0))
        for page in Path(str(corpus.raw.path("cjeu", "x"))).parent.iterdir():
            page.unlink()
        assert corpus.fetch().raw_documents.filter(status="ok").height == 12


def test_rows_of_imported_files_are_left_to_the_import(tmp_path: Path) -> None:
    with runs(tmp_path, judgments=1) as corpus:
        first = corpus.fetch().raw_documents
        corpus.previous = pl.concat([first, first.with_columns(source=pl.lit("import"), doc_id=pl.lit("62020CJ0009"))])
        assert corpus.fetch().raw_documents.equals(first)


def test_a_failing_refresh_keeps_the_row_and_counts_as_failed(tmp_path: Path) -> None:
    with runs(tmp_path, judgments=4) as corpus:
        first = corpus.fetch()
        corpus.server.put_in_the_way("/resource/celex/62023CJ0001", Reply(503), always=True)
        second = corpus.fetch()
        assert second.raw_documents.equals(first.raw_documents)
        assert (second.asked, second.failed_share) == (4, 1 / 4)
        assert row(second.log, "62023CJ0001")["code"] == "http_503"


@pytest.mark.parametrize(
    ("path", "reply"),
    [
        ("/robots.txt", Reply(503)),
        ("/webapi/rdf/sparql", Reply(503)),
        ("/webapi/rdf/sparql", Reply(200, b'{"results": {"bindings": []}}')),
        ("/webapi/rdf/sparql", Reply(200, b"<html><body>Busy</body></html>")),
    ],
)
def test_a_source_that_answers_nothing_raises_and_the_journal_goes_on_later(
    tmp_path: Path, path: str, reply: Reply
) -> None:
    with runs(tmp_path, judgments=2) as corpus:
        first = corpus.fetch()
        corpus.server.put_in_the_way(path, reply, always=True)
        with pytest.raises(SourceUnavailableError, match=r"last tables stay|nothing else was asked"):
            corpus.fetch()
        corpus.server.clear()
        assert corpus.fetch().raw_documents.equals(first.raw_documents)


def test_citations_that_cannot_be_had_do_not_hold_the_documents_up(tmp_path: Path) -> None:
    with runs(tmp_path, judgments=2) as corpus:
        corpus.server.on_query = lambda text: Reply(503) if "work_cites_work" in text else None
        result = corpus.fetch()
        assert result.raw_documents.height == 2
        assert result.citations is None
        assert "citations" in (result.citations_problem or "")
