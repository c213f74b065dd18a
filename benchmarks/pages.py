"""Pages of PDF files: our text beside plain PyMuPDF, our OCR beside PyMuPDF's own, memory of a long file.

Belongs here: files printed for this, and the contestants. Does not belong here: figures on real files
(`legal_assets_tests/figures`).
"""

import argparse
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pymupdf

from benchmarks.rounds import Line, race, save, show
from legal_assets.pages.document import Document, ReadTask, prepare, read_document
from legal_assets.pages.guarded import End, Limits, run_guarded
from legal_assets.pages.pictures import render
from legal_assets.pages.tessdata import gather, usual_folders
from legal_assets.pages.tesseract import Tesseract
from legal_assets.sample_site.reports.printing import print_report
from legal_assets.sample_site.reports.writing import write_report

PACKAGES = ("pymupdf", "tesserocr")
LIMITS = Limits(600.0, 3600.0, 4 * 1024**3)
OCR_DPI = 200


def print_reports(folder: Path, number: int) -> list[Path]:
    """Print so many sample reports."""
    paths = []
    for each in range(number):
        path = folder / f"report-{each}.pdf"
        path.write_bytes(print_report(write_report(each)))
        paths.append(path)
    return paths


def join(paths: list[Path], target: Path, pages: int) -> Path:
    """Write a file of so many pages, taken from others in turn."""
    with pymupdf.open() as file:
        while file.page_count < pages:
            for path in paths:
                with pymupdf.open(path) as part:
                    file.insert_pdf(part)
        file.select(list(range(pages)))
        file.save(target, deflate=True)
    return target


def plain(paths: list[Path]) -> int:
    """Read the text of files with PyMuPDF and nothing else; return the characters."""
    characters = 0
    for path in paths:
        with pymupdf.open(path) as file:
            characters += sum(len(page.get_text()) for page in file)
    return characters


def ours(paths: list[Path]) -> int:
    """Read files as we do, in this process; return the pages."""
    documents = [list(read_document(ReadTask(str(path))))[-1] for path in paths]
    return sum(len(document.pages) for document in documents if isinstance(document, Document))


def pooled(paths: list[Path], workers: int) -> list[End]:
    """Read files as we do, in guarded processes; return how each ended."""
    tasks = [ReadTask(str(path)) for path in paths]
    events = run_guarded(read_document, tasks, LIMITS, workers=workers, prepare=prepare)
    return [event for event in events if isinstance(event, End)]


def text_lines(paths: list[Path], rounds: int) -> list[Line]:
    """Seconds a page of text: plain PyMuPDF over ours in one process, and one process over two."""
    pages = ours(paths)
    one, two = (lambda: pooled(paths, 1)), (lambda: pooled(paths, 2))
    here: tuple[Callable[[], object], Callable[[], object]] = (lambda: ours(paths), lambda: plain(paths))
    return [
        race("text: plain PyMuPDF / ours, one process", pages, here, rounds=rounds, per=pages / 1000, unit="ms/page"),
        race("text: one process / two", pages, (two, one), rounds=rounds, per=pages / 1000, unit="ms/page"),
    ]


def ocr_lines(paths: list[Path], rounds: int, facts: dict[str, object]) -> list[Line]:
    """Seconds a page of OCR: PyMuPDF's own over ours, and the share of the printed words that each reads."""
    os.environ["OMP_THREAD_LIMIT"] = "1"
    with tempfile.TemporaryDirectory() as folder:
        data = gather(Path(folder), usual_folders())
        engine = Tesseract(data)
        files = [pymupdf.open(path) for path in paths]
        pages = [file[1] for file in files]
        known = sum((Counter(page.get_text().split()) for page in pages), Counter())

        def by_us() -> str:
            read = [engine.read(render(page, OCR_DPI), "en") for page in pages]
            return "\n".join(line.text for text in read for line in text.lines)

        def by_pymupdf() -> str:
            read = [page.get_textpage_ocr(language="eng", dpi=OCR_DPI, full=True, tessdata=str(data)) for page in pages]
            return "\n".join(page.get_text(textpage=text) for page, text in zip(pages, read, strict=True))

        for name, text in (("ours", by_us()), ("PyMuPDF", by_pymupdf())):
            facts[f"words read, {name}"] = round((Counter(text.split()) & known).total() / known.total(), 4)
        line = race(
            "OCR: PyMuPDF / ours",
            len(pages),
            (by_us, by_pymupdf),
            rounds=rounds,
            per=len(pages),
            unit="s/page",
            target=2.0,
        )
        for file in files:
            file.close()
    return [line]


def main(arguments: list[str]) -> None:
    """Measure, print the table and write the JSON file."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pages", description=__doc__)
    parser.add_argument("--reports", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--scans", type=int, default=3, help="pages of OCR")
    parser.add_argument("--long", type=int, default=500, help="pages of the long file")
    parser.add_argument("--output", type=Path, default=Path("benchmarks/results/pages.json"))
    chosen = parser.parse_args(arguments)
    facts: dict[str, object] = {}
    with tempfile.TemporaryDirectory() as folder:
        paths = print_reports(Path(folder), chosen.reports)
        lines = text_lines(paths, chosen.rounds)
        lines += ocr_lines(paths[: chosen.scans], chosen.rounds, facts)
        (short,) = pooled(paths[:1], 1)
        (end,) = pooled([join(paths, Path(folder) / "long.pdf", chosen.long)], 1)
        peak, bare = end.peak_bytes / 1e6, short.peak_bytes / 1e6
        said = f"{peak:,.0f} MB, of which {bare:,.0f} MB for any file, {end.seconds:.1f} s"
        facts[f"memory of a file of {chosen.long:,} pages"] = said
    show("Pages of PDF files (ratio: theirs / ours)", lines, facts)
    save(chosen.output, lines, facts, PACKAGES)


if __name__ == "__main__":
    main(sys.argv[1:])
