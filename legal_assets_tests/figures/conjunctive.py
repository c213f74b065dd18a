"""`python -m legal_assets_tests.figures.conjunctive [sample] [real]`: conjunctive queries over reports, in figures.

Runs the corpus `crosspage` first, in a home of its own for each (`--homes FOLDER`), so that a second call computes
nothing. `real` imports the PDF files of the World Bank, of institutions and of PMC; OCR and vectors take minutes.
`--queries N` also prints the first N queries with the pages that are said to meet their conditions.
"""

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import duckdb

from legal_assets.catalog import PARAPHRASE
from legal_assets.collections.concept_check import concepts_of_several_forms
from legal_assets.collections.conditions import Limits
from legal_assets.settings import PROJECT_ROOT
from legal_assets_tests.pages.real_files import PDF

FOLDERS = ("worldbank", "institutional", "pmc")
FORMS = ("raw", "clean", "natural", PARAPHRASE)
CONTEXT = 90
_SHOWN = ("nClue@10", "GoldHit@10", "nDCG-gold@10", "nDCG@10", "AUC-gold@1000", "Gold+Support@10")


def make_home(name: str, homes: Path) -> Path:
    """Bring the home of `sample` or `real` up to date; return its published tables."""
    home = homes / name
    home.mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, "LEGAL_ASSETS_HOME": str(home), "LEGAL_ASSETS_CORPORA": "crosspage"}
    command = [sys.executable, "-m", "legal_assets.cli"]
    imported = home / "imported"
    if name == "real" and not imported.exists():
        folder = home / "pdf"
        folder.mkdir(exist_ok=True)
        for path in sorted(path for each in FOLDERS for path in (PDF / each).glob("*.pdf")):
            (folder / path.name).unlink(missing_ok=True)
            (folder / path.name).symlink_to(path)
        subprocess.run([*command, "import", "crosspage", str(folder)], env=environment, check=True)
        imported.touch()
    subprocess.run([*command, "run"], env=environment, check=True, stdout=subprocess.DEVNULL)
    return home / "warehouse" / "legal.duckdb"


def sizes(tables: duckdb.DuckDBPyConnection) -> Iterator[str]:
    """What queries are like, as the study's Table 1 counts its own."""
    names = [name for name, *_ in tables.sql("DESCRIBE conjunctive_statistics").fetchall()][1:]
    rows = tables.sql("SELECT * EXCLUDE corpus FROM conjunctive_statistics ORDER BY conditions").fetchall()
    for name, *values in zip(names, *rows, strict=True):
        yield f"{name:18}" + "".join(
            f"{value:12.3f}" if isinstance(value, float) else f"{value:12}" for value in values
        )
    documents, pages, read = tables.sql(
        "SELECT count(DISTINCT doc_id), count(*), count(*) FILTER (engine = 'tesseract') FROM pages"
    ).fetchall()[0]
    yield f"documents {documents}, pages {pages}, of which read by OCR {read}"


def boards(tables: duckdb.DuckDBPyConnection) -> Iterator[str]:
    """Every system by nClue@10 with its interval over families, and its outcomes, which add up to 100."""
    columns = ", ".join(f"max(value) FILTER (measure = '{name}')" for name in _SHOWN)
    for form in FORMS:
        rows = tables.sql(
            f"SELECT system, any_value(role), max(low) FILTER (measure = 'nClue@10'), "
            f"max(high) FILTER (measure = 'nClue@10'), max(n) FILTER (measure = 'nClue@10'), {columns} FROM metrics "
            f"WHERE task = '{form}' GROUP BY system ORDER BY any_value(role) DESC, 6 DESC, 7 DESC, system"
        ).fetchall()
        if not rows:
            continue
        outcome = {row[0]: row[1:] for row in counted_outcomes(tables, form)}
        yield f"-- {form}" + " " * (34 - len(form)) + "".join(f"{name:>16}" for name in _SHOWN) + "   outcomes, %"
        for system, role, low, high, n, *values in rows:
            shown = "".join(f"{'-' if value is None else format(value, '.3f'):>16}" for value in values)
            shares = [100 * part / n for part in outcome[system]]
            parts = " + ".join(f"{share:.1f}" for share in shares)
            yield f"{system:27}{role:10}{shown}   {parts} = {sum(shares):.1f}   [{low:.2f}, {high:.2f}] n {n}"
    yield "outcomes: complete first + subset first + no gold in the first ten, counted from ranks; [nClue@10]"


def counted_outcomes(tables: duckdb.DuckDBPyConnection, form: str) -> list[tuple[str, int, int, int]]:
    """Count each outcome of every system from ranks, not from stored measures: `system` and three counts."""
    return tables.execute(
        """
        WITH systems AS (SELECT DISTINCT system FROM metrics WHERE task = $form),
        judged AS (SELECT query_id, candidate_id, is_gold FROM qrels WHERE task = $form AND grade > 0),
        first AS (
            SELECT s.system, j.query_id, min(r.rank) FILTER (j.is_gold AND r.rank <= 10) AS gold,
                min(r.rank) FILTER (NOT j.is_gold) AS subset
            FROM systems AS s CROSS JOIN judged AS j LEFT JOIN rankings AS r
                ON r.system = s.system AND r.task = $form AND r.query_id = j.query_id
                AND r.candidate_id = j.candidate_id
            GROUP BY ALL
        )
        SELECT system, count(*) FILTER (gold < coalesce(subset, 1000000)), count(*) FILTER (gold > subset),
            count(*) FILTER (gold IS NULL)
        FROM first GROUP BY system
        """,
        {"form": form},
    ).fetchall()


def gaps(tables: duckdb.DuckDBPyConnection) -> Iterator[str]:
    """What is found and what is found with the pages that bear it out."""
    rows = tables.sql(
        """
        SELECT task, system, max(value) FILTER (measure = 'GoldHit@10'),
            max(value) FILTER (measure = 'Gold+Support@10'),
            max(value) FILTER (measure = 'condition-coverage@10'), max(value) FILTER (measure = 'full-coverage@10'),
            coalesce(max(n) FILTER (measure = 'full-coverage@10'), 0)
        FROM metrics GROUP BY task, system HAVING max(value) FILTER (measure = 'Gold+Support@10') IS NOT NULL
        ORDER BY task, system
        """
    ).fetchall()
    for task, system, hit, support, coverage, full, n in rows:
        given = (
            "no gold found" if not n else f"of {n} queries with a gold: {coverage:.3f} of conditions, {full:.3f} all"
        )
        gap = f"GoldHit@10 {hit:.3f}  Gold+Support@10 {support:.3f}  gap {hit - support:.3f}"
        yield f"{task:8} {system:22} {gap}  {given}"


def checked(tables: duckdb.DuckDBPyConnection) -> Iterator[str]:
    """How many questions a checking model is asked without earlier answers, and what it said where one was asked."""
    facts = tables.sql("FROM facts").pl()
    items, queries = tables.sql(
        "SELECT count(DISTINCT (query_id, candidate_id)), count(DISTINCT query_id) FROM qrels WHERE task = 'raw'"
    ).fetchall()[0]
    concepts = concepts_of_several_forms(facts, Limits()).height
    yield f"questions: {concepts} concepts, {items} items, {queries} wordings"
    for step, verdict, meets, valid, rows, read, written, price in tables.sql(
        "SELECT step, verdict, meets, is_valid, count(*), sum(input_tokens), sum(output_tokens), sum(cost_usd) "
        "FROM condition_verdicts GROUP BY ALL ORDER BY ALL"
    ).fetchall():
        said = " ".join(str(each) for each in (verdict, meets) if each is not None)
        kept = "valid" if valid else "not valid"
        yield f"  {step:12} {said:10} {kept:10} {rows:6} rows, {read} tokens read, {written} written, ${price:.4f}"


def inferred(tables: duckdb.DuckDBPyConnection) -> Iterator[str]:
    """Blocks, dropped conditions, slices of the coverage-aware system, bounds, robustness, correlations."""
    yield "block, form, variant: difference of nClue@10 from the baseline, p in its block, p by Holm"
    for block, task, system, difference, low, high, p_block, p_holm, post_hoc in tables.sql(
        "SELECT block, task, system, difference, low, high, p_block, p_holm, is_post_hoc FROM block_tests "
        "ORDER BY block, task DESC, system"
    ).fetchall():
        holm = "" if p_holm is None else f" Holm {p_holm:.4f}{' post hoc' if post_hoc else ''}"
        yield f"  {block:20} {task:8} {system:26} {difference:+.3f} [{low:+.3f}, {high:+.3f}] p {p_block:.4f}{holm}"
    yield "a condition dropped, against BM25 with all, form raw"
    # The table has each pair once; which of the two comes first is the order of their names.
    for system, difference, low, high, p_adjusted, n in tables.sql(
        """
        SELECT * FROM (
            SELECT other, -difference, -high, -low, p_adjusted, n FROM system_comparisons
            WHERE measure = 'nClue@10' AND task = 'raw' AND system = 'bm25' AND other LIKE 'bm25-without-%'
            UNION ALL
            SELECT system, difference, low, high, p_adjusted, n FROM system_comparisons
            WHERE measure = 'nClue@10' AND task = 'raw' AND other = 'bm25' AND system LIKE 'bm25-without-%'
        ) ORDER BY 1
        """
    ).fetchall():
        yield f"  {system:20} {difference:+.3f} [{low:+.3f}, {high:+.3f}] adjusted p {p_adjusted:.4f} n {n}"
    yield "slices, form raw, nClue@10"
    for name, system, value, low, high, n in tables.sql(
        "SELECT slice, system, value, low, high, n FROM slice_metrics WHERE task = 'raw' AND measure IN ('nClue@10') "
        "AND system IN ('bm25', 'bm25-distinct-pages', 'coverage-aware', 'minilm') ORDER BY slice, system"
    ).fetchall():
        yield f"  {name:22} {system:22} {value:.3f} [{low:.2f}, {high:.2f}] n {n}"
    yield "bounds of nClue@10 if up to k subsets of each query were gold, form raw"
    for system, *ends in tables.sql(
        "SELECT system, low, high, k FROM promotion_bounds WHERE task = 'raw' AND measure = 'nClue@10' AND system IN "
        "('bm25', 'coverage-aware') ORDER BY system, k"
    ).fetchall():
        yield f"  {system:22} k {ends[2]}: {ends[0]:.3f} to {ends[1]:.3f}"
    yield "robustness of bm25's nClue@10, form raw"
    for analysis, value, low, high, n, components in tables.sql(
        "SELECT analysis, value, low, high, n, components FROM robustness WHERE task = 'raw' AND system = 'bm25' AND "
        "measure = 'nClue@10' ORDER BY analysis"
    ).fetchall():
        shown = " ".join("-" if each is None else f"{each:.3f}" for each in (value, low, high))
        yield f"  {analysis:22} {shown} n {n}, {components} components"
    yield "order of fair systems by graded and by gold-only nDCG@10"
    for task, rho, tau, systems in tables.sql(
        "SELECT task, spearman, kendall, systems FROM measure_correlations "
        "WHERE measure IN ('nDCG@10', 'nDCG-gold@10') AND other IN ('nDCG@10', 'nDCG-gold@10') ORDER BY task DESC"
    ).fetchall():
        shown = ", ".join("undefined" if each is None else f"{each:.3f}" for each in (rho, tau))
        yield f"  {task:8} Spearman, Kendall: {shown} over {systems} systems"


def repaired(tables: duckdb.DuckDBPyConnection) -> Iterator[str]:
    """What leaving apparatus out of the judgments changed: pairs, queries, and the order of fair systems."""
    for version, later, *counts in tables.sql(
        "SELECT version, later, count(*), count(*) FILTER (gold_after AND NOT gold_before), "
        "count(*) FILTER (gold_before AND NOT gold_after), "
        "count(DISTINCT query_id) FILTER (contains(without_gold, 'before')), "
        "count(DISTINCT query_id) FILTER (contains(without_gold, 'after')) "
        "FROM qrel_changes WHERE task = 'raw' GROUP BY ALL"
    ).fetchall():
        yield (
            f"version {version} to {later}: {counts[0]} pairs changed, {counts[1]} became gold, {counts[2]} are gold "
            f"no more; queries without gold {counts[3]} before, {counts[4]} after"
        )
    yield "order of fair systems before and after: Kendall, Spearman, pairs swapped; largest change of a mean"
    for task, measure, queries_of, tau, rho, swapped, pairs, n_before, n_after, change, system in tables.sql(
        "SELECT task, measure, queries_of, kendall, spearman, swapped, pairs, n_before, n_after, largest_change, "
        "most_changed FROM version_correlations WHERE measure IN ('nClue@10', 'GoldHit@10', 'nDCG-gold@10', 'nDCG@10') "
        "ORDER BY task DESC, measure, queries_of"
    ).fetchall():
        shown = ", ".join("undefined" if each is None else f"{each:.3f}" for each in (tau, rho))
        yield (
            f"  {task:8} {measure:13} {queries_of:7} {shown}, {swapped} of {pairs}; {system} {change:+.3f} "
            f"(n {n_before}, {n_after})"
        )


def evidence(tables: duckdb.DuckDBPyConnection, number: int) -> Iterator[str]:
    """Queries with the pages of a gold document, and the text around each condition."""
    chosen = tables.execute(
        "SELECT query_id, min(candidate_id) FROM qrels WHERE task = 'raw' AND is_gold GROUP BY query_id "
        "ORDER BY md5(query_id) LIMIT ?",
        [number],
    ).fetchall()
    for query, document in chosen:
        yield f"-- {query}: gold {document}"
        for condition, phrase, forms, pages in tables.execute(
            "SELECT c.condition, c.phrase, c.forms, p.pages FROM conditions AS c JOIN condition_pages AS p USING "
            "(query_id, condition) WHERE c.query_id = ? AND p.candidate_id = ? ORDER BY c.condition",
            [query, document],
        ).fetchall():
            yield f"  {condition} {phrase!r} on pages {pages}"
            for page in pages[:3]:
                (text,) = tables.execute(
                    "SELECT text FROM pages WHERE doc_id = ? AND page = ?", [document, page]
                ).fetchall()[0]
                yield f"      page {page}: {around(text, forms)}"


def around(text: str, forms: list[str]) -> str:
    """Return the text around the first of the forms that is found, on one line."""
    flat = " ".join(text.split())
    for form in forms:
        words = r"\W+".join(re.escape(word) for word in form.split())
        found = re.search(rf"\b{words}\b", flat, re.IGNORECASE if form == form.lower() else 0)
        if found:
            return f"…{flat[max(0, found.start() - CONTEXT) : found.end() + CONTEXT]}…"
    return "(not found)"


def main() -> None:
    """Print the figures of the homes asked for, both by default."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="home", help="sample, real; both by default")
    parser.add_argument("--homes", type=Path, default=PROJECT_ROOT / "warehouse" / "figures")
    parser.add_argument("--queries", type=int, default=0, help="queries to print with their pages")
    arguments = parser.parse_args()
    for name in arguments.names or ("sample", "real"):
        if name not in ("sample", "real"):
            raise SystemExit(f"{name} is no home; there are sample and real.")
        if name == "real" and not PDF.is_dir():
            raise SystemExit(f"{PDF} is absent; the figures are about the real files that lie there.")
        with duckdb.connect(str(make_home(name, arguments.homes)), read_only=True) as tables:
            for title, lines in (
                ("sizes", sizes(tables)),
                ("systems", boards(tables)),
                ("found and borne out", gaps(tables)),
                ("a model that checks", checked(tables)),
                ("inference", inferred(tables)),
                ("judgments before and after a repair", repaired(tables)),
                ("queries", evidence(tables, arguments.queries)),
            ):
                sys.stdout.write(f"== {name}: {title}\n")
                for line in lines:
                    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
