from hypothesis import given
from hypothesis import strategies as st

from legal_assets.sample_site.exchange import Request, Response, pack
from legal_assets.sample_site.register import print_fragment


def test_fragments_close_up_neighbours() -> None:
    assert print_fragment((34,)) == "N 34"
    assert print_fragment((36, 8, 30, 31, 32, 36)) == "N 8 30 - 32 36"


@given(st.sets(st.integers(1, 60), min_size=1))
def test_fragments_name_every_paragraph_once(numbers: set[int]) -> None:
    named: list[int] = []
    for run in print_fragment(tuple(numbers)).removeprefix("N ").replace(" - ", "-").split():
        first, _, last = run.partition("-")
        named += range(int(first), int(last or first) + 1)
    assert named == sorted(numbers)


def test_parameters_come_from_address_form_and_bare_query() -> None:
    form = {"content-type": "application/x-www-form-urlencoded"}
    assert Request("GET", "/x?query=a%20b&format=json").parameters == {"query": "a b", "format": "json"}
    assert Request("POST", "/x?format=json", form, b"query=a+b").parameters == {"query": "a b", "format": "json"}
    bare = {"content-type": "application/sparql-query; charset=utf-8"}
    assert Request("POST", "/x", bare, "é".encode()).parameters == {"query": "é"}


def test_only_large_bodies_are_compressed_and_only_on_request() -> None:
    large, small = Response(200, b"x" * 5000), Response(200, b"x")
    takes = Request("GET", "/", {"accept-encoding": "gzip, br"})
    assert pack(large, takes).headers["Content-Encoding"] == "gzip"
    assert pack(small, takes) == small
    assert pack(large, Request("GET", "/")) == large
