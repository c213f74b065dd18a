"""Generated pages are what the code makes today."""

from pathlib import Path

import pytest

from legal_assets_tests.docs import pages
from legal_assets_tests.docs.blocks import block, sample_leaderboard, with_block
from legal_assets_tests.docs.lineage import lineage_diagram

OUT_OF_DATE = f"is out of date; run `{pages.REMAKE}` from the top of the checkout"


@pytest.mark.parametrize("name", ["tables.md", "settings.md", "commands.md", "catalog.md"])
def test_the_page_is_up_to_date(name: str) -> None:
    made = pages.pages()
    assert (pages.DOCS / name).read_text(encoding="utf-8") == made[name], f"docs/{name} {OUT_OF_DATE}"


def test_the_picture_of_the_lineage_is_up_to_date() -> None:
    readme = pages.README.read_text(encoding="utf-8")
    assert block(readme, "lineage") == lineage_diagram(), f"README.md {OUT_OF_DATE}"


def test_the_leaderboard_shown_is_that_of_the_sample(sample_run: Path) -> None:
    readme = pages.README.read_text(encoding="utf-8")
    assert block(readme, "leaderboard") == sample_leaderboard(sample_run), f"README.md {OUT_OF_DATE}"


def test_a_block_is_the_inside_of_the_fence_after_its_comment() -> None:
    page = "a\n<!-- numbers -->\n```text\n1\n2\n```\nb\n"
    assert block(page, "numbers") == "1\n2"
    assert with_block(page, "numbers", "3") == "a\n<!-- numbers -->\n```text\n3\n```\nb\n"


def test_a_block_that_is_not_there_is_named() -> None:
    with pytest.raises(ValueError, match="no block numbers"):
        with_block("nothing\n", "numbers", "3")
