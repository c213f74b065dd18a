"""`python -m legal_assets_tests.figures.pages [words] [triggers] [odd] [ocr] [tools]`: figures on real PDF files.

OCR takes minutes; `--tessdata FOLDER` adds a folder with data of further languages.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pymupdf

from legal_assets.pages.document import Document, ReadTask, prepare, read_document
from legal_assets.pages.guarded import End, Item, run_guarded
from legal_assets.pages.ocr import OcrSettings, Scan, read_scans
from legal_assets.pages.tessdata import gather, usual_folders
from legal_assets_tests.pages import known_faults
from legal_assets_tests.pages import test_real_pages as real
from legal_assets_tests.pages.real_files import (
    PDF,
    body_of,
    character_error,
    read,
    real_files,
    recall,
    text_of,
    words,
)

CLEAN_DPI = 300
FRENCH = (("institutional/fr_olap.pdf", 4), ("worldbank/96537-FRENCH-Box394857B-PUBLIC-Chad-SCD-Sep-2-FR.pdf", 20))
ENGLISH = (("institutional/ca1_00117684624.pdf", 5), ("institutional/ca1_00117684624.pdf", 8))
LA_VENTA = "worldbank/52920-MX-PAD-la-venta-ii.pdf"
TOOLS = ("mineru", "mistral", "pymupdf", "unstructured")


def found_words(_: Path | None) -> Iterator[str]:
    """Word recall against the World Bank's texts, and of the body of articles."""
    for path in sorted((PDF / "worldbank_txt").glob("*.txt")):
        pages = len(read(PDF / "worldbank" / f"{path.stem}.pdf").pages)
        why = known_faults.WORD_RECALL.get(path.stem, "")
        yield f"{real.word_recall(path.stem):.4f}  {pages:4} pages  {path.stem}  {why}".rstrip()
    for path in sorted((PDF / "pmc").glob("*.xml")):
        body = words(body_of(path))
        why = known_faults.NO_BODY.get(path.stem) or known_faults.BODY_RECALL.get(path.stem, "")
        share = f"{recall(words(text_of(path.with_suffix('.pdf'))), body):.4f}" if body else "  -   "
        yield f"{share}  {body.total():5} words of the body  {path.stem}  {why}".rstrip()


def asked_for(_: Path | None) -> Iterator[str]:
    """Which pages are given to OCR, and which of them the README does not count."""
    wanted = {
        "image-only": real.listed(known_faults.IMAGE_ONLY),
        "wrong map": real.listed(known_faults.WRONG_MAP),
        "earlier OCR": real.listed(known_faults.EARLIER_OCR),
    }
    everything = set().union(*wanted.values())
    folders = ("worldbank", "institutional", "pmc", "odd")
    asked_pages = real.triggered(real_files(*folders))
    for kind, pages in wanted.items():
        yield f"{kind}: {len(pages & asked_pages)} of {len(pages)} pages asked for"
    for folder in folders:
        pages = [(path.stem, page) for path in real_files(folder) for page in read(path).pages]
        others = [(name, page) for name, page in pages if page.reason and (name, page.page) not in everything]
        yield f"{folder}: {len(pages)} pages, {sum(bool(page.reason) for _, page in pages)} asked for, others:"
        for name, page in others:
            why = known_faults.LOOKED_AT.get((name, page.page), "")
            yield f"  {name}, page {page.page}: {page.reason}, {page.signals.characters} characters; {why}".rstrip("; ")


def odd_files(_: Path | None) -> Iterator[str]:
    """All odd files: outcome, pages, seconds, peak memory."""
    files = real_files("odd")
    documents: dict[int, Document] = {}
    lines: dict[str, str] = {}
    tasks = [ReadTask(str(path)) for path in files]
    for event in run_guarded(read_document, tasks, real.ODD_LIMITS, workers=1, prepare=prepare):
        if isinstance(event, Item) and isinstance(event.value, Document):
            documents[event.task] = event.value
        elif isinstance(event, End):
            opened = documents[event.task].opened if event.task in documents else None
            outcome = opened.outcome if opened else event.outcome
            pages = documents[event.task].pages if opened else ()
            asked = sorted({page.reason for page in pages if page.reason})
            blank = sum(page.is_blank for page in pages)
            lines[files[event.task].name] = (
                f"{files[event.task].stem:55} {outcome:12} {len(pages):4} pages {event.seconds:6.2f} s "
                f"{event.peak_bytes / 1024**2:6.0f} MiB  {'repaired ' if opened and opened.is_repaired else ''}"
                f"{f'{blank} blank ' if blank else ''}{', '.join(asked)}"
            )
    yield from (lines[name].rstrip() for name in sorted(lines))


def read_by_ocr(more: Path | None) -> Iterator[str]:
    """Character errors on clean scans, orientations, and columns."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        data = gather(home / "tessdata", [*usual_folders(), *([more] if more else [])])
        settings = OcrSettings(home / "ocr", data, dpi=CLEAN_DPI, workers=2)
        known: dict[str, tuple[Scan, str]] = {
            "linn": (
                Scan("linn", str(PDF / "odd/ocrmypdf__linn.pdf"), (1,), "en"),
                (PDF / "odd/ocrmypdf__linn.txt").read_text(encoding="utf-8"),
            ),
            "edgar_image": (
                Scan("edgar_image", str(PDF / "odd/olmocr__edgar_image.pdf"), (1,), "en"),
                text_of(PDF / "odd/olmocr__edgar.pdf"),
            ),
        }
        for name, page in (*ENGLISH, *FRENCH):
            path = _pictured(PDF / name, page, home)
            scan = Scan(path.stem, str(path), (1,), "fr" if (name, page) in FRENCH else "en")
            known[path.stem] = (scan, read(PDF / name).pages[page - 1].composed.text)
        cardinal = Scan("cardinal", str(PDF / "odd/ocrmypdf__cardinal.pdf"), (1, 2, 3, 4), "en")
        began = time.perf_counter()
        results = read_scans([*(scan for scan, _ in known.values()), cardinal], settings)
        for name, (_, text) in known.items():
            page_read = results[name][1].text
            if page_read is None:
                yield f"{name}: {results[name][1].error}"
                continue
            found = "\n".join(line.text for line in page_read.lines)
            yield (
                f"{name}: character error {character_error(found, text):.4f}, word recall "
                f"{recall(words(found), words(text)):.4f}, confidence {page_read.confidence:.0f}, read as "
                f"{page_read.language} {page_read.warning} {known_faults.OCR_ERROR.get(name, '')}".rstrip()
            )
        text = known["linn"][1]
        for page, result in sorted(results["cardinal"].items()):
            found = "\n".join(line.text for line in result.text.lines) if result.text else result.error
            turned = result.text.rotation if result.text else None
            yield f"cardinal, page {page}: turned by {turned}, character error {character_error(found, text):.4f}"
        yield f"{len(known) + 4} pages in {time.perf_counter() - began:.0f} s"


def _pictured(path: Path, page: int, folder: Path) -> Path:
    """A PDF that holds nothing but a picture of a page."""
    target = folder / f"{path.stem[:20]}-p{page}.pdf"
    with pymupdf.open(path) as file, pymupdf.open() as scan:
        source = file[page - 1]
        picture = source.get_pixmap(dpi=CLEAN_DPI, colorspace=pymupdf.csGRAY)
        scan.new_page(width=source.rect.width, height=source.rect.height).insert_image(source.rect, pixmap=picture)
        scan.save(target)
    return target


def tools(_: Path | None) -> Iterator[str]:
    """Ours and four tools' text of one document: which share of whose words another has."""
    texts = {"ours": words(text_of(PDF / LA_VENTA))}
    for tool in TOOLS:
        text = (PDF / "mineru" / f"la-venta_{tool}.md").read_text(encoding="utf-8", errors="replace")
        texts[tool] = words(text)
    yield f"{'words of':14}" + "".join(f"{name:>14}" for name in texts) + "   in number"
    for name, known in texts.items():
        shares = "".join(f"{recall(found, known):14.3f}" for found in texts.values())
        yield f"{name:14}{shares}   {known.total()}"


SECTIONS = {"words": found_words, "triggers": asked_for, "odd": odd_files, "ocr": read_by_ocr, "tools": tools}


def main() -> None:
    """Print the sections asked for, all by default, or say that the files are absent."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sections", nargs="*", metavar="section", help=", ".join(SECTIONS))
    parser.add_argument("--tessdata", type=Path, help="folder with further data of Tesseract")
    arguments = parser.parse_args()
    if not PDF.is_dir():
        raise SystemExit(f"{PDF} is absent; the figures are about the real files that lie there.")
    for name in arguments.sections or SECTIONS:
        if name not in SECTIONS:
            raise SystemExit(f"{name} is no section; there are {', '.join(SECTIONS)}.")
        sys.stdout.write(f"== {name}\n")
        for line in SECTIONS[name](arguments.tessdata):
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
