"""What a commentary is about, from its title or its short name."""

import csv
from pathlib import Path

import pytest

from legal_assets.passages.commentary_document import CommentedProvision
from legal_assets.passages.commentary_title import parse_title, provision_of_slug, slug_of

CASES = (Path(__file__).resolve().parents[2] / "../shared/data/swiss/citations/ok_title_cases.csv").resolve()


@pytest.mark.parametrize(
    ("title", "provision"),
    [
        ("Art. 701 OR", CommentedProvision("article", "701", "OR")),
        ("Art. 20\xa0IPRG", CommentedProvision("article", "20", "IPRG")),
        ("Art. 68 FC Sport", CommentedProvision("article", "68", "FC")),
        ("Art. 32 — 37 LugÜ", CommentedProvision("article", "32-37", "LugÜ")),
        ("Vorb. zu Art. 32 — 37 LugÜ", CommentedProvision("preliminary", "", "LugÜ")),
        ("Art. 5 al. 2 let. a Cst.", CommentedProvision("article", "5", "Cst.")),
        ("Introduction à la LTC", CommentedProvision("introduction", "", "LTC")),
        ("", CommentedProvision("other")),
    ],
)
def test_titles(title: str, provision: CommentedProvision) -> None:
    assert parse_title(title) == provision


@pytest.mark.parametrize(
    ("slug", "text", "provision"),
    [
        ("or701", "nach Art. 701 OR", CommentedProvision("article", "701", "OR")),
        ("art-20-iprg", "", CommentedProvision("article", "20", "IPRG")),
        ("bankg1b", "Art. 1b BankG und Art. 2 OR", CommentedProvision("article", "1b", "BankG")),
        ("lugu32vorb", "Art. 32 LugÜ", CommentedProvision("preliminary", "", "LugÜ")),
        ("detail", "", None),
        ("", "", None),
    ],
)
def test_short_names(slug: str, text: str, provision: CommentedProvision | None) -> None:
    assert provision_of_slug(slug, text) == provision


def test_a_short_name_is_formed_as_the_site_does() -> None:
    assert slug_of(CommentedProvision("article", "32-37", "LugÜ")) == "lugu32"
    assert slug_of(CommentedProvision("article", "701", "OR")) == "or701"


@pytest.mark.skipif(not CASES.is_file(), reason="the given titles do not lie beside this repository")
def test_the_given_titles() -> None:
    with CASES.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 14
    for row in rows:
        provision = parse_title(row["title"])
        assert (provision.kind, provision.article, provision.act) == (row["kind"], row["article"], row["act"])
