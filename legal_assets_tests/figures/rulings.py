"""`python -m legal_assets_tests.figures.rulings [DUCKDB …]`: Swiss rulings, commentaries and citations, in figures.

First what the real files say, then the leaderboards of published files: those named, or the one of this home.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import duckdb

from legal_assets.citations.bge import find_bge_references
from legal_assets.passages.bge import parse_ruling
from legal_assets.passages.bge_page_marks import find_page_marks, take_page_marks_out
from legal_assets.settings import load_settings
from legal_assets.text.bge_number import parse_number
from legal_assets_tests.citations import test_bge_real_citations as citations
from legal_assets_tests.citations import test_statutes as statutes
from legal_assets_tests.passages import test_bge_real_rulings as rulings

COMPARED = ("bm25", "minilm", "rrf-bm25-minilm")
"""Systems shown: by words, by vectors, and both fused."""

QUERIES = {
    "documents": """
        SELECT source, kind, count(*) AS number FROM documents JOIN raw_documents USING (corpus, file_id)
        WHERE corpus = 'bge' GROUP BY ALL ORDER BY ALL""",
    "rulings that passages with queries cite": """
        SELECT target_doc_id IS NOT NULL AS in_corpus, count(DISTINCT target) AS rulings,
               count(DISTINCT passage_id) AS passages
        FROM citations SEMI JOIN queries ON queries.query_id = citations.passage_id
        WHERE citations.corpus = 'bge' AND target LIKE 'BGE %' GROUP BY 1 ORDER BY 1""",
    "Success@k": f"""
        SELECT task, level, system, at_1, at_10, at_100, n, n_reachable FROM success_curves
        WHERE system IN {COMPARED} ORDER BY ALL""",
    "nDCG@10 over queries with a ruling in the corpus": f"""
        SELECT task, system, value, low, high, n, few FROM metrics
        WHERE corpus = 'bge' AND measure = 'nDCG@10' AND system IN {COMPARED} ORDER BY ALL""",
    "rulings found within 10, by language": f"""
        SELECT task, system, language, found, n, value FROM language_success
        WHERE kind = 'target' AND system IN {COMPARED} ORDER BY ALL""",
    "queries with German and French rulings, by what was found": f"""
        SELECT task, system, language, found, n FROM language_success
        WHERE kind = 'both' AND system IN {COMPARED} ORDER BY ALL""",
    "lists of languages fused, on the half that did not choose": f"""
        SELECT task, system, setting, targets, value, value_de, value_fr, value_it FROM language_balance
        WHERE half = 'report' AND (chosen OR setting = 'as ranked') AND system IN {COMPARED} ORDER BY ALL""",
    "Cohen's d": """
        SELECT task, target_language, match_class, against, n, n_against, cohens_d FROM distance_separation
        WHERE system = 'minilm' AND n > 0 ORDER BY ALL""",
    "distance to the rulings to be found": """
        SELECT task, kind, target_language, n, mean, median FROM ruling_distances
        WHERE system = 'minilm' ORDER BY ALL""",
    "citation graph": """
        SELECT task, direction, level, cutoff, mean_passages, base_value, graph_value, dense_value, lift, n
        FROM graph_expansion WHERE system = 'minilm' ORDER BY ALL""",
}
"""What is read of a published file."""


def given_cases() -> Iterator[str]:
    """Rows of the hand-made citations and references to statutes that are found as given, and the others."""
    cases = list(citations.given_cases())
    rows = sum(number for _, number, _, _ in cases)
    wrong = [(text, given, found) for text, _, given, found in cases if given != found]
    none = sum(not given for _, _, given, _ in cases)
    yield f"bge_citation_cases.csv: {rows} rows, {len(cases)} inputs, {none} of them without a citation; "
    yield f"  as given: {len(cases) - len(wrong)} of {len(cases)} inputs"
    yield from (f"  {text}: given {given}, found {found}" for text, given, found in wrong)
    named = list(statutes.given_cases())
    wrong = [each for each in named if each[1] != each[2]]
    yield f"statute_reference_cases.csv: {sum(len(given) for _, given, _ in named)} rows, {len(named)} inputs"
    yield f"  as given: {len(named) - len(wrong)} of {len(named)} inputs"
    yield from (f"  {text}: given {given}, found {found}" for text, given, found in wrong)


def linked() -> Iterator[str]:
    """Citations in footnotes of commentaries against the publisher's links."""
    compared = citations.compare_with_links()
    hit = compared.links - len(compared.missed)
    false = [each for each in compared.unlinked if each not in citations.CITED_WITHOUT_A_LINK]
    true = compared.found - len(false)
    yield f"commentary_link_gold.csv: recall {_share(hit, compared.links)}"
    yield f"  found {compared.found}: {hit} with a link, {len(compared.unlinked) - len(false)} printed without one"
    yield f"  precision {_share(true, compared.found)}; by the list of links alone {_share(hit, compared.found)}"
    yield f"  pages other than given: {len(compared.other_pages)}"
    yield f"  considerations other than given: {len(compared.cut)}"
    yield from (f"    {number}: given {given}, printed {', '.join(printed)}" for number, given, printed in compared.cut)


def headed() -> Iterator[str]:
    """Running heads and citations in their contexts."""
    rows = citations.rows("ruling_citations_in_context.csv")
    heads = [row for row in rows if "running head" in row["class"]]
    taken = left = 0
    for row in heads:
        own = parse_number(row["file"])
        if own is None:
            raise ValueError(f"{row['file']} names no ruling.")
        taken += own in {reference.number for reference in find_bge_references(row["context"], own)}
        left += row["input"] in take_page_marks_out(row["context"], own).text
    yield f"running heads: {len(heads)}; taken for a citation {taken}, left in the text {left}"


def segmented() -> Iterator[str]:
    """Considerations of snapshots against the source's marks, page marks, and full pages against their anchors."""
    basis, equal, heads, left = Counter[str](), Counter[str](), 0, 0
    sections = Counter[str]()
    for name in rulings.names():
        printed = rulings.marks(name, "auszugAbschnitte")
        given = printed or rulings.marks(name, "abschnitte")
        kind = "marks of the printed excerpt" if printed else "marks of the complete judgment, the excerpt has none"
        read = rulings.ruling(name)
        labels = [section.label for section in read.considerations]
        excepted = rulings.NO_CONSIDERATIONS.get(name, [])
        basis[kind] += 1
        sections[kind] += len(labels)
        equal[kind] += labels == [mark for mark in given if mark not in excepted]
        heads += len(read.pages) - 1
        left += len(find_page_marks(read.text, read.number))
    yield f"snapshots: {len(rulings.names())} read, {rulings.MIXED} refused (its text is that of another ruling)"
    for kind, number in basis.items():
        yield f"  {kind}: {number} rulings, {sections[kind]} considerations, sequence as marked in {equal[kind]}"
    marks = sum(map(len, rulings.NO_CONSIDERATIONS.values()))
    yield f"  {marks} marks in {len(rulings.NO_CONSIDERATIONS)} rulings are no considerations (cut inside a sentence):"
    yield from (f"    {name}: {', '.join(given)}" for name, given in rulings.NO_CONSIDERATIONS.items())
    yield f"  page marks taken out: {heads}, left: {left}"
    for page in rulings.PAGES:
        read = parse_ruling((rulings.BGE / f"html/{page}.html").read_bytes())
        labels, pages = rulings.anchored(page)
        own = [section.label.rstrip(".") for section in read.considerations]
        same = "read so" if own == labels and [each.page for each in read.pages[1:]] == pages else "read otherwise"
        yield f"{page}: {len(labels)} anchors of considerations, {len(pages)} of pages, {same}"


def scored(path: Path) -> Iterator[str]:
    """Corpus, targets, success by system and by language, distances and graph of a published file."""
    yield f"{path.parent.parent.name}:"
    with duckdb.connect(str(path), read_only=True) as connection:
        for title, query in QUERIES.items():
            yield from _lines(connection, title, query)


def _lines(connection: duckdb.DuckDBPyConnection, title: str, query: str) -> Iterator[str]:
    result = connection.sql(query)
    yield f"  {title}: {' | '.join(result.columns)}"
    for row in result.fetchall():
        yield "    " + " | ".join(f"{value:.3f}" if isinstance(value, float) else str(value) for value in row)


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({part / whole:.2%})"


def _say(lines: Iterator[str]) -> None:
    for line in lines:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


def main(arguments: list[str] | None = None) -> None:
    """Print all figures; of what is absent, say so."""
    named = [Path(each) for each in (sys.argv[1:] if arguments is None else arguments)]
    if rulings.BGE.is_dir():
        for figures in (given_cases, linked, headed, segmented):
            _say(figures())
    else:
        _say(iter([f"{rulings.BGE} is absent; the figures on real files are left out."]))
    for path in named or [load_settings().duckdb_path]:
        if not path.is_file():
            raise SystemExit(f"{path} is absent; run `LEGAL_ASSETS_CORPORA=bge legal-assets run` for the leaderboard.")
        _say(scored(path))


if __name__ == "__main__":
    main()
