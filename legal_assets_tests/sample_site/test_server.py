import gzip
import http.client
import json
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from datetime import date
from urllib.parse import quote, urlencode, urlsplit

import pytest

from legal_assets.sample_site.faults import Fault
from legal_assets.sample_site.server import ENDPOINT, SampleSite

XHTML = {"Accept": "application/xhtml+xml", "Accept-Language": "eng"}
CELEX = "62014CJ1212"
LISTING = """
# a comment with LIMIT 1
SELECT ?celex ?ecli ?date ?title ?work ?language ?type
WHERE {{
  {{
    SELECT DISTINCT ?celex ?ecli ?date ?title ?work ?language ?type
    WHERE {{
      ?work cdm:work_date_document ?date .
      FILTER (?date >= "{first}"^^xsd:date && ?date < "{after}"^^xsd:date)
      FILTER REGEX(?celex, "^6[0-9]{{4}}(CJ)[0-9]{{4}}([(][0-9]{{2}}[)])?$")
      FILTER (?language IN (lang:ENG))
    }}
    ORDER BY ?celex ?language ?type
  }}
}}
LIMIT {limit}
OFFSET {offset}
"""
CITING = """
SELECT ?citing ?cited ?citing_fragment ?cited_fragment
WHERE {{
  ?work cdm:work_date_document ?date ; cdm:work_cites_work ?target .
  FILTER (?date >= "{first}"^^xsd:date && ?date < "{after}"^^xsd:date)
  FILTER REGEX(?cited, "^6")
}}
"""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes


def ask(
    site: SampleSite,
    target: str,
    headers: Mapping[str, str] = {},
    *,
    method: str = "GET",
    body: bytes | None = None,
) -> Answer:
    connection = http.client.HTTPConnection(urlsplit(site.base_url).netloc, timeout=10)
    try:
        connection.request(method, target, body, dict(headers))
        response = connection.getresponse()
        return Answer(response.status, {k.lower(): v for k, v in response.getheaders()}, response.read())
    finally:
        connection.close()


def follow(site: SampleSite, celex: str, headers: Mapping[str, str] = XHTML) -> str:
    """The path to which a document's address redirects."""
    answer = ask(site, f"/resource/celex/{quote(celex, safe='')}", headers)
    assert answer.status == 303
    return answer.headers["location"].removeprefix(site.base_url)


def select(site: SampleSite, query: str) -> list[dict[str, str]]:
    answer = ask(site, f"{ENDPOINT}?{urlencode({'query': query})}")
    assert answer.status == 200
    return [
        {name: cell["value"] for name, cell in row.items()} for row in json.loads(answer.body)["results"]["bindings"]
    ]


@pytest.fixture(scope="module")
def open_site() -> Iterator[SampleSite]:
    with SampleSite() as opened:
        yield opened


@pytest.fixture
def site(open_site: SampleSite) -> SampleSite:
    """The site as it is at the start."""
    open_site.faults.clear()
    open_site.requests.clear()
    for celex in open_site.corpus.celex_ids:
        open_site.repository.restore(celex)
    return open_site


def test_an_address_redirects_to_the_bytes_of_the_document(site: SampleSite) -> None:
    path = follow(site, CELEX)
    assert path.startswith("/resource/cellar/")
    assert path.endswith(".0006.03/DOC_1")
    answer = ask(site, path)
    assert answer.status == 200
    assert answer.headers["content-type"] == "application/xhtml+xml;charset=UTF-8"
    index = site.corpus.find(CELEX)
    assert index is not None
    assert answer.body == site.corpus.document(index).content


def test_documents_are_compressed_where_the_client_takes_it(site: SampleSite) -> None:
    path = follow(site, CELEX)
    plain, packed = ask(site, path), ask(site, path, {"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < len(plain.body) / 2


@pytest.mark.parametrize(
    ("celex", "headers", "status"),
    [
        (CELEX, {"Accept": "application/xhtml+xml"}, 400),
        (CELEX, {**XHTML, "Accept-Language": "en"}, 400),
        ("nonsense", XHTML, 400),
        ("62099CJ9999", XHTML, 404),
        (CELEX, {**XHTML, "Accept-Language": "fra"}, 404),
        (CELEX, {**XHTML, "Accept": "application/xml;type=fmx4"}, 406),
        (CELEX, {**XHTML, "Accept": "text/html"}, 406),
        (CELEX, {**XHTML, "Accept": "text/html;q=0.5, application/xhtml+xml", "Accept-Language": "fra, eng"}, 303),
        (CELEX, {"Accept-Language": "eng"}, 303),
    ],
)
def test_statuses_of_negotiation(site: SampleSite, celex: str, headers: dict[str, str], status: int) -> None:
    assert ask(site, f"/resource/celex/{celex}", headers).status == status


def test_the_simplified_type_is_another_than_html(site: SampleSite) -> None:
    entries = [site.corpus.entry(index) for index in range(60)]
    celex = next(each.celex for each in entries if each.era == "simplified" and each.language == "en")
    assert ask(site, f"/resource/celex/{celex}", {**XHTML, "Accept": "text/html"}).status == 406
    simplified = {**XHTML, "Accept": "text/html; type=simplified"}
    assert ask(site, f"/resource/celex/{celex}", simplified).status in (300, 303)


def test_several_items_are_listed_the_text_last(site: SampleSite) -> None:
    entry = site.corpus.entry(11)
    answer = ask(site, f"/resource/celex/{entry.celex}", XHTML)
    assert answer.status == 300
    paths = site.repository.item_paths(entry)
    assert [path.rpartition("_")[2] for path in paths] == ["1", "2"]
    assert all(f'href="{site.base_url}{path}"' in answer.body.decode() for path in paths)
    assert b"<DOC>" in ask(site, paths[0]).body
    assert ask(site, paths[1]).body == site.corpus.document(11).content


def test_unknown_addresses_are_not_found(site: SampleSite) -> None:
    path = follow(site, CELEX)
    assert ask(site, path.replace("DOC_1", "DOC_2")).status == 404
    assert ask(site, path.replace(".03/", ".02/")).status == 404
    assert ask(site, "/resource/cellar/x").status == 404
    assert ask(site, "/elsewhere").status == 404


def test_conditional_requests_get_304_until_the_document_changes(site: SampleSite) -> None:
    path = follow(site, CELEX)
    first = ask(site, path)
    by_tag = {"If-None-Match": first.headers["etag"]}
    by_day = {"If-Modified-Since": first.headers["last-modified"]}
    assert [ask(site, path, condition).status for condition in (by_tag, by_day)] == [304, 304]
    assert site.requests.not_modified == site.requests.conditional == 2
    site.change(CELEX)
    changed = [ask(site, path, condition) for condition in (by_tag, by_day)]
    assert [answer.status for answer in changed] == [200, 200]
    assert changed[0].body != first.body
    assert changed[0].headers["etag"] != first.headers["etag"]


def test_a_wrong_tag_outweighs_a_right_day(site: SampleSite) -> None:
    path = follow(site, CELEX)
    day = ask(site, path).headers["last-modified"]
    assert ask(site, path, {"If-None-Match": '"x"', "If-Modified-Since": day}).status == 200


def test_a_withdrawn_document_vanishes_from_address_and_register(site: SampleSite) -> None:
    path = follow(site, CELEX)
    query = LISTING.format(first="2016-05-01", after="2016-06-01", limit=10, offset=0)
    assert CELEX in {row["celex"] for row in select(site, query)}
    site.withdraw(CELEX)
    assert ask(site, path).status == ask(site, f"/resource/celex/{CELEX}", XHTML).status == 404
    assert CELEX not in {row["celex"] for row in select(site, query)}


def test_unknown_documents_cannot_be_changed(site: SampleSite) -> None:
    with pytest.raises(ValueError, match="62099CJ9999"):
        site.change("62099CJ9999")


def test_the_register_lists_every_document_once_per_stream(site: SampleSite) -> None:
    rows = select(site, LISTING.format(first="1979-01-01", after="2026-01-01", limit=10_000, offset=0))
    entries = {entry.celex: entry for entry in map(site.corpus.entry, range(60))}
    assert {row["celex"] for row in rows} == set(entries)
    english = [celex for celex, entry in entries.items() if entry.language == "en"]
    assert len(rows) == 2 * len(english) + (60 - len(english))
    row = next(row for row in rows if row["celex"] == CELEX and row["type"] == "xhtml")
    assert row["ecli"] == "ECLI:EU:C:2016:4341"
    assert row["date"] == "2016-05-12"
    assert row["title"] == entries[CELEX].title
    assert row["language"] == "http://publications.europa.eu/resource/authority/language/ENG"


def test_pages_neither_overlap_nor_leave_gaps(site: SampleSite) -> None:
    days = {"first": "2010-01-01", "after": "2020-01-01"}
    whole = select(site, LISTING.format(**days, limit=1000, offset=0))
    pages = [select(site, LISTING.format(**days, limit=7, offset=offset)) for offset in range(0, len(whole) + 7, 7)]
    assert [row for page in pages for row in page] == whole
    assert pages[-1] == [] or len(pages[-1]) < 7


def test_a_query_can_be_posted(site: SampleSite) -> None:
    query = LISTING.format(first="2016-05-01", after="2016-06-01", limit=10, offset=0)
    expected = ask(site, f"{ENDPOINT}?{urlencode({'query': query})}").body
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    assert ask(site, ENDPOINT, form, method="POST", body=urlencode({"query": query}).encode()).body == expected
    bare = {"Content-Type": "application/sparql-query"}
    assert ask(site, ENDPOINT, bare, method="POST", body=query.encode()).body == expected


def test_citations_say_which_paragraphs_cite_which(site: SampleSite) -> None:
    rows = select(site, CITING.format(first="2018-06-01", after="2018-07-01"))
    rows = [row for row in rows if row["citing"] == "62016CJ1133"]
    fragments = {(row["cited"], row.get("cited_fragment")): row["citing_fragment"] for row in rows}
    assert fragments["62012CJ1044", "N 8 - 9"] == "N 8"
    assert fragments["62009CJ1315", "N 28 31 - 33"] == "N 7"


def test_citations_lag_behind_where_asked_for() -> None:
    days = {"first": "2018-01-01", "after": "2026-01-01"}
    with SampleSite(cites_until=date(2019, 12, 31)) as site:
        citing = {row["citing"] for row in select(site, CITING.format(**days))}
        dated = {site.corpus.entry(index).celex: site.corpus.entry(index).date for index in range(60)}
        assert max(dated[celex] for celex in citing) <= date(2019, 12, 31)


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("SELECT nothing", "SP030"),
        (LISTING.format(first="2016-05-01", after="2016-06-01", limit=1, offset=0) + "}", "SP030"),
        (CITING.format(first="2016-05-01", after="2016-06-01").replace("?cited ", "MAX(?date) "), "SR017"),
        (CITING.format(first="2016-05-01", after="2016-06-01") + "ORDER BY ?cited LIMIT 9 OFFSET 9999", "SR353"),
    ],
)
def test_wrong_queries_are_refused_in_the_words_of_the_endpoint(site: SampleSite, query: str, words: str) -> None:
    answer = ask(site, f"{ENDPOINT}?{urlencode({'query': query})}")
    assert answer.status == 400
    assert words in answer.body.decode()


def test_robots_are_told_what_they_may_do(site: SampleSite) -> None:
    assert b"User-agent: *" in ask(site, "/robots.txt").body
    with SampleSite(robots=None) as silent:
        assert ask(silent, "/robots.txt").status == 404


@pytest.mark.parametrize(
    ("fault", "status", "sign"),
    [
        (Fault("too-many-requests", seconds=7), 429, b"Try again"),
        (Fault("unavailable"), 503, b"Try again"),
        (Fault("empty-body"), 200, b""),
        (Fault("challenge"), 202, b"awsWafCookieDomainList"),
        (Fault("challenge", status=200), 200, b"challenge.js"),
        (Fault("wrong-type"), 200, b"%PDF"),
        (Fault("error-with-success"), 200, b"S1T00"),
        (Fault("not-found"), 404, b"No such"),
    ],
)
def test_faults_are_shown_once_and_then_gone(site: SampleSite, fault: Fault, status: int, sign: bytes) -> None:
    path = follow(site, CELEX)
    whole = ask(site, path).body
    site.faults.add(Fault(fault.kind, times=1, seconds=fault.seconds, status=fault.status))
    answer = ask(site, path)
    assert answer.status == status
    assert sign in answer.body
    assert answer.body != whole
    assert answer.headers.get("retry-after") == (None if fault.seconds is None else "7")
    assert ask(site, path).body == whole


def test_a_fault_of_one_document_leaves_the_others_alone(site: SampleSite) -> None:
    site.faults.add(Fault("unavailable", celex=CELEX))
    assert ask(site, follow(site, CELEX)).status == 503
    assert ask(site, follow(site, "62012CJ1044")).status == 200


def test_a_fault_can_meet_the_redirect_or_the_endpoint(site: SampleSite) -> None:
    site.faults.add(Fault("too-many-requests", "document"))
    site.faults.add(Fault("error-with-success", "sparql"))
    site.faults.add(Fault("unavailable", "robots", seconds=3))
    assert ask(site, f"/resource/celex/{CELEX}", XHTML).status == 429
    assert b"Transaction timed out" in ask(site, f"{ENDPOINT}?query=x").body
    assert ask(site, "/robots.txt").headers["retry-after"] == "3"


def test_half_a_body_breaks_off(site: SampleSite) -> None:
    path = follow(site, CELEX)
    site.faults.add(Fault("half-body"))
    with pytest.raises(http.client.IncompleteRead) as broken:
        ask(site, path)
    index = site.corpus.find(CELEX)
    assert index is not None
    assert len(broken.value.partial) == len(site.corpus.document(index).content) // 2


def test_a_slow_answer_is_broken_off_when_the_site_closes() -> None:
    with ThreadPoolExecutor(1) as pool:
        with SampleSite(faults=[Fault("slow", "robots", seconds=600)]) as site:
            asking = pool.submit(ask, site, "/robots.txt")
            while not len(site.requests):
                wait([asking], timeout=0.01)
        with pytest.raises(OSError, match=r"closed|reset"):
            asking.result(timeout=10)


def test_a_delayed_answer_is_whole(site: SampleSite) -> None:
    site.faults.add(Fault("slow", seconds=0.01))
    assert ask(site, follow(site, CELEX)).status == 200


def test_head_sends_no_body(site: SampleSite) -> None:
    path = follow(site, CELEX)
    answer = ask(site, path, method="HEAD")
    assert answer.body == b""
    assert int(answer.headers["content-length"]) > 1000


def test_the_log_counts_requests_bytes_and_statuses(site: SampleSite) -> None:
    path = follow(site, CELEX)
    body = ask(site, path).body
    assert len(site.requests) == 2
    assert site.requests.statuses == {303: 1, 200: 1}
    assert site.requests.sent == len(body)
    assert [record.target for record in site.requests.of("/resource/celex/")] == [f"/resource/celex/{CELEX}"]
    assert site.requests.of("/resource/cellar/")[0].headers["host"] == urlsplit(site.base_url).netloc


def test_many_clients_are_served_at_once(site: SampleSite) -> None:
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: ask(site, follow(site, CELEX)).body, range(40)))
    assert len(set(answers)) == 1
    assert len(site.requests) == 80


def test_two_sites_serve_the_same_bytes() -> None:
    with SampleSite() as one, SampleSite() as other:
        paths = follow(one, CELEX), follow(other, CELEX)
        assert paths[0] == paths[1]
        assert ask(one, paths[0]).body == ask(other, paths[1]).body
        assert ask(one, paths[0]).headers["etag"] == ask(other, paths[1]).headers["etag"]
