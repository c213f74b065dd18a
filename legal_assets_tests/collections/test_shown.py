import polars as pl

from legal_assets.collections.shown import ALL, of_sets, shown_sets


def sets(*pairs: tuple[str, str]) -> pl.LazyFrame:
    return pl.LazyFrame(pairs, schema={"task": pl.String, "variant": pl.String}, orient="row")


ROWS = sets(("a", "original"), ("a", "masked"), ("a", "unnumbered"), ("a", "masked"), ("b", "original"), ("c", "clean"))


def test_the_variant_that_leaderboards_show_is_chosen_task_by_task() -> None:
    shown = shown_sets(ROWS).sort("task").collect().rows()
    assert shown == [("a", "masked"), ("b", "original"), ("c", "clean")]
    assert shown_sets(sets(("a", "original"), ("a", "unnumbered"))).collect().rows() == [("a", "unnumbered")]


def test_all_variants_are_all_of_them() -> None:
    assert shown_sets(ROWS, ALL).collect().height == 5


def test_rows_of_other_sets_are_left_out() -> None:
    assert of_sets(ROWS, sets(("a", "masked"), ("d", "masked"))).collect().height == 2


def test_nothing_has_no_variant() -> None:
    assert shown_sets(sets()).collect().is_empty()
