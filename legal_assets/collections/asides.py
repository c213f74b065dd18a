"""Asides of a page: footnotes, sources and notes, labels of charts and tables, works cited in brackets, lists of names.

A page that names a thing only there does not speak of it. Belongs here: leaving asides out of texts, and dividing lines
that do not read on. Does not belong here: whole stretches of a report such as its references (`apparatus.py`).
"""

import polars as pl

_KEY = ("doc_id", "page")

_NOTED = r"^\s*(\d{1,3})\s*(?:[-–]\s+)?(?:\p{Lu}|[“\"‘«]|https?:|www\.)"
"""A line that may begin a footnote: its number without a full stop, then a sentence."""
_MARKED = r"(?:[\p{L}%][”\"’»)]?[.,;:]?[”\"’»)]?|\d[.,;:”\"’»)])\d{1,3}(?:[^\d.,\p{L}%]|[.,]\D|$)"
_MARKED_ALONE = r"(?m)^\s*\d{1,3}\s+[\p{Ll}(]"
"""A raised number in running text comes out right behind a word or its full stop, or on a line of its own."""
_NUMBER = r"(\d{1,3})\D*$"

_SOURCES = (
    r"(?i)^\W*(?:sources?|data sources?|notes?|fuentes?|notas?|fontes?|n\.b)(?: and (?:sources?|notes?))?\s?:|"
    r"^\W*(?:Sources?|Notes?|Fuentes?|Notas?|Fontes?)\.\s"
)

_READS_ON = 0.75
"""Of the longest line of a block: a line that would be shorter even with the next word was ended on purpose."""

_SPACE = r"(?: +|\n)"
_WORD = r"\p{Lu}(?:[\p{L}\p{N}’'&-]*|\.)"
_NAME = rf"(?:the{_SPACE})?{_WORD}(?:{_SPACE}(?:(?:of|the|for|de|du|des|la){_SPACE}){{0,2}}{_WORD}){{0,5}}"
_AND = r"(?:and|or|&|y|o|e|et|ou)"

_YEAR = r"(?:19|20)\d\d[a-z]?"
_CITED_WORD = (
    r"(?:\p{Lu}[\p{L}’'.&/-]*|and|et|al|for|of|on|the|in|to|de|du|la|see|also|cf|e\.g|i\.e|p|pp|n\.d|&|\d+(?:[-–]\d+)?)"
)
_CITED = (
    rf"[(\[](?:(?:{_CITED_WORD}|{_YEAR})[.,;:]*\s+)+{_YEAR}(?:[,:;]\s*(?:p+\.?\s*)?\d+(?:[-–]\d+)?)?[)\]]|"
    r"\((?:Sources?|Notes?|Fuentes?|Fontes?)\s?:[^()]*\)|"
    rf"{_NAME}(?:,?{_SPACE}{_AND}{_SPACE}{_NAME}|{_SPACE}et{_SPACE}al\.?)?,?{_SPACE}[(\[]{_YEAR}(?:[,;:]\s{_YEAR})*[)\]]"
)
"""`(World Bank 2014; Alder and Dune 2012)`, `(Source: …)`, `Alder and Dune (2012)`."""

_MEANT = rf"(?:{_SPACE}\([^()]{{1,60}}\))?"
_ITEM = rf"{_NAME}(?:{_SPACE}and{_SPACE}{_WORD}){{0,2}}{_MEANT}"
_LISTED = (
    rf"(?:{_ITEM}[,;]{_SPACE}){{2,}}(?:{_AND}{_SPACE})?{_ITEM}(?:{_SPACE}{_AND}{_SPACE}{_ITEM})?|"
    rf"{_NAME}{_MEANT},{_SPACE}{_NAME}{_MEANT}{_SPACE}{_AND}{_SPACE}{_NAME}{_MEANT}"
)
"""Three names or more in a row."""

_BETWEEN = (
    r"(?:a|the|in|of|that|those|for|from|its|other|many|most|all|some|average|countries|neighbou?ring|peers|regional|"
    r"percent|[\d.,%$]+)"
)
_COMPARED = (
    rf"\b(?:than|compared{_SPACE}(?:to|with)|relative{_SPACE}to|such{_SPACE}as|similar{_SPACE}to|(?:[Uu]n)?like)"
    rf"(?:{_SPACE}{_BETWEEN}){{0,4}}{_SPACE}{_NAME}(?:{_SPACE}{_AND}{_SPACE}{_NAME})?|"
    rf"\baverages?{_SPACE}(?:(?:of|for|in|across){_SPACE}){{1,2}}(?:the{_SPACE})?{_NAME}|{_NAME}{_MEANT}{_SPACE}averages?\b"
)
"""A name that is an example, or what something else is compared with: `lower than in Gull Island`."""

BREAK = "\n\n"
"""Stands where something was left out, or where lines do not read on: no phrase runs across it."""


_FEWEST_LABELS, _LONGEST_LINE = 3, 4
"""Lines of a legend, and words of the longest: each begins with a capital or a number."""
_LONGEST_LABEL = 5
"""Words of the longest label: what stands alone and is no heading and no sentence."""
_ENDED = r"[.!?:;][”\"’»)\d]*$"


def leave_out_asides(pages: pl.DataFrame, headings: pl.DataFrame) -> pl.DataFrame:
    """Return `doc_id`, `page` and `text` without asides; an empty line stands where lines do not read on.

    A footnote begins with its number at the beginning of a line, where the text has the number behind a word, or a
    neighbour of it is such a footnote, or the last block of the page begins so. Footnotes, sources and notes end with
    their block. Three names or more in a row are a list; a name after `than`, `such as` and the like is an example, or
    what something is compared with. A label has five words or fewer, beside numbers, or is a line of a legend, and is
    no heading and no end of a sentence.

    A line reads on if it is nearly as long as the longest of its block, or would be with the first word of the next.

    Args:
        pages: `doc_id`, `page` and `text`, one row a page.
        headings: `doc_id`, `page` and `heading`, the lines that are printed as headings.
    """
    lines = (
        pages.select(*_KEY, pl.col("text").str.split("\n").alias("line"))
        .explode("line", empty_as_null=False)
        .with_columns(pl.col("line").str.strip_chars().alias("printed"))
        .with_columns((pl.col("printed") == "").cum_sum().over(_KEY).alias("block"))
        .with_row_index("place")
    )
    written = lines.filter(pl.col("printed") != "")
    begins = written.join(_footnotes(pages, written), on="place", how="left").with_columns(
        (pl.col("is_note").fill_null(value=False) | pl.col("printed").str.contains(_SOURCES)).alias("begins")
    )
    block = (*_KEY, "block")
    body = begins.filter(pl.col("begins").cum_sum().over(block) == 0)
    length = pl.col("printed").str.len_chars()
    with_next = length + 1 + pl.col("printed").str.extract(r"^(\S+)").str.len_chars().shift(-1).over(block)
    joined = body.with_columns(
        pl.when(with_next >= _READS_ON * length.max().over(block))
        .then(pl.lit("\n"))
        .otherwise(pl.lit(BREAK))
        .alias("end")
    )
    text = (
        _without_labels(joined, headings)
        .group_by(_KEY, maintain_order=True)
        .agg(pl.concat_str("printed", "end").str.join("").alias("body"))
        .with_columns(
            pl.col("body")
            .str.replace_all(_CITED, BREAK)
            .str.replace_all(_LISTED, BREAK)
            .str.replace_all(_COMPARED, BREAK)
        )
    )
    return (
        pages.select(_KEY)
        .join(text, on=list(_KEY), how="left", maintain_order="left")
        .select(*_KEY, pl.col("body").fill_null("").str.strip_chars().alias("text"))
    )


def _without_labels(lines: pl.DataFrame, headings: pl.DataFrame) -> pl.DataFrame:
    """Leave out lines that read on into no more than a few words."""
    printed = headings.select(*_KEY, pl.col("heading").str.strip_chars().alias("printed"), is_heading=True).unique()
    part = (pl.col("end").shift(1) != "\n").fill_null(value=True).cum_sum().alias("part")
    words = pl.col("printed").str.count_matches(r"\p{L}[\p{L}’'-]+")
    legend = (
        (pl.len() >= _FEWEST_LABELS)
        & (words.max() <= _LONGEST_LINE)
        & pl.col("printed").str.contains(r"^[^\p{L}]*(?:\p{Lu}|$)").all()
    )
    return (
        lines.with_columns(part)
        .join(printed, on=[*_KEY, "printed"], how="left", maintain_order="left")
        .filter(
            (words.sum().over("part") > _LONGEST_LABEL) & ~legend.over("part")
            | pl.col("is_heading").any().over("part")
            | pl.col("printed").last().str.contains(_ENDED).over("part")
        )
    )


def _footnotes(pages: pl.DataFrame, lines: pl.DataFrame) -> pl.DataFrame:
    """Return `place` and `is_note` of the lines that begin a footnote."""
    marks = pl.concat_list(pl.col("text").str.extract_all(_MARKED), pl.col("text").str.extract_all(_MARKED_ALONE))
    marked = (
        pages.select(*_KEY, marks.alias("number"))
        .explode("number")
        .drop_nulls()
        .select(*_KEY, pl.col("number").str.extract(_NUMBER).cast(pl.Int32).alias("number"))
        .unique()
    )
    candidates = lines.select(
        *_KEY, "place", pl.col("printed").str.extract(_NOTED).cast(pl.Int32).alias("number")
    ).drop_nulls()
    sure = candidates.join(marked, on=[*_KEY, "number"], how="semi")
    near = pl.concat([sure.select(*_KEY, pl.col("number") + step) for step in (-1, 0, 1)]).unique()
    is_last = (pl.col("block") == pl.col("block").max().over(_KEY)) & (
        pl.col("place") == pl.col("place").min().over(*_KEY, "block")
    )
    last = candidates.join(lines.filter(is_last), on="place", how="semi")
    return (
        pl.concat([candidates.join(near, on=[*_KEY, "number"], how="semi"), last])
        .select("place", pl.lit(value=True).alias("is_note"))
        .unique()
    )
