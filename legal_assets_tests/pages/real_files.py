"""The shared real PDF files, where they lie beside this repository, and the texts that are known of them.

Tests that need them skip where they do not. Belongs here: finding and reading them, counting words. Does not belong
here: what must hold.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from lxml import etree

from legal_assets.pages.document import Document, ReadTask, read_document
from legal_assets.text.language import identify_language

PDF = (Path(__file__).resolve().parents[2] / "../shared/data/pdf").resolve()

needs_real_files = pytest.mark.skipif(
    not PDF.is_dir(), reason="the folder of real PDF files does not lie beside this repository"
)

_WORD = re.compile(r"\w+")
_ALIKE = str.maketrans("’‘“”—–‐−", "''\"\"----")
_DIVIDED = re.compile(r"(?<=\w)[-\u00ad\u2010]\s*\n\s*(?=[^\W\d_A-Z])")


def real_files(*folders: str) -> list[Path]:
    """The PDF files of some folders in order of name."""
    return sorted(path for folder in folders for path in (PDF / folder).glob("*.pdf"))


@cache
def read(path: Path) -> Document:
    """A file as its text layer has it, read in this process."""
    *_, document = read_document(ReadTask(str(path)))
    assert isinstance(document, Document)
    return document


def text_of(path: Path) -> str:
    """The text of all pages."""
    return "\n\n".join(page.composed.text for page in read(path).pages)


def words(text: str) -> Counter[str]:
    """Words with how often they stand, in small letters, words divided at the end of a line put together."""
    plain = unicodedata.normalize("NFKC", _DIVIDED.sub("", text.replace("\u00ad", "")))
    return Counter(_WORD.findall(plain.lower()))


def recall(found: Counter[str], known: Counter[str]) -> float:
    """Share of the known words that were found; a word counts as often as it stands."""
    total = known.total()
    return (found & known).total() / total if total else 1.0


def character_error(found: str, known: str) -> float:
    """Insertions, deletions and replacements that make one text of the other, over the length of the known one.

    White space counts as one blank, and quotes and dashes of every form are alike.
    """
    one, other = (" ".join(unicodedata.normalize("NFKC", text).translate(_ALIKE).split()) for text in (found, known))
    codes = np.array([ord(letter) for letter in one], dtype=np.int64)
    places = np.arange(len(codes) + 1)
    row = places.copy()
    for number, letter in enumerate(other, start=1):
        changed = np.empty_like(row)
        changed[0] = number
        changed[1:] = np.minimum(row[:-1] + (codes != ord(letter)), row[1:] + 1)
        # An insertion costs one a place: the running minimum of what lies to the left.
        row = np.minimum.accumulate(changed - places) + places
    return float(row[-1]) / max(len(other), 1)


def known_pages(name: str) -> list[str]:
    """The World Bank's own text of a PDF, a page each."""
    return (PDF / "worldbank_txt" / f"{name}.txt").read_text(encoding="utf-8", errors="replace").split("\f")


def body_of(jats: Path) -> str:
    """The running text of an article's body: paragraphs and titles; no tables, figures, formulas or references."""
    root = etree.parse(jats, etree.XMLParser(recover=True, resolve_entities=False, no_network=True)).getroot()
    parts: list[str] = []
    for body in root.iter("{*}body", "body"):
        printed = body.iter("{*}p", "p", "{*}title", "title")
        parts += [" ".join(_printed(part)) for part in printed if not _inside(part)]
    return "\n".join(parts)


_LEFT_OUT = {"table-wrap", "fig", "disp-formula", "inline-formula", "supplementary-material", "table", "graphic"}


def _inside(part: etree._Element) -> bool:
    return any(_tag(each) in _LEFT_OUT or _tag(each) == "p" for each in part.iterancestors())


def _printed(part: etree._Element) -> Iterable[str]:
    if _tag(part) in _LEFT_OUT:
        return
    if part.text:
        yield part.text
    for child in part:
        if isinstance(child.tag, str):
            yield from _printed(child)
        if child.tail:
            yield child.tail


def _tag(element: etree._Element) -> str:
    return etree.QName(element).localname if isinstance(element.tag, str) else ""


def language(text: str) -> str:
    """The language of a text."""
    return identify_language(text).language
