"""The LegalPincite release is read as rows of citations."""

import json
from pathlib import Path

import pytest

from legal_assets.citations.legalpincite import numbers_in, read_instruments, read_pairs

DATA = Path(__file__).resolve().parents[2] / "../shared/data/cjeu/legalpincite"
needs_data = pytest.mark.skipif(not DATA.is_dir(), reason="the shared LegalPincite rows are not here")


def test_pairs_become_citations_each_once() -> None:
    data = b"CELEX_FROM,NUMBER_FROM,CELEX_TO,NUMBER_TO\n62030CJ0001,5,62029CJ0002,7\n62030CJ0001,5,62029CJ0002,7\n"
    assert read_pairs(data).rows() == [("62030CJ0001", 5, "62029CJ0002", 7, ["legalpincite"])]


def test_pairs_without_a_column_or_with_a_word_for_a_number_are_refused() -> None:
    with pytest.raises(ValueError, match="NUMBER_TO"):
        read_pairs(b"CELEX_FROM,NUMBER_FROM,CELEX_TO\n")
    with pytest.raises(ValueError, match="no number"):
        read_pairs(b"CELEX_FROM,NUMBER_FROM,CELEX_TO,NUMBER_TO\n62030CJ0001,five,62029CJ0002,7\n")


def test_instruments_keep_decisions_with_their_pinpoints() -> None:
    entries = {"62030CJ0001": ["12007P: N 1 6 - 8", "62029CJ0002-N7: N 5 9 - 11", "62028CJ0003: N 4", "62027CJ0001: 4"]}
    frame, unread = read_instruments(json.dumps(entries).encode())
    assert [row[1:4] for row in frame.rows()] == [
        (5, "62029CJ0002", 7),
        (9, "62029CJ0002", 7),
        (10, "62029CJ0002", 7),
        (11, "62029CJ0002", 7),
        (4, "62028CJ0003", None),
    ]
    assert unread == ["62030CJ0001: 62027CJ0001: 4"]


def test_instruments_that_are_no_object_of_lists_are_refused() -> None:
    with pytest.raises(ValueError, match="JSON object"):
        read_instruments(b"[1]")


def test_numbers_fill_ranges() -> None:
    assert numbers_in("1 6 44 328 - 332") == [1, 6, 44, 328, 329, 330, 331, 332]
    assert numbers_in("9 - 7") == [9, 7]


@needs_data
def test_shared_rows_are_read_whole() -> None:
    pairs = read_pairs((DATA / "cj_par2par_citation.sample.csv").read_bytes())
    assert pairs.height == 402
    frame, unread = read_instruments((DATA / "all_citation.sample.json").read_bytes())
    assert unread == []
    assert frame["citing_celex"].n_unique() == 6
