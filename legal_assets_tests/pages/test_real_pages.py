"""Real PDF files: words against known texts, triggers of OCR, odd files; what misses a target is listed."""

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from legal_assets.pages.document import Document, ReadTask, prepare, read_document
from legal_assets.pages.guarded import End, Item, Limits, run_guarded
from legal_assets_tests.pages import known_faults
from legal_assets_tests.pages.real_files import (
    PDF,
    body_of,
    known_pages,
    needs_real_files,
    read,
    real_files,
    recall,
    text_of,
    words,
)

pytestmark = needs_real_files

LEAST_WORDS, LEAST_BODY = 0.99, 0.98
LONG = ("unstructured__DA-619p", "ingest-file__500_pages", "imf_weo_ch1_oct2024")
ODD_LIMITS = Limits(item_seconds=30, task_seconds=120, memory_bytes=1024**3)


def word_recall(name: str) -> float:
    return recall(words(text_of(PDF / "worldbank" / f"{name}.pdf")), words("\n".join(known_pages(name))))


SAMPLED = (
    "101431-REVISED-PORTUGUESE-v2-SCD-Sumario-Executivo",
    "115189-REVISED-v2-36p-SCD-Cambodia-Overview-web",
    "97489-SPANISH-CAS-P149582-PUBLIC-Box393206B",
    "99722-ARABIC-v2-CAS-P151429-PUBLIC-Box393257B",
)
"""Files that the suite reads; `python -m legal_assets_tests.figures.pages` reads all."""


@pytest.mark.parametrize("name", SAMPLED)
def test_the_words_of_the_world_banks_own_text_are_found(name: str) -> None:
    assert (word_recall(name) < LEAST_WORDS) == (name in known_faults.WORD_RECALL)


def test_what_the_spanish_text_has_in_letters_is_there_in_words() -> None:
    name = "97489-SPANISH-CAS-P149582-PUBLIC-Box393206B"
    known = Counter("".join("".join(known_pages(name)).lower().split()))
    found = Counter("".join(text_of(PDF / "worldbank" / f"{name}.pdf").lower().split()))
    assert recall(found, known) >= LEAST_WORDS


@pytest.mark.parametrize("name", sorted(path.stem for path in (PDF / "pmc").glob("*.xml")))
def test_the_body_of_an_article_is_found_in_its_pages(name: str) -> None:
    body = words(body_of(PDF / "pmc" / f"{name}.xml"))
    assert (not body) == (name in known_faults.NO_BODY)
    assert (recall(words(text_of(PDF / "pmc" / f"{name}.pdf")), body) < LEAST_BODY) == (
        name in known_faults.BODY_RECALL
    )


def triggered(paths: Iterable[Path]) -> set[tuple[str, int]]:
    return {(path.stem, page.page) for path in paths for page in read(path).pages if page.reason}


def listed(pages: Mapping[str, Iterable[int]]) -> set[tuple[str, int]]:
    return {(name, page) for name, numbers in pages.items() for page in numbers}


WANTED = listed(known_faults.IMAGE_ONLY) | listed(known_faults.WRONG_MAP) | listed(known_faults.EARLIER_OCR)


def test_ocr_is_asked_for_pages_without_text_or_with_a_wrong_map() -> None:
    paths = [path for path in real_files("institutional", "odd") if path.stem not in LONG]
    there = {path.stem for path in paths}
    assert {(name, page) for name, page in WANTED if name in there} - triggered(paths) == set()
    for name, page in known_faults.SHOWS_NOTHING:
        assert read(PDF / "odd" / f"{name}.pdf").pages[page - 1].is_blank


def test_ocr_is_asked_for_no_good_page() -> None:
    paths = [
        path
        for path in real_files("worldbank", "pmc")
        if path.stem in SAMPLED or path.stem.startswith(("PMC", "1103", "P17", "529"))
    ]
    there = {path.stem for path in paths}
    false_alarms = triggered(paths) - WANTED
    assert false_alarms == {each for each in known_faults.LOOKED_AT if each[0] in there}


@pytest.mark.slow
def test_no_odd_file_crashes_hangs_or_exceeds_its_limits() -> None:
    files = real_files("odd")
    assert len(files) == 69
    outcomes: dict[str, str] = {}
    for event in run_guarded(
        read_document, [ReadTask(str(path)) for path in files], ODD_LIMITS, workers=2, prepare=prepare
    ):
        if isinstance(event, End):
            assert (event.outcome, event.detail) == ("done", "")
            assert event.peak_bytes < ODD_LIMITS.memory_bytes
        elif isinstance(event, Item) and isinstance(event.value, Document):
            outcomes[files[event.task].stem] = event.value.opened.outcome
    assert {name: outcome for name, outcome in outcomes.items() if outcome != "read"} == known_faults.OUTCOMES
    assert len(outcomes) == 69
