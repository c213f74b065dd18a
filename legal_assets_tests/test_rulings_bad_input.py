"""Bad rulings and commentaries in one import: a row each, and what is whole is read."""

import json
import os
from collections.abc import Iterator
from typing import Any
from unittest import mock

import polars as pl
import pytest

from legal_assets_tests.conftest import PREFIX, move
from legal_assets_tests.house import House, anew
from legal_assets_tests.written_rulings import LAMP, commentary, snapshot

OTHER_HEADS = (
    "Der Hafen haftet BGE 152 V 20 S. 21 für die Wracks BGE 152 V 20 S. 22 und ihre Bergung BGE 152 V 20 S. 23 allein."
)
"""Running heads of BGE 152 V 20, which the file of BGE 152 V 2 holds in place of its own."""


def changed(**fields: Any) -> bytes:
    """The German ruling with other fields."""
    data = json.loads(snapshot(LAMP))
    data["eintraege"][0].update(fields)
    return json.dumps(data, ensure_ascii=False).encode()


def emptied(content: str) -> bytes:
    data = json.loads(commentary("2023-02-01"))
    data["data"].update(content=content, html_link=None, date="2023-03-01")
    return json.dumps(data, ensure_ascii=False).encode()


def markdown(body: str) -> bytes:
    front = "title: Art. 11 OR\nlanguage: de\nupdated_at: 1675209600"
    return f"---\n{front}\n---\n{body}\n".encode()


QUOTES = (
    '<p><span class="paragraph-nr">1</span> Das Licht ist geschuldet.'
    '<footnote data-content="Keller, "Leuchttürme", S. 3."></footnote></p>'
)
MIXED = [{"typ": "erwaegung", "bloecke": [{"marke": "E. 1", "text": OTHER_HEADS}]}]

BAD: dict[str, tuple[bytes, str, str]] = {
    "or11_empty.json": (emptied(""), "passages", "no-passages"),
    "or12__slot-de__2023-02-01.md": (markdown(QUOTES), "passages", "unescaped-quotes"),
    "144_III_1.json": (snapshot(LAMP).replace(b"141 III 100", b"144 III 1").replace("ä".encode(), b"\xe4"),
                       "passages", "undecodable"),
    "145_III_1.json": (changed(nummer="BGE 145 III 1", auszugAbschnitte=[]), "passages", "no-considerations"),
    "152_V_2.json": (changed(nummer="BGE 152 V 2", auszugAbschnitte=MIXED), "passages", "mixed-rulings"),
    "146_III_1.json": (b"", "fetch", "empty_file"),
    "notes.json": (b'{"eintraege": [{"nummer": "4A_1/2020"}]}', "fetch", "other_decision"),
}  # fmt: skip
"""Content of each file, the room that refuses it, and the reason that it gives."""


@pytest.fixture(scope="module")
def rejects(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, pl.DataFrame]]:
    """A home in which all bad files were imported beside a good one, and what was refused."""
    folder = tmp_path_factory.mktemp("bad")
    files = folder / "files"
    files.mkdir()
    (files / "141_III_100.json").write_bytes(snapshot(LAMP))
    for name, (data, _, _) in BAD.items():
        (files / name).write_bytes(data)
    with mock.patch.dict(os.environ, {f"{PREFIX}CORPORA": "bge", f"{PREFIX}SYSTEMS": "bm25"}), anew():
        move(folder / "home")
        house = House()
        house.import_folder(files, "bge")
        assert house.run(until="passages").errors == []
        tables = [house.table(asset, "bge") for asset in ("raw_rejects", "passage_rejects")]
        yield house, pl.concat(tables)


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_a_row_with_the_reason(rejects: tuple[House, pl.DataFrame], name: str) -> None:
    house, table = rejects
    _, room, reason = BAD[name]
    taken = house.table("imported_files", "bge").filter(pl.col("name") == name)
    record = taken["record_id"][0] if room == "passages" else name
    rows = table.filter(pl.col("record_id").str.contains(record, literal=True))
    assert rows.select("room", "reason").rows() == [(room, reason)]
    assert rows["detail"].str.len_chars().min() > 10  # type: ignore[operator]  # one row


def test_what_is_whole_is_read_and_nothing_else_is_refused(rejects: tuple[House, pl.DataFrame]) -> None:
    house, table = rejects
    assert house.table("documents", "bge")["doc_id"].to_list() == ["bge-141-iii-100"]
    assert table.height == len(BAD)
