"""Tables of paragraphs in the formats and with the faults that older collections have."""

import importlib.util
import io
import zipfile

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legal_assets.passages.tables import Paragraphs, paragraph_number, read_paragraphs

COLUMNS = {"celex": "CELEX", "number": "PAR", "text": "TXT"}
HEADER = "CELEX,PAR,TXT\n"


def read(content: str) -> Paragraphs:
    return read_paragraphs("cjeu", "old", (HEADER + content).encode(), COLUMNS)


def rows(paragraphs: Paragraphs) -> list[tuple[object, ...]]:
    return paragraphs.rows.select("row", "doc_id", "number", "text").rows()


def reasons(paragraphs: Paragraphs) -> dict[int, str]:
    return dict(paragraphs.excluded.select("row", "reason").iter_rows())


def test_rows_are_stripped_and_identified() -> None:
    read_in = read(' 62001CJ0001 , 4 ,"  Tolls\u00a0\n fall. "\n62019CV0001(02),5.0,Opinion\n61962J0026,6,Old\n')
    assert rows(read_in) == [
        (1, "62001CJ0001", 4, "Tolls fall."),
        (2, "62019CV0001_02", 5, "Opinion"),
        (3, "61962CJ0026", 6, "Old"),
    ]
    assert read_in.excluded.is_empty()


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("61195CJ0251,1,The year 1195 had no Court", "bad_celex"),
        ("32016R0679,1,A regulation", "bad_celex"),
        (",1,Nothing", "no_celex"),
        ("62001CJ0001,four,Not a number", "bad_number"),
        ("62001CJ0001,,No number", "bad_number"),
        ("62001CJ0001,4.5,Half a number", "bad_number"),
        ("62001CJ0001,0,Before the first", "bad_number"),
        ("62001CJ0001,1,First text", "repeated_row"),
        ("62001CJ0001,1,Other text", "other_text"),
        ("62001CJ0001,1,", "repeated_row"),
    ],
)
def test_rows_that_cannot_be_used_are_listed(row: str, reason: str) -> None:
    read_in = read(f"62001CJ0001,1,First text\n{row}\n")
    assert reasons(read_in) == {2: reason}
    assert rows(read_in) == [(1, "62001CJ0001", 1, "First text")]


def test_a_row_with_a_text_counts_before_one_without() -> None:
    assert rows(read("62001CJ0001,1,\n62001CJ0001,1,A text\n")) == [(2, "62001CJ0001", 1, "A text")]


def test_parquet_with_numbers_as_numbers() -> None:
    frame = pl.DataFrame({"CELEX": ["62001CJ0001"], "PAR": [4.0], "TXT": ["Tolls fall."], "more": [1]})
    data = io.BytesIO()
    frame.write_parquet(data)
    assert rows(read_paragraphs("cjeu", "old", data.getvalue(), COLUMNS)) == [(1, "62001CJ0001", 4, "Tolls fall.")]


def test_a_workbook() -> None:
    data = workbook([["CELEX", "PAR", "TXT"], ["62001CJ0001", 4, "Tolls fall."]])
    if importlib.util.find_spec("fastexcel") is None:
        with pytest.raises(ValueError, match="read with fastexcel"):
            read_paragraphs("cjeu", "old", data, COLUMNS)
        pytest.skip("fastexcel, which reads workbooks, is not installed")
    assert rows(read_paragraphs("cjeu", "old", data, COLUMNS)) == [(1, "62001CJ0001", 4, "Tolls fall.")]


def test_a_byte_order_mark_is_no_part_of_a_name() -> None:
    data = ("\ufeff" + HEADER + "62001CJ0001,4,Tolls fall.\n").encode()
    assert rows(read_paragraphs("cjeu", "old", data, COLUMNS)) == [(1, "62001CJ0001", 4, "Tolls fall.")]


@pytest.mark.parametrize(
    ("data", "columns", "message"),
    [
        (b"", COLUMNS, "no CSV in UTF-8"),
        (b"CELEX,PAR\na,b,c\n", COLUMNS, "no CSV in UTF-8"),
        (b"PAR1 and nothing", COLUMNS, "no CSV in UTF-8"),
        (b"CELEX,PAR\n", COLUMNS, "lacks the columns TXT; it has CELEX, PAR"),
        (b"CELEX\n", {"celex": "CELEX", "title": "T"}, "the mapping names title"),
    ],
)
def test_what_is_refused(data: bytes, columns: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_paragraphs("cjeu", "old", data, columns)


@given(st.integers(1, 100_000), st.sampled_from(["{}", " {} ", "{}.0", "{}.00"]))
def test_numbers_in_all_writings(number: int, form: str) -> None:
    assert pl.DataFrame({"n": [form.format(number)]}).select(paragraph_number("n")).item() == number


def workbook(cells: list[list[object]]) -> bytes:
    """The smallest workbook with one sheet of these cells."""

    def cell(place: str, value: object) -> str:
        if isinstance(value, str):
            return f'<c r="{place}" t="inlineStr"><is><t>{value}</t></is></c>'
        return f'<c r="{place}"><v>{value}</v></c>'

    lines = []
    for at, values in enumerate(cells, start=1):
        written = "".join(cell(f"{column}{at}", value) for column, value in zip("ABC", values, strict=True))
        lines.append(f'<row r="{at}">{written}</row>')
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.'
        'spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/'
        'vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="rId1" '
        f'Type="{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{office}"><sheets>'
        '<sheet name="rows" sheetId="1" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="rId1" '
        f'Type="{office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{main}"><sheetData>{"".join(lines)}</sheetData></worksheet>',
    }
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return data.getvalue()
