"""Blocks of the README that are replaced, and what the leaderboard of the sample looks like.

Belongs here: a fence under a comment that names it. Does not belong here: whole pages (`pages.py`).
"""

import os
import re
import subprocess
import sys
from pathlib import Path

COMMAND = Path(sys.executable).with_name("legal-assets")
PREFIX = "LEGAL_ASSETS_"


def sample_leaderboard(home: Path) -> str:
    """Return what `legal-assets leaderboard --corpus cjeu` prints in a home folder where the sample has run."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    environment = clean | {f"{PREFIX}HOME": str(home), "COLUMNS": "100", "NO_COLOR": "1"}
    ran = subprocess.run(
        [COMMAND, "leaderboard", "--corpus", "cjeu"], env=environment, capture_output=True, text=True, check=True
    )
    return "\n".join(line.rstrip() for line in ran.stdout.splitlines())


def block(text: str, name: str) -> str:
    """Return what stands in the fence after `<!-- name -->` in a page.

    Raises:
        ValueError: there is no such block.
    """
    found = _block(name).search(text)
    if found is None:
        raise ValueError(f"The page has no block {name}; write `<!-- {name} -->` above a fence.")
    return found["inside"].rstrip("\n")


def with_block(text: str, name: str, inside: str) -> str:
    """Return a page with that block replaced."""
    block(text, name)
    return _block(name).sub(lambda found: f"{found['before']}{inside}\n{found['after']}", text)


def _block(name: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?P<before><!-- {name} -->\n```\w+\n)(?P<inside>.*?)(?P<after>^```$)", re.DOTALL | re.MULTILINE
    )
