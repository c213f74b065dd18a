"""Pages that have the forms of a concept, long and short.

Belongs here: searching given forms in given pages. Does not belong here: finding the forms (`facts.py`, `aliases.py`).
"""

import polars as pl

from legal_assets.collections.aliases import find_uses
from legal_assets.collections.mentions import find_mentions

_IS_SHORT = r"\p{Lu}"


def form_pages(pages: pl.DataFrame, forms: pl.DataFrame) -> pl.DataFrame:
    """Return `doc_id`, `page`, `concept` and `form`: every page that has a form of a concept.

    A short form counts in the documents that have a long form of the same concept, as everywhere.

    Args:
        pages: `doc_id`, `page` and `text` without running heads.
        forms: `concept` and `form`.
    """
    is_short = pl.col("form").str.contains(_IS_SHORT)
    long_forms = forms.filter(~is_short)
    spelled = find_mentions(pages, long_forms["form"].unique().sort()).rename({"phrase": "form"})
    spelled = spelled.join(long_forms, on="form")
    meant = forms.filter(is_short).select(alias="form", phrase="concept")
    used = find_uses(pages, meant, spelled.select("doc_id", phrase="concept"))
    columns = ("doc_id", "page", "concept", "form")
    short = used.rename({"phrase": "concept", "alias": "form"})
    return pl.concat([spelled.select(columns), short.select(columns)]).sort(columns)
