"""The shared real files, where they lie beside this repository; tests that need them skip where they do not."""

from pathlib import Path

import pytest

CJEU = (Path(__file__).resolve().parents[2] / "../shared/data/cjeu").resolve()

needs_real_files = pytest.mark.skipif(
    not CJEU.is_dir(), reason="the folder of real CJEU files does not lie beside this repository"
)


def real_files(folder: str, pattern: str = "*") -> list[Path]:
    """The files of one folder in order of name; an empty list where there are none."""
    return sorted((CJEU / folder).glob(pattern))
