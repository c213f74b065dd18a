"""The shared real files, where they lie beside this repository; tests that need them skip where they do not."""

from functools import cache
from pathlib import Path

import pytest

from legal_assets.passages.cjeu import parse_judgment
from legal_assets.passages.judgment import Judgment

CJEU = (Path(__file__).resolve().parents[2] / "../shared/data/cjeu").resolve()

needs_real_files = pytest.mark.skipif(
    not CJEU.is_dir(), reason="the folder of real CJEU files does not lie beside this repository"
)


def real_files(folder: str, pattern: str = "*") -> list[Path]:
    """The files of one folder in order of name; an empty list where there are none."""
    return sorted((CJEU / folder).glob(pattern))


@cache
def read(name: str) -> Judgment:
    """The decision in one real file, read once for all tests of a process."""
    return parse_judgment((CJEU / name).read_bytes())
