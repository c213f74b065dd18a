"""Where phrases stand: every page of every document that has a phrase, word for word.

Belongs here: matching many phrases in many pages at once, words as numbers. A phrase matches where its words follow
one another in one clause, whatever their case, the hyphens and commas between them and line breaks. Does not belong
here: which phrases matter (`facts.py`), and the second derivation that checks this one (`verification.py`).
"""

from collections.abc import Iterator

import numpy as np
import polars as pl
from numpy.typing import NDArray

from legal_assets.text.analysers import analyser
from legal_assets.text.tokens import Tokens, tokenise

LONGEST = 8
"""Words of the longest phrase looked for."""

_STOPS = r"[.!?;:][\"”’»\d]*\s|[()\[\]•]|\n\s*\n"
"""Where a clause ends: at an empty line, a bracket, or a mark, be it with the number of a footnote."""

_WORDS = analyser("none")
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_PAGES_AT_ONCE = 4096


def normalised(texts: pl.Series) -> pl.Series:
    """Return texts as their words in lower case with one space between: equal texts mention one another."""
    words = pl.DataFrame({"word": _WORDS.words(texts)}).with_row_index()
    flat = words.explode("word", empty_as_null=False).with_columns(pl.col("word").str.to_lowercase())
    joined = flat.group_by("index", maintain_order=True).agg(pl.col("word").str.join(" "))
    return words.select("index").join(joined, on="index", how="left", maintain_order="left")["word"].fill_null("")


def in_clauses(pages: pl.DataFrame) -> pl.DataFrame:
    """Return `doc_id`, `page` and `text` of every clause of pages: no phrase runs from one into another.

    Args:
        pages: `doc_id`, `page` and `text`, paragraphs divided by empty lines.
    """
    return (
        pages.select("doc_id", "page", pl.col("text").str.replace_all(_STOPS, "¶").str.split("¶"))
        .explode("text", empty_as_null=False)
        .with_columns(pl.col("text").str.strip_chars())
        .filter(pl.col("text") != "")
    )


def find_mentions(pages: pl.DataFrame, phrases: pl.Series) -> pl.DataFrame:
    """Return `doc_id`, `page` and `phrase` for every page that has a phrase, each once.

    Args:
        pages: `doc_id`, `page` and `text`; a page may have several rows, and a phrase stands in one of them.
        phrases: distinct phrases as `normalised` gives them; those of no word or more than `LONGEST` are never found.
    """
    tokens = tokenise(pages["text"], _WORDS)
    wanted = tokenise(phrases, _WORDS, tokens.vocabulary)
    lengths = np.diff(wanted.offsets)
    complete = lengths == phrases.str.split(" ").list.len().to_numpy()
    found = [
        part
        for length in range(1, LONGEST + 1)
        for part in _of_length(tokens, wanted, np.flatnonzero(complete & (lengths == length)), length)
    ]
    if not found:
        return pages.select("doc_id", "page").clear().with_columns(pl.lit("").alias("phrase"))
    rows = np.unique(np.concatenate(found), axis=0)
    return pl.concat(
        [pages.select("doc_id", "page")[rows[:, 0]], phrases.gather(rows[:, 1]).alias("phrase").to_frame()],
        how="horizontal",
    ).unique(maintain_order=True)


def _of_length(tokens: Tokens, wanted: Tokens, numbers: NDArray[np.int64], length: int) -> Iterator[NDArray[np.int64]]:
    """Yield pairs of page and phrase for phrases of one length, some thousand pages at a time."""
    if not len(numbers):
        return
    words = wanted.terms[wanted.offsets[numbers][:, None] + np.arange(length)]
    keys = _key([words[:, place] for place in range(length)])
    order = np.argsort(keys, kind="stable")
    keys, words, numbers = keys[order], words[order], numbers[order]
    begins = np.zeros(len(tokens.vocabulary), np.bool_)
    begins[words[:, 0]] = True
    for start in range(0, len(tokens), _PAGES_AT_ONCE):
        stop = min(start + _PAGES_AT_ONCE, len(tokens))
        part = tokens.part(start, stop)
        places = np.flatnonzero(begins[part.terms])
        page = np.searchsorted(part.offsets, places, side="right") - 1
        fits = places + length <= part.offsets[page + 1]
        places, page = places[fits], page[fits]
        here = _key([part.terms[places + offset] for offset in range(length)])
        near = np.minimum(np.searchsorted(keys, here), len(keys) - 1)
        # Equal keys are not yet equal words; distinct phrases have distinct words.
        same = keys[near] == here
        places, page, near = places[same], page[same], near[same]
        equal = (part.terms[places[:, None] + np.arange(length)] == words[near]).all(axis=1)
        yield np.unique(np.stack([page[equal] + start, numbers[near[equal]]], axis=1), axis=0)


def _key(columns: list[NDArray[np.uint32]]) -> NDArray[np.uint64]:
    """Return one number for the words in a row; different rows seldom share one."""
    key = np.zeros(len(columns[0]), np.uint64)
    with np.errstate(over="ignore"):
        for column in columns:
            key = (key ^ (column.astype(np.uint64) + np.uint64(1))) * _FACTOR
            key ^= key >> np.uint64(29)
    return key
