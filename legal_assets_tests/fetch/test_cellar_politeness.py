"""Rate, places, rest, waits, robots.txt, and the address that is asked."""

import threading
from dataclasses import replace
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path
from urllib.parse import quote, unquote

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_assets.fetch.cellar import UnfinishedError
from legal_assets.fetch.cellar_request import PUBLIC_URL, document_path
from legal_assets.fetch.exchange import Exchange, SourceUnavailableError, open_client
from legal_assets.fetch.negotiation import DocumentError, Negotiator, list_items, stream_name
from legal_assets.fetch.outcomes import Wanted
from legal_assets.fetch.politeness import HostGate, Politeness, StoppedError, parse_retry_after
from legal_assets.storage.raw import RawStore, open_root
from legal_assets_tests.fetch.cellar_runs import FAST, WINDOW, row, runs, seeded
from legal_assets_tests.fetch.cellar_server import NOON, FakeClock, Listed, Reply, judgment_text
from legal_assets_tests.passages.real_files import CJEU, needs_real_files


@given(st.integers(0, 10**9))
def test_retry_after_in_seconds(seconds: int) -> None:
    assert parse_retry_after(f" {seconds} ", NOON) == float(seconds)


@given(st.datetimes(timezones=st.just(UTC)), st.datetimes(timezones=st.just(UTC)))
def test_retry_after_as_a_date(until: datetime, now: datetime) -> None:
    until = until.replace(microsecond=0, year=max(until.year, 1900))
    expected = max(0.0, (until - now).total_seconds())
    assert parse_retry_after(format_datetime(until, usegmt=True), now) == expected
    assert parse_retry_after(f"{until:%a, %d %b %Y %H:%M:%S} -0000", now) == expected


@given(st.text())
def test_retry_after_is_never_below_zero_and_never_fails(text: str) -> None:
    seconds = parse_retry_after(text, NOON)
    assert seconds is None or seconds >= 0


@pytest.mark.parametrize("text", [None, "", "soon", "-5", "1.5", "٣", "Sun, 99 Foo 2026 12:00:45 GMT", "Sun, 01 Mar"])
def test_retry_after_that_says_nothing(text: str | None) -> None:
    assert parse_retry_after(text, NOON) is None


@given(st.text(min_size=1))
def test_addresses_encode_every_reserved_character(celex: str) -> None:
    celex = celex.encode("utf-8", "ignore").decode()
    path = document_path(celex)
    encoded = path.removeprefix("/resource/celex/")
    assert unquote(encoded) == celex
    assert set(encoded) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-~%")
    assert httpx.URL(f"{PUBLIC_URL}{path}").raw_path.decode() == path or encoded in {".", ".."}


def test_a_suffixed_number_goes_over_the_wire_encoded(tmp_path: Path) -> None:
    with runs(tmp_path, judgments=1) as corpus:
        listed = corpus.server.listed["62023CJ0001"]
        celex = "62023CJ0002(01)"
        texts = {("eng", "application/xhtml+xml"): judgment_text(celex)}
        corpus.server.listed[celex] = Listed(celex, listed.date, "ECLI:EU:C:2024:9", texts)
        found = row(corpus.fetch().raw_documents, "62023CJ0002_01")
        assert (found["file_id"], found["url"]) == ("62023CJ0002_01.en.html", "/resource/celex/62023CJ0002%2801%29")
        assert corpus.server.asked("/resource/celex/62023CJ0002%2801%29")


@given(st.integers(1, 40), st.floats(0.1, 50), st.integers(1, 4))
def test_a_gate_keeps_the_rate(requests: int, per_second: float, at_once: int) -> None:
    clock = FakeClock()
    gate = HostGate(per_second, at_once, clock.clock())
    for _ in range(requests):
        with gate.turn():
            pass
    assert clock.seconds() == pytest.approx((requests - 1) / per_second)


def test_a_gate_lets_so_many_through_at_once_and_none_while_the_host_rests() -> None:
    clock = FakeClock()
    gate = HostGate(1e9, 3, clock.clock())
    inside, most, lock, all_in = 0, 0, threading.Lock(), threading.Barrier(3, timeout=5)

    def visit() -> None:
        nonlocal inside, most
        with gate.turn():
            with lock:
                inside += 1
                most = max(most, inside)
            all_in.wait()
            with lock:
                inside -= 1

    visitors = [threading.Thread(target=visit) for _ in range(9)]
    for visitor in visitors:
        visitor.start()
    for visitor in visitors:
        visitor.join()
    assert most == 3
    gate.rest(30)
    gate.rest(10)
    with gate.turn():
        assert clock.seconds() == pytest.approx(30)


def test_a_run_that_is_stopped_does_not_wait_on() -> None:
    clock = FakeClock()
    gate = HostGate(1.0, 1, clock.clock())
    gate.rest(600)
    gate.stop.set()
    with pytest.raises(StoppedError), gate.turn():
        pass
    assert clock.seconds() == 0


def test_a_refusal_makes_every_question_wait_but_only_once(tmp_path: Path) -> None:
    with runs(tmp_path, judgments=6) as corpus:
        corpus.server.put_in_the_way("/resource/celex/62023CJ0001", Reply(429, headers={"Retry-After": "20"}))
        corpus.fetch()
        assert 20 <= corpus.clock.seconds() < 20.1


@given(st.integers(1, 2000), st.integers())
def test_waits_double_up_to_the_longest_and_are_shortened_by_chance(attempt: int, seed: int) -> None:
    politeness = Politeness("tests", first_wait=1, longest_wait=60)
    longest = min(60.0, 2.0 ** min(attempt - 1, 60))
    assert longest / 2 <= politeness.wait(attempt, seeded(seed)) <= longest


def test_waits_follow_from_the_seed(tmp_path: Path) -> None:
    slept = []
    for name in ("a", "b"):
        with runs(tmp_path / name, judgments=2) as corpus:
            corpus.server.put_in_the_way("/robots.txt", Reply(503), Reply(503))
            corpus.fetch()
            slept.append([sleep for sleep in corpus.clock.sleeps if sleep > 0.1])
    assert slept[0] == slept[1]
    assert 0.5 + 1 <= sum(slept[0]) <= 1 + 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"user_agent": " "}, "user agent is empty"),
        ({"per_second": 0}, "per_second is 0"),
        ({"at_once": -1}, "at_once"),
    ],
)
def test_rude_settings_are_refused(change: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        replace(FAST, **change)  # type: ignore[arg-type]  # one field at a time


def test_every_request_says_who_asks_and_takes_gzip(tmp_path: Path) -> None:
    with runs(tmp_path, judgments=2) as corpus:
        corpus.fetch()
        assert {headers["user-agent"] for _, headers in corpus.server.log} == {FAST.user_agent}
        assert {headers["accept-encoding"] for _, headers in corpus.server.log} == {"gzip"}
        languages = {headers["accept-language"] for _, headers in corpus.server.asked("/resource/")}
        assert languages == {"eng"}


def test_robots_rules_are_asked_for_first_and_kept_to(tmp_path: Path) -> None:
    with runs(tmp_path, judgments=3) as corpus:
        corpus.server.robots = Reply(200, b"User-agent: *\nCrawl-delay: 10\nDisallow: /resource/celex/62023CJ0002\n")
        result = corpus.fetch()
        assert corpus.server.log[0][0] == "/robots.txt"
        assert row(result.raw_documents, "62023CJ0002")["error"] == "robots_refused"
        assert row(result.log, "62023CJ0002")["detail"].startswith("robots.txt does not allow")
        assert corpus.server.asked("/resource/celex/62023CJ0002") == []
        assert corpus.clock.seconds() >= 10 * (len(corpus.server.log) - 2)


def test_robots_rules_may_close_the_whole_source(tmp_path: Path) -> None:
    with runs(tmp_path, judgments=3) as corpus:
        corpus.server.robots = Reply(200, b"User-agent: legal-assets-tests\nDisallow: /\n")
        with pytest.raises(SourceUnavailableError, match=r"robots\.txt does not allow"):
            corpus.fetch()
        assert len(corpus.server.log) == 1
        assert corpus.fetch(replace(FAST, obey_robots=False)).raw_documents.height == 3


def test_the_time_for_a_run_ends_it_and_the_next_goes_on(tmp_path: Path) -> None:
    with runs(tmp_path, judgments=20) as corpus:
        slow = replace(FAST, per_second=1, run_seconds=30.0)
        with pytest.raises(
            UnfinishedError, match=r"time for a run \(30 s\) is over at .* of 20 \(documents.*Run again"
        ):
            corpus.fetch(slow)
        asked = {target for target, _ in corpus.server.asked("/resource/celex/")}
        corpus.server.clear()
        assert corpus.fetch().raw_documents.height == 20
        again = {target for target, _ in corpus.server.asked("/resource/celex/")}
        assert len(asked & again) <= 2 * FAST.at_once, "at most what was under way is asked for again"
        assert corpus.server.asked("/webapi/rdf/sparql?query=PREFIX+cdm") != [], "the citations were not read before"


def negotiator(base_url: str, folder: Path) -> Negotiator:
    clock = FakeClock().clock()
    exchange = Exchange(open_client(base_url, FAST), FAST, clock, HostGate(1.0, 1, clock), seeded())
    return Negotiator(replace(WINDOW, base_url=base_url), exchange, RawStore(open_root(str(folder))))


@pytest.mark.parametrize(
    ("base", "location", "target"),
    [
        (PUBLIC_URL, "http://publications.europa.eu/resource/cellar/a/DOC_1", f"{PUBLIC_URL}/resource/cellar/a/DOC_1"),
        (PUBLIC_URL, "http://publications.europa.eu:80/a", f"{PUBLIC_URL}/a"),
        (PUBLIC_URL, "https://publications.europa.eu:443/a#top", "https://publications.europa.eu:443/a"),
        (PUBLIC_URL, "../cellar/a", f"{PUBLIC_URL}/resource/cellar/a"),
        ("http://127.0.0.1:81", "http://127.0.0.1:81/a", "http://127.0.0.1:81/a"),
        ("http://127.0.0.1:81", "http://localhost:81/a", "http://localhost:81/a"),
        ("http://mirror.example:8080", "http://mirror.example:8080/a", "http://mirror.example:8080/a"),
    ],
)
def test_redirects_stay_on_the_host_and_gain_tls(tmp_path: Path, base: str, location: str, target: str) -> None:
    assert negotiator(base, tmp_path)._target(f"{base}/resource/celex/1", location) == target


@pytest.mark.parametrize(
    ("base", "location"),
    [
        (PUBLIC_URL, "https://eur-lex.europa.eu/legal-content/"),
        (PUBLIC_URL, "https://publications.europa.eu.example.org/"),
        (PUBLIC_URL, "http://publications.europa.eu:8080/a"),
        (PUBLIC_URL, "http://127.0.0.1/a"),
        (PUBLIC_URL, "ftp://publications.europa.eu/a"),
        (PUBLIC_URL, "http://[::1"),
        (PUBLIC_URL, "https://publications.europa.eu:99999/a"),
        (PUBLIC_URL, ""),
        ("http://127.0.0.1:81", "http://127.0.0.1:82/a"),
        ("http://127.0.0.1:81", "https://publications.europa.eu/a"),
    ],
)
def test_redirects_to_elsewhere_are_refused(tmp_path: Path, base: str, location: str) -> None:
    with pytest.raises(DocumentError, match="leads to"):
        negotiator(base, tmp_path)._target(f"{base}/resource/celex/1", location)


@needs_real_files
def test_a_real_list_names_a_description_and_the_text() -> None:
    listing = (CJEU / "http_traps/cellar-300-multiple-choice.32016R0679.fmx4.html").read_text()
    folder = "http://publications.europa.eu/resource/cellar/3e485e15-11bd-11e6-ba9a-01aa75ed71a1.0006.02"
    assert listing.count(f'href="{folder}/DOC_') == 2
    assert list_items(listing) == [f"{folder}/DOC_2"]
    assert stream_name(f"{folder}/DOC_2") == "cellar/3e485e15-11bd-11e6-ba9a-01aa75ed71a1.0006.02/DOC_2"


@needs_real_files
def test_a_real_challenge_page_never_becomes_a_document(tmp_path: Path) -> None:
    with runs(tmp_path, judgments=2) as corpus:
        challenge = (CJEU / "http_traps/aws-waf-challenge.html").read_bytes()
        corpus.server.put_in_the_way("/resource/celex/62023CJ0001", Reply(200, challenge), always=True)
        found = row(corpus.fetch().raw_documents, "62023CJ0001")
        assert (found["status"], found["error"]) == ("failed", "challenge_page")


def test_streams_are_numbered_not_lettered() -> None:
    text = "".join(f'<a href="/resource/cellar/x/DOC_{number}">' for number in (10, 2, 1, 2))
    assert [quote(url) for url in list_items(text)] == [f"/resource/cellar/x/DOC_{number}" for number in (1, 2, 10)]


def test_a_slow_body_is_not_waited_for_beyond_the_limit(tmp_path: Path) -> None:
    with runs(tmp_path, judgments=2) as corpus:
        clock = corpus.clock.clock()
        ticks = iter(range(10**9))
        hasty = replace(clock, seconds=lambda: float(next(ticks)))
        exchange = Exchange(
            open_client(corpus.server.base_url, FAST),
            replace(FAST, answer_seconds=0.5, read_seconds=0.5, attempts=1),
            hasty,
            HostGate(1e9, 1, hasty),
            seeded(),
        )
        found = Negotiator(corpus.request(), exchange, corpus.raw).fetch(
            Wanted("62023CJ0001", "62023CJ0001", (), (), True)
        )
        assert (found.verdict, found.code) == ("failed", "timed_out")
