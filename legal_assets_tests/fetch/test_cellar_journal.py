"""The journal of a refresh, bounded parallel work, progress, and the plan of a dry run."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_assets.fetch.cellar import fetch_cellar
from legal_assets.fetch.cellar_plan import plan_cellar
from legal_assets.fetch.crawl import Progress, duration, in_parallel
from legal_assets.fetch.journal import Journal
from legal_assets.fetch.outcomes import KnownFile, Outcome, outcome_line, outcome_of
from legal_assets_tests.fetch.cellar_runs import FAST, WINDOW, runs, seeded
from legal_assets_tests.fetch.cellar_server import NOON

DAY = timedelta(days=1)


def opened(path: Path, key: str = "k", now: timedelta = timedelta()) -> Journal:
    return Journal(path, key, NOON + now, DAY)


def test_an_unfinished_refresh_is_taken_up(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "journal.jsonl"
    with opened(path) as journal:
        assert not journal.is_resumed
        journal.append("document", doc_id="a")
    with opened(path, now=timedelta(hours=23)) as journal:
        assert journal.is_resumed
        assert journal.entries == ({"kind": "document", "doc_id": "a"},)
        journal.append("document", doc_id="b")
    with opened(path) as journal:
        assert [entry["doc_id"] for entry in journal.entries] == ["a", "b"]


@pytest.mark.parametrize(("key", "age", "finish"), [("other", 0, False), ("k", 25, False), ("k", 0, True)])
def test_a_finished_an_old_or_another_refresh_is_not(tmp_path: Path, key: str, age: int, finish: bool) -> None:
    path = tmp_path / "journal.jsonl"
    with opened(path) as journal:
        journal.append("document", doc_id="a")
        if finish:
            journal.finish()
    with opened(path, key, timedelta(hours=age)) as journal:
        assert not journal.is_resumed
        assert journal.entries == ()


@given(cut=st.integers(0, 400), tail=st.binary(max_size=20))
def test_a_line_cut_off_anywhere_is_dropped_and_the_next_is_whole(
    tmp_path_factory: pytest.TempPathFactory, cut: int, tail: bytes
) -> None:
    path = tmp_path_factory.mktemp("journal") / "journal.jsonl"
    with opened(path) as journal:
        for number in range(4):
            journal.append("document", doc_id=f"é{number}")
    whole = path.read_bytes()
    path.write_bytes(whole[: min(cut, len(whole))])
    kept = whole[:cut].count(b"\n") - 1
    with opened(path) as journal:
        assert [entry["doc_id"] for entry in journal.entries] == [f"é{number}" for number in range(max(kept, 0))]
        journal.append("document", doc_id="next")
    with path.open("ab") as stream:
        stream.write(tail.replace(b"\n", b""))
    with opened(path) as journal:
        assert journal.entries[-1]["doc_id"] == "next"


def test_an_outcome_survives_the_journal() -> None:
    file = KnownFile("a.en.html", "en", "cellar/a/DOC_1", "text/html", "00", 7, None, "Mon")
    outcome = Outcome("a", "fetched", True, (file,), None, None)
    assert outcome_of({"kind": "document", **outcome_line(outcome)}) == outcome


@pytest.mark.parametrize(
    ("code", "is_source_fault"),
    [
        ("http_503", True),
        ("http_429", True),
        ("timed_out", True),
        ("challenge_page", True),
        ("http_400", False),
        ("pdf", False),
    ],
)
def test_faults_of_the_source_are_told_from_those_of_a_document(code: str, is_source_fault: bool) -> None:
    assert Outcome("a", "failed", True, (), code, "").is_source_fault is is_source_fault
    assert not Outcome("a", "vanished", True, (), code, "").is_source_fault


@given(st.lists(st.integers()), st.integers(1, 5))
def test_every_task_is_done_once(tasks: list[int], workers: int) -> None:
    taken: list[int] = []
    in_parallel(lambda task: task * 2, tasks, taken.append, workers=workers, stop=threading.Event())
    assert sorted(taken) == sorted(task * 2 for task in tasks)


def test_few_tasks_wait_and_an_error_ends_the_others() -> None:
    begun: list[int] = []
    stop = threading.Event()

    def tasks() -> Iterator[int]:
        for number in range(1000):
            begun.append(number)
            yield number

    def fail(_: int) -> None:
        raise ValueError("enough")

    with pytest.raises(ValueError, match="enough"):
        in_parallel(lambda task: task, tasks(), fail, workers=3, stop=stop)
    assert stop.is_set()
    assert len(begun) == 2 * 3


def test_progress_tells_rate_and_time_left() -> None:
    progress = Progress("documents", done=700, total=1000, done_now=100, seconds=50)
    assert progress.per_second == 100 / 50
    assert progress.seconds_left == 300 / 2
    assert str(progress) == "documents: 700 of 1,000, 2.0 a second, 2 min 30 s left"
    assert str(Progress("documents", 0, 5, 0, 0)) == "documents: 0 of 5, 0.0 a second"


@pytest.mark.parametrize(("seconds", "text"), [(7.4, "7 s"), (200, "3 min 20 s"), (7500, "2 h 05 min")])
def test_durations_are_said_as_people_say_them(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def test_progress_is_told_for_every_stage(tmp_path: Path) -> None:
    told: list[Progress] = []
    with runs(tmp_path, judgments=5) as corpus:
        fetch_cellar(
            corpus.request(),
            politeness=FAST,
            clock=corpus.clock.clock(),
            random=seeded(),
            raw=corpus.raw,
            journal=corpus.journal,
            progress=told.append,
        )
    stages = [(each.stage, each.done, each.total) for each in told if each.done == each.total]
    assert stages == [("register of judgments", 6, 6), ("documents", 5, 5), ("register of citations", 5, 5)]


def test_a_plan_asks_nothing_and_says_what_a_run_would(tmp_path: Path) -> None:
    with runs(tmp_path, judgments=60) as corpus:
        request = corpus.request()
        first = plan_cellar(request, FAST)
        assert (first.register_requests, first.documents, first.requests) == (6, None, 1 + 6 + 6)
        assert corpus.server.log == []
        result = corpus.fetch()
        plan = plan_cellar(request, FAST, result.raw_documents, result.register)
        assert (plan.documents, plan.conditional) == (60, 60)
        corpus.server.clear()
        refresh = corpus.fetch()
        assert plan.requests == refresh.traffic.requests == len(corpus.server.log) == 1 + 6 + 6 + 120


def test_a_plan_reads_well() -> None:
    text = "\n".join(plan_cellar(replace(WINDOW, first=date(2000, 1, 1)), replace(FAST, per_second=5)).lines())
    assert "CJ from 2000-01-01 to 2024-06-30 in eng" in text
    assert "register    294 requests" in text
    assert "unknown before the register is read; 2 requests each, 0.4 s" in text
    assert "at least 589 requests, 1 min 58 s at 5 a second, 2 at once" in text
