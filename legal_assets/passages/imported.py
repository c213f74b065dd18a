"""Documents and passages of paragraphs that came as rows of a table, not as files of a source.

Belongs here: laying rows out as frames of the contracts `documents` and `passages`. Does not belong here: reading
tables (`tables.py`) and merging them with a corpus (`merging.py`).
"""

from collections.abc import Callable, Sequence

import polars as pl

from legal_assets.schemas import DOCUMENTS, PASSAGES
from legal_assets.text.celex import Celex, parse_celex
from legal_assets.text.language import LONGEST_SAMPLE, Identification

Identify = Callable[[str], Identification]

_PRINTED = r"^((\d+)\s?[.)\-–]?\s+)"
"""The number at the start of a paragraph, as texts of tables carry it: with its marks, and bare."""


def placed(rows: pl.DataFrame) -> pl.DataFrame:
    """Add what the place of a paragraph in its document is, to rows with `doc_id`, `number`, `text`, `passage_id`.

    Paragraphs follow one another by number, joined with a line break. `position` counts from 1, `start` is the first
    character, `printed` the number that the text begins with where it is the paragraph's own (else empty).
    """
    own = pl.col("text").str.extract(_PRINTED, 2).cast(pl.Int32, strict=False) == pl.col("number")
    length = pl.col("text").str.len_chars().cast(pl.Int64) + 1
    return rows.sort("doc_id", "number", "passage_id").with_columns(
        pl.int_range(1, pl.len() + 1).over("doc_id").alias("position"),
        (length.cum_sum().over("doc_id") - length).alias("start"),
        pl.when(own).then(pl.col("text").str.extract(_PRINTED, 1)).otherwise(pl.lit("")).alias("printed"),
    )


def passages_of(corpus: str, rows: pl.DataFrame, flags: Sequence[str] = ()) -> pl.DataFrame:
    """Return placed rows with a `language` as a frame of the contract `passages`."""
    marks = pl.col("printed").str.len_chars()
    return PASSAGES.conform(
        rows.select(
            pl.lit(corpus).alias("corpus"),
            "passage_id",
            "doc_id",
            "position",
            "number",
            pl.col("printed").str.strip_chars(),
            pl.lit("unknown").alias("section"),
            pl.lit([], dtype=PASSAGES.schema["heading_path"]).alias("heading_path"),
            "language",
            pl.col("text").str.slice(marks),
            (pl.col("start") + marks).alias("start"),
            (pl.col("start") + pl.col("text").str.len_chars()).alias("end"),
            pl.lit(list(flags), dtype=PASSAGES.schema["flags"]).alias("flags"),
            pl.lit([], dtype=PASSAGES.schema["links"]).alias("links"),
        )
    )


def documents_of(corpus: str, texts: pl.DataFrame, identify: Identify) -> pl.DataFrame:
    """Return documents of `doc_id`, `text`, `passages`, `title`, `date`, `file_id`, `sha256`.

    Kind, court and case number follow from the CELEX number, where the id is one; the language is identified by the
    beginning of the text. A frame of the contract `documents`.
    """
    known = [_celex(doc_id) for doc_id in texts["doc_id"]]
    names = pl.List(pl.String)
    return DOCUMENTS.conform(
        texts.with_columns(
            pl.lit(corpus).alias("corpus"),
            pl.Series("celex", [str(each) if each else None for each in known], dtype=pl.String),
            pl.lit(None, dtype=pl.String).alias("ecli"),
            pl.Series("kind", [each.kind if each else "other" for each in known], dtype=pl.String),
            pl.Series("court", [each.court_name if each else None for each in known], dtype=pl.String),
            pl.lit([], dtype=names).alias("names"),
            pl.Series("case_numbers", [[each.case_number] if each else [] for each in known], dtype=names),
            pl.Series(
                "language",
                [identify(text).language for text in texts["text"].str.slice(0, LONGEST_SAMPLE)],
                dtype=pl.String,
            ),
            pl.lit([], dtype=names).alias("problems"),
        )
    )


def _celex(doc_id: str) -> Celex | None:
    try:
        return parse_celex(doc_id)
    except ValueError:
        return None
