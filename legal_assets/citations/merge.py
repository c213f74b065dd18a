"""Citations of several sources as one: each citation once, with everything that found it.

Pure functions on frames. A source has one row per citing passage, target and pinpoint; how it found them belongs in
`links`, `prose` and `legalpincite`. Decisions are known by ECLI or by CELEX, so both are told apart by a table of
identities, in which every number of joined cases leads to the one decision.
"""

from collections.abc import Iterable, Sequence

import polars as pl

from legal_assets.citations.reference import Reference
from legal_assets.text.celex import parse_case_number

KEY = ("passage_id", "target", "pinpoint")
REQUIRED = ("passage_id", "target_ecli", "target_celex", "pinpoint", "found_by")
IDENTITIES = {"celex": pl.String(), "ecli": pl.String()}


def joined_identities(references: Iterable[Reference]) -> pl.DataFrame:
    """CELEX numbers under which cited decisions can be named, with their ECLI, of full references.

    "C-368/20 and C-369/20, EU:C:2022:298" gives two rows, since publishers name the decision by either.
    """
    rows = [
        (str(parse_case_number(number).celex(reference.celex[6:7])), reference.ecli)
        for reference in references
        if reference.ecli and reference.celex
        for number in reference.case_numbers
    ]
    return pl.DataFrame(rows, schema=IDENTITIES, orient="row").unique(maintain_order=True)


def merge_citations(sources: Sequence[pl.DataFrame], identities: pl.DataFrame) -> pl.DataFrame:
    """Merge frames of citations; `identities` has the columns `celex` and `ecli`, the surest rows first.

    Rows of one `passage_id`, target and `pinpoint` become one: `found_by` is the sorted union, `parts` (if there)
    the union, a range is `filled` only if no source printed the number, any other column is taken from the first
    source that has it. The column `target` (ECLI where known, CELEX otherwise) is added. A citation without a
    pinpoint is one of the case; beside a pinpoint into the same case from the same passage it adds nothing and goes.

    Raises:
        ValueError: A source lacks one of the required columns, or there is no source.
    """
    for number, source in enumerate(sources):
        missing = [column for column in REQUIRED if column not in source.columns]
        if missing:
            message = f"source {number} of the citations lacks the columns {', '.join(missing)}"
            raise ValueError(message)
    if not sources:
        message = "there are no citations to merge; give at least one frame, an empty one if need be"
        raise ValueError(message)
    rows = _with_target(pl.concat(sources, how="diagonal_relaxed"), identities)
    aggregated = rows.group_by(*KEY, maintain_order=True).agg(_aggregates(rows.columns))
    pinpointed = pl.col("pinpoint").is_not_null().any().over("passage_id", "target")
    return aggregated.filter(pl.col("pinpoint").is_not_null() | ~pinpointed).select(
        *KEY, *(column for column in rows.columns if column not in KEY)
    )


def _with_target(rows: pl.DataFrame, identities: pl.DataFrame) -> pl.DataFrame:
    """Add `target`, and give each row the ECLI or CELEX it lacks where `identities` or another row knows it."""
    own = rows.select(pl.col("target_celex").alias("celex"), pl.col("target_ecli").alias("ecli"))
    known = pl.concat([identities.select("celex", "ecli"), own]).drop_nulls()
    by_celex = known.unique("celex", keep="first", maintain_order=True).rename({"ecli": "_ecli"})
    by_ecli = known.unique("ecli", keep="first", maintain_order=True).rename({"celex": "_celex"})
    return (
        rows.join(by_celex, left_on="target_celex", right_on="celex", how="left", maintain_order="left")
        .with_columns(pl.coalesce("target_ecli", "_ecli").alias("target_ecli"))
        .join(by_ecli, left_on="target_ecli", right_on="ecli", how="left", maintain_order="left")
        .with_columns(pl.coalesce("_celex", "target_celex").alias("target_celex"))
        .drop("_ecli", "_celex")
        .with_columns(pl.coalesce("target_ecli", "target_celex").alias("target"))
        .drop_nulls("target")
    )


def _aggregates(columns: Sequence[str]) -> list[pl.Expr]:
    """How each column of merged rows comes about."""
    special = {
        "found_by": pl.col("found_by").explode().drop_nulls().unique().sort(),
        "parts": pl.col("parts").explode().drop_nulls().unique(maintain_order=True),
        "filled": pl.col("filled").drop_nulls().all(),
    }
    return [special.get(column, pl.col(column).drop_nulls().first()) for column in columns if column not in KEY]
