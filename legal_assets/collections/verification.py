"""A second derivation of conjunctive judgments from the pages, and what it finds wrong with the stored ones.

Shares no code with `facts.py`, `mentions.py`, `conditions.py` or `measures/assignment.py`: pages are searched as plain
text by one automaton, conditions are given pages by trying. Belongs here: finding differences. Does not belong here:
mending them.
"""

import itertools
import re
import unicodedata
from collections.abc import Iterator

import polars as pl

_PAIR = ("query_id", "candidate_id")
_PAGES_AT_ONCE = 2000
_CLAUSE_ENDS = re.compile(r"""(?:\n\s*\n)|[()\[\]•]|(?:[.:;?!](?:["”’»]|\d)*(?=\s))""")
_NO_WORD = re.compile(r"[^\w¶]|_")


def verify(
    pages: pl.DataFrame, conditions: pl.DataFrame, condition_pages: pl.DataFrame, qrels: pl.DataFrame
) -> pl.DataFrame:
    """Return `query_id`, `candidate_id` and `difference`, a row for every judgment that the pages do not bear out.

    Args:
        pages: `doc_id`, `page` and `text` without running heads.
        conditions: frame of the contract `conditions`.
        condition_pages: frame of the contract `condition_pages`.
        qrels: `query_id`, `candidate_id`, `grade`, `is_gold` of one task; every form has the same.
    """
    derived = _derived_pages(pages, conditions)
    key = [*_PAIR, "condition"]
    stored = condition_pages.select(*key, "pages")
    both = derived.join(stored, on=key, how="full", coalesce=True, suffix="_stored")
    wrong_pages = both.filter(~pl.col("pages").eq_missing(pl.col("pages_stored"))).select(
        *_PAIR, pl.format("condition {}: pages differ", "condition").alias("difference")
    )
    graded = _derived_grades(derived, conditions)
    judged = graded.join(
        qrels.select(*_PAIR, "grade", "is_gold"), on=list(_PAIR), how="full", coalesce=True, suffix="_stored"
    )
    same = pl.col("grade").eq_missing(pl.col("grade_stored")) & pl.col("is_gold").eq_missing(pl.col("is_gold_stored"))
    wrong_grades = judged.filter(~same).select(*_PAIR, pl.lit("grade or gate differs").alias("difference"))
    return pl.concat([wrong_pages, wrong_grades]).sort(*_PAIR, "difference")


def _derived_pages(pages: pl.DataFrame, conditions: pl.DataFrame) -> pl.DataFrame:
    """Pages of each condition in each document, found again: `query_id`, `candidate_id`, `condition`, `pages`."""
    forms = conditions.select("query_id", "condition", pl.col("forms").alias("form")).explode("form")
    is_short = pl.col("form").str.contains(r"\p{Lu}")
    long_forms = forms.filter(~is_short)
    words = long_forms["form"].unique().sort().to_list()
    found = pl.concat([_with_words(part, words) for part in _parts(pages)])
    spelled = found.join(long_forms, on="form")
    # A short form counts where its document has a long form of the same condition.
    short = _with_short_forms(pages, forms.filter(is_short), spelled)
    return (
        pl.concat([spelled.select(*_FOUND), short.select(*_FOUND)])
        .group_by("query_id", pl.col("doc_id").alias("candidate_id"), "condition")
        .agg(pl.col("page").unique().sort().alias("pages"))
    )


def _parts(pages: pl.DataFrame) -> list[pl.DataFrame]:
    return list(pages.iter_slices(_PAGES_AT_ONCE)) or [pages]


_FOUND = ("query_id", "condition", "doc_id", "page")


def _with_words(pages: pl.DataFrame, forms: list[str]) -> pl.DataFrame:
    plain = pl.Series("text", [_plain(text) for text in pages["text"]], dtype=pl.String)
    patterns = pl.Series([f" {form} " for form in forms], dtype=pl.String).implode()
    return (
        pages.select("doc_id", "page")
        .with_columns(plain.str.extract_many(patterns, overlapping=True).alias("form"))
        .explode("form")
        .drop_nulls()
        .unique()
        .with_columns(pl.col("form").str.strip_chars(" "))
    )


def _plain(text: str) -> str:
    """Return the words of a text in lower case, one space before, between and after, and a ¶ where a clause ends."""
    divided = _CLAUSE_ENDS.sub(" ¶ ", text)
    words = _NO_WORD.sub(" ", unicodedata.normalize("NFKC", divided).lower())
    return f" {' '.join(words.split())} "


def _with_short_forms(pages: pl.DataFrame, short: pl.DataFrame, spelled: pl.DataFrame) -> pl.DataFrame:
    names = short["form"].unique().to_list()
    rows = [
        part.select("doc_id", "page")
        .with_columns(part["text"].str.extract_all(r"\p{Lu}[\p{L}&-]*\p{Lu}").alias("form"))
        .explode("form")
        .filter(pl.col("form").is_in(names))
        .unique()
        for part in _parts(pages)
    ]
    has_long = spelled.select("query_id", "condition", "doc_id").unique()
    return pl.concat(rows).join(short, on="form").join(has_long, on=["query_id", "condition", "doc_id"], how="semi")


def _derived_grades(derived: pl.DataFrame, conditions: pl.DataFrame) -> pl.DataFrame:
    wanted = dict(conditions.group_by("query_id").len().iter_rows())
    grouped = derived.group_by(*_PAIR).agg("pages")
    rows = [
        (query, document, len(met), len(met) == wanted[query] and _is_gold([set(each) for each in met]))
        for query, document, met in grouped.iter_rows()
    ]
    schema = {"query_id": pl.String, "candidate_id": pl.String, "grade": pl.Int16, "is_gold": pl.Boolean}
    return pl.DataFrame(rows, schema=schema, orient="row")


def _is_gold(met: list[set[int]]) -> bool:
    """Return whether no page is in all sets, and some choice of one page from each has no page twice."""
    return not set.intersection(*met) and any(len(set(pages)) == len(met) for pages in _choices(met))


def _choices(met: list[set[int]]) -> Iterator[tuple[int, ...]]:
    yield from itertools.product(*met)
