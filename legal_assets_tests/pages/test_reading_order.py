"""Columns are read one after the other, what lies across them in its place, tables row by row."""

from hypothesis import given, settings
from hypothesis import strategies as st

from legal_assets.pages.printed import PrintedLine
from legal_assets.pages.reading_order import find_gutter, in_reading_order

WIDTHS = {"left": (50, 280), "right": (310, 540), "across": (50, 540)}


def line(text: str, side: str, row: int, block: int = 0) -> PrintedLine:
    left, right = WIDTHS[side]
    return PrintedLine(
        f"{text} and some more words of it", left, 60 + 12 * row, right, 70 + 12 * row, 10.0, block=block
    )


def texts(lines: list[PrintedLine]) -> list[str]:
    return [each.text.split()[0] for block in in_reading_order(lines) for each in block]


def test_interleaved_columns_are_read_one_after_the_other() -> None:
    rows = range(8)
    filed = [line(f"{side[0]}{row}", side, row, block=row) for row in rows for side in ("left", "right")]
    assert texts(filed) == [f"l{row}" for row in rows] + [f"r{row}" for row in rows]


def test_what_lies_across_divides_the_columns() -> None:
    above = [line(f"{side[0]}{row}", side, row, block=1) for row in range(1, 7) for side in ("left", "right")]
    below = [line(f"{side[0]}{row}", side, row, block=2) for row in range(8, 14) for side in ("left", "right")]
    filed = [line("title", "across", 0, block=0), *above, line("middle", "across", 7, block=3), *below]
    left_right = [f"l{row}" for row in range(1, 7)] + [f"r{row}" for row in range(1, 7)]
    rest = [f"l{row}" for row in range(8, 14)] + [f"r{row}" for row in range(8, 14)]
    assert texts(filed) == ["title", *left_right, "middle", *rest]


def test_a_table_is_read_row_by_row() -> None:
    cells = [
        PrintedLine(
            f"{row}{column}", 50 + 100 * column, 60 + 12 * row, 80 + 100 * column, 70 + 12 * row, 10.0, block=row
        )
        for row in range(9)
        for column in range(3)
    ]
    assert find_gutter(cells) is None
    assert texts(cells) == [f"{row}{column}" for row in range(9) for column in range(3)]


def test_turned_lines_come_last() -> None:
    stamp = PrintedLine("Authorized", 10, 100, 20, 300, 8.0, turn=90, block=0)
    assert texts([stamp, line("first", "across", 0, 1)]) == ["first", "Authorized"]


def test_pieces_of_one_line_are_joined() -> None:
    pieces = [PrintedLine("the mill", 50, 60, 90, 70, 10.0), PrintedLine("was built", 94, 60, 140, 70, 10.0)]
    assert [each.text for block in in_reading_order(pieces) for each in block] == ["the mill was built"]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["left", "right", "across"]),
            st.integers(0, 30),
            st.integers(0, 5),
            st.sampled_from([0, 0, 0, 90]),
        ),
        max_size=40,
    )
)
def test_no_line_is_lost_or_read_twice(drawn: list[tuple[str, int, int, int]]) -> None:
    lines = [
        line(f"w{number}", side, row, block)._replace(turn=turn)
        for number, (side, row, block, turn) in enumerate(drawn)
    ]
    words = [
        word for block in in_reading_order(lines) for each in block for word in each.text.split() if word[0] == "w"
    ]
    assert sorted(word for word in words if word[1:].isdigit()) == sorted(f"w{number}" for number in range(len(drawn)))
