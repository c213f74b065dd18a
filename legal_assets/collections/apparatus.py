"""The apparatus of a report: title, imprint, contents, abbreviations, acknowledgments, references.

It discusses nothing. A page of contents names every subject of its report and so would meet all conditions at once; a
reference names what another work is about. Belongs here: which stretches of pages are apparatus. Does not belong here:
cutting them out (`readable_pages.py`).
"""

import polars as pl

_KEY = ("doc_id", "page")

_ENTRY = r"(?:[.…·_]\s?){4,}\s*(?:\d{1,3}|[ivxlc]+)\s*$"
"""A line of contents: leaders, then the number of a page."""
_FEWEST_ENTRIES, _ENTRY_SHARE = 3, 0.4

_LEADING = r"^[\s\W]*(?:(?:(?:annex|appendix)\s+)?(?:\d+|[ivxlc]+|[a-z])[.:)]+\s*)?"
_LISTS = (
    _LEADING + r"(?:(?:(?:list of )?(?:abbreviations?|acronyms?)|acknowledge?ments?|remerciements|abréviations|sigles|"
    r"siglas|abreviaturas|abreviações|agradecimientos|agradecimentos)\b.{0,40}|"
    r"(?:table of )?contents|table des matières|sommaire|índice|contenido)\W*$"
)
"""Headings of what is apparatus to the end of their page at least: each of its lines may look like a heading."""
_DECLARATIONS = (
    _LEADING + r"(?:currency equivalents\b.{0,40}|conflicts? of interests?|competing interests|"
    r"(?:sources? of )?funding|authors?.{0,2} contributions|contributors)\W*$"
)
"""Headings of what is apparatus up to the next heading."""
_REFERENCES = (
    _LEADING
    + r"(?:(?:selected |cited |list of )?references|(?:selected )?bibliography|works cited|literature cited|références|"
    r"r[ée]f[ée]rences bibliographiques|bibliographie|referencias(?: bibliográficas)?|bibliografía|referências|"
    r"bibliografia)\W*$"
)
_ANNEX = r"^\W*(?:annex|appendix|appendices|annexe|anexo|apéndice|apêndice)"
_MOST_FRONT_PAGES = 3
_FEWEST_PAGES, _LONGEST_TITLE = 10, 150
"""Pages of what has a title page, and words of that, the notes of publishers counted."""
_FRONT_PAGES = 20

_IMPRINT = r"©|\bISBN\b|(?i)restricted\s+distribution|rights\s+reserved|necessarily\s+(?:reflect|represent)"
_IMPRINT_PAGES = 2, 4

_SHORT_FORM = r"^\p{Lu}[\p{L}&/-]*\p{Lu}[\p{L}&/-]*$"
_LONGEST_SHORT_FORM = 10
_FEWEST_SHORT_FORMS, _SHORT_FORM_SHARE = 6, 0.25
"""Lines of a list of abbreviations that are a short form and nothing else; half of them precede what begins so."""

_DATED = r"(?m)\b(?:19|20)\d\d[a-z]?[).;:,]|[(](?:19|20)\d\d|\b(?:19|20)\d\d$"
_INITIALS = (
    r"\b\p{Lu}\.|\b\p{L}+ \p{Lu}{1,2},|et al|\bpp?\.|\b[Vv]ol\.|\bhttps?:|"
    r"\b(?:Press|University|Journal|Washington|[Ww]orking [Pp]aper)\b"
)
_LEAST_DATED, _LEAST_INITIALS = 2.5, 4.0
"""Of a hundred words: years with a mark or at the end of a line, as in references, and authors and publishers."""
_FEWEST_DATED = 2


def find_apparatus(pages: pl.DataFrame) -> pl.DataFrame:
    """Return `doc_id`, `page`, `start` and `end` of every stretch of a usable page that is apparatus; they may overlap.

    The first page of ten or more, if it has few words, is a title page, and one of the next three that says whose
    rights or views these are an imprint. A page at the front of which a quarter of the lines are short forms lists
    them. Contents are pages of which two fifths of the lines end in leaders and a number. Abbreviations,
    acknowledgments and contents without leaders reach from their heading to the next one on a later page, declarations
    of authors to the next, three pages at most; under a line that is not printed as a heading they reach to the end of
    its page. References begin with their heading, or with a page full of years and of initials or publishers, and go on
    as long as pages are full of years and no annex begins.

    Args:
        pages: frame of the contract `pages`.
    """
    words, years = (pl.col("text").str.count_matches(pattern) for pattern in (r"\S+", _DATED))
    usable = pages.filter("usable").select(
        *_KEY,
        "text",
        "marks",
        pl.col("text").str.len_chars().alias("length"),
        ((years >= _FEWEST_DATED) & (years * 100 >= _LEAST_DATED * words)).alias("dated"),
    )
    headings = _headings(usable)
    bound = pages.group_by("doc_id").len().filter(pl.col("len") >= _FEWEST_PAGES)
    title = usable.filter((pl.col("page") == 1) & (words <= _LONGEST_TITLE)).join(bound, on="doc_id", how="semi")
    imprint = usable.filter(pl.col("page").is_between(*_IMPRINT_PAGES) & pl.col("text").str.contains(_IMPRINT))
    parts = [
        _whole(pl.concat([title, imprint])),
        _contents(usable),
        _short_forms(usable),
        _front(usable, headings),
        _references(usable, headings),
    ]
    return pl.concat(
        part.select(*_KEY, pl.col("start").cast(pl.Int32), pl.col("end").cast(pl.Int32)) for part in parts
    ).sort(*_KEY, "start", "end")


def _headings(usable: pl.DataFrame) -> pl.DataFrame:
    """Return `doc_id`, `page`, `start`, `heading` in lower case and `is_marked`, in reading order.

    A line of its own that heads apparatus is a heading even where it is not printed as one: of lists at the front of a
    document, of references on a page full of years. It may be a label or the head of a column anywhere else.
    """
    mark = pl.col("marks").struct
    start, end = mark.field("start"), mark.field("end")
    marked = (
        usable.explode("marks")
        .filter(mark.field("kind") == "heading")
        .select(*_KEY, start.alias("start"), pl.col("text").str.slice(start, end - start).alias("heading"))
        .with_columns(pl.lit(value=True).alias("is_marked"))
    )
    lines = (
        usable.select(*_KEY, "dated", pl.col("text").str.split("\n").alias("heading"))
        .explode("heading", empty_as_null=False)
        .with_columns((pl.col("heading").str.len_chars().cast(pl.Int64) + 1).alias("length"))
        .with_columns((pl.col("length").cum_sum().over(_KEY) - pl.col("length")).cast(pl.Int32).alias("start"))
        .with_columns(pl.col("heading").str.strip_chars().str.to_lowercase().alias("plain"))
        .filter(
            pl.col("plain").str.contains(_LISTS)
            & pl.col("plain").str.contains(r"^\w")
            & (pl.col("page") <= _FRONT_PAGES)
            | pl.col("plain").str.contains(_REFERENCES) & pl.col("dated")
        )
        .select(*_KEY, "start", "heading", pl.lit(value=False).alias("is_marked"))
        .join(
            usable.explode("marks").select(*_KEY, mark.field("start").alias("start")), on=[*_KEY, "start"], how="anti"
        )
    )
    return (
        pl.concat([marked, lines])
        .with_columns(pl.col("heading").str.to_lowercase().str.replace_all(r"\s+", " ").str.strip_chars())
        .sort(*_KEY, "start")
    )


def _contents(usable: pl.DataFrame) -> pl.DataFrame:
    lines = pl.col("text").str.split("\n").list.eval(pl.element().str.strip_chars()).list
    written = lines.eval(pl.element().filter(pl.element() != "")).list
    entries = written.eval(pl.element().str.contains(_ENTRY)).list.sum()
    return _whole(usable.filter((entries >= _FEWEST_ENTRIES) & (entries >= _ENTRY_SHARE * written.len())))


def _whole(pages: pl.DataFrame) -> pl.DataFrame:
    return pages.select(*_KEY, pl.lit(0).alias("start"), pl.col("length").alias("end"))


def _short_forms(usable: pl.DataFrame) -> pl.DataFrame:
    """Pages at the front that list short forms, a line each, with what they stand for; under no heading at all."""
    line = pl.col("line")
    listed = (
        usable.filter(pl.col("page") <= _FRONT_PAGES)
        .select(*_KEY, pl.col("text").str.split("\n").alias("line"))
        .explode("line", empty_as_null=False)
        .with_columns(line.str.strip_chars())
        .filter(line != "")
        .with_columns(
            (line.str.contains(_SHORT_FORM) & (line.str.len_chars() <= _LONGEST_SHORT_FORM)).alias("is_short"),
            (line.str.slice(0, 1) == line.str.slice(0, 1).shift(-1).over(_KEY)).alias("is_spelled"),
        )
        .group_by(_KEY)
        .agg(
            pl.col("is_short").sum().alias("short"),
            (pl.col("is_short") & pl.col("is_spelled")).sum().alias("spelled"),
            pl.len().alias("lines"),
        )
        .filter(
            (pl.col("short") >= _FEWEST_SHORT_FORMS)
            & (pl.col("short") >= _SHORT_FORM_SHARE * pl.col("lines"))
            & (2 * pl.col("spelled") >= pl.col("short"))
        )
    )
    return _whole(usable.join(listed, on=list(_KEY), how="semi"))


def _front(usable: pl.DataFrame, headings: pl.DataFrame) -> pl.DataFrame:
    lists = headings.filter(pl.col("heading").str.contains(_LISTS)).with_columns(after=pl.col("page") + 1)
    declarations = headings.filter(pl.col("heading").str.contains(_DECLARATIONS)).with_columns(after=pl.col("page"))
    following = headings.filter("is_marked").select("doc_id", last="page", until="start")
    begun = pl.concat([lists, declarations]).rename({"page": "first", "start": "from"}).with_row_index("number")
    ends = (
        begun.join(following, on="doc_id")
        .filter(
            (pl.col("last") >= pl.col("after"))
            & ((pl.col("last") > pl.col("first")) | (pl.col("until") > pl.col("from")))
        )
        .sort("last", "until")
        .group_by("number")
        .agg(pl.col("last", "until").first())
    )
    return (
        begun.join(ends, on="number", how="left")
        .join(usable.select(*_KEY, "length"), on="doc_id")
        .filter(
            (pl.col("page") >= pl.col("first"))
            & (pl.col("page") <= pl.col("last").fill_null(pl.col("page")))
            & (pl.col("page") < pl.col("first") + pl.when("is_marked").then(_MOST_FRONT_PAGES).otherwise(1))
        )
        .with_columns(
            pl.when(pl.col("page") == pl.col("first")).then("from").otherwise(0).alias("start"),
            pl.when(pl.col("page") == pl.col("last")).then("until").otherwise("length").alias("end"),
        )
        .filter(pl.col("start") < pl.col("end"))
    )


def _references(usable: pl.DataFrame, headings: pl.DataFrame) -> pl.DataFrame:
    """Stretches of pages from the first that surely has references; on an annex's page they end before its heading."""
    words = pl.col("text").str.count_matches(r"\S+")
    initials = pl.col("text").str.count_matches(_INITIALS)
    begins = headings.filter(pl.col("heading").str.contains(_REFERENCES)).group_by(_KEY).agg(pl.col("start").min())
    annexes = headings.filter(pl.col("heading").str.contains(_ANNEX)).group_by(_KEY).agg(annex=pl.col("start").min())
    judged = (
        usable.join(begins.rename({"start": "begin"}), on=list(_KEY), how="left")
        .join(annexes, on=list(_KEY), how="left")
        .with_columns(named=initials * 100 >= _LEAST_INITIALS * words)
        .with_columns(
            sure=(pl.col("dated") & pl.col("named") & pl.col("annex").is_null()) | pl.col("begin").is_not_null()
        )
        .sort(_KEY)
    )
    # A run is a stretch of pages that may go on: it breaks where a page has no years, begins with an annex, or skips.
    breaks = (
        ~(pl.col("dated") | pl.col("sure"))
        | pl.col("annex").is_not_null()
        | (pl.col("page") != pl.col("page").shift(1) + 1)
    )
    runs = judged.with_columns(breaks.fill_null(value=True).cum_sum().over("doc_id").alias("run")).with_columns(
        (pl.col("sure").cum_sum().over("doc_id", "run") > 0).alias("inside")
    )
    return runs.filter("inside").select(
        *_KEY,
        pl.when(pl.col("sure").cum_sum().over("doc_id", "run") == 1)
        .then(pl.col("begin").fill_null(0))
        .otherwise(0)
        .alias("start"),
        pl.col("length").alias("end"),
    )
