"""The chain of numbers that makes the paragraphs of a document."""

from hypothesis import given
from hypothesis import strategies as st

from legal_assets.passages.numbering import GAP_PRICE, choose_sequence, gaps

ORDINARY, VOUCHED = 1.0, 3.0


def chosen(*candidates: tuple[int, float]) -> list[int]:
    return choose_sequence(candidates)


def test_a_plain_sequence_is_taken_whole() -> None:
    assert chosen((1, ORDINARY), (2, ORDINARY), (3, ORDINARY)) == [0, 1, 2]


def test_a_quoted_list_is_left_out() -> None:
    quoted = 0.2
    candidates = [(1, ORDINARY), (2, ORDINARY), (1, quoted), (2, quoted), (3, quoted), (3, ORDINARY), (4, ORDINARY)]
    assert choose_sequence(candidates) == [0, 1, 5, 6]


def test_a_quoted_number_that_would_fit_stands_before_the_paragraph_that_does() -> None:
    assert chosen((1, ORDINARY), (2, ORDINARY), (3, ORDINARY), (3, ORDINARY), (4, ORDINARY)) == [0, 1, 3, 4]


def test_a_year_or_an_amount_is_no_paragraph() -> None:
    assert GAP_PRICE > ORDINARY
    assert chosen((1, ORDINARY), (2, ORDINARY), (2015, ORDINARY), (3, ORDINARY)) == [0, 1, 3]
    assert chosen((1, ORDINARY), (2, ORDINARY), (2015, ORDINARY)) == [0, 1]


def test_numbers_that_mark_up_vouches_for_may_jump() -> None:
    assert chosen((1, VOUCHED), (14, VOUCHED), (40, VOUCHED)) == [0, 1, 2]


def test_a_long_run_behind_a_gap_pays_for_it() -> None:
    assert chosen((1, ORDINARY), (5, ORDINARY), (6, ORDINARY)) == [0, 1, 2]
    assert chosen((1, ORDINARY), (5, ORDINARY)) == [0]


def test_nothing_is_chosen_from_nothing() -> None:
    assert choose_sequence([]) == []
    assert chosen((0, ORDINARY), (99_999, ORDINARY)) == []


@given(st.lists(st.tuples(st.integers(0, 60), st.sampled_from([0.2, 1.0, 3.0])), max_size=80))
def test_every_chain_rises_through_the_document(candidates: list[tuple[int, float]]) -> None:
    chain = choose_sequence(candidates)
    numbers = [candidates[at][0] for at in chain]
    assert chain == sorted(chain)
    assert numbers == sorted(set(numbers))


@given(st.integers(1, 60), st.data())
def test_quoted_runs_never_displace_a_whole_sequence(last: int, data: st.DataObject) -> None:
    """Lists quoted in the paragraphs 1 to n, each with no more items than its number, change nothing."""
    candidates: list[tuple[int, float]] = []
    expected: list[int] = []
    for number in range(1, last + 1):
        expected.append(len(candidates))
        candidates.append((number, 1.0))
        quoted = data.draw(st.integers(0, min(6, number)))
        candidates += [(item, 0.2) for item in range(1, quoted + 1)]
    assert [candidates[at] for at in choose_sequence(candidates)] == [candidates[at] for at in expected]


def test_gaps_of_a_sequence() -> None:
    assert list(gaps([1, 2, 5, 9])) == [(3, 4), (6, 8)]
    assert list(gaps([3, 4])) == [(1, 2)]
    assert list(gaps([])) == []
