"""Answers of language models, kept by the digest of what was asked, so that nothing is paid for twice.

Belongs here: keeping and finding. Does not belong here: asking (`messages_api.py`).
"""

import json
from dataclasses import asdict
from pathlib import Path

from legal_assets.collections.messages_api import Answer


class AnswerCache:
    """One file an answer, in a folder; each is written aside and renamed."""

    def __init__(self, folder: Path) -> None:
        """Use a folder, which is made when the first answer is kept."""
        self._folder = folder

    def get(self, digest: str) -> Answer | None:
        """Return the answer to what has this digest; None where there is none, or its file is damaged."""
        try:
            return Answer(**json.loads(self._path(digest).read_text(encoding="utf-8")))
        except (FileNotFoundError, ValueError, TypeError):
            return None

    def put(self, digest: str, answer: Answer) -> None:
        """Keep an answer."""
        path = self._path(digest)
        path.parent.mkdir(parents=True, exist_ok=True)
        aside = path.with_suffix(".part")
        aside.write_text(json.dumps(asdict(answer), ensure_ascii=False), encoding="utf-8")
        aside.replace(path)

    def _path(self, digest: str) -> Path:
        return self._folder / digest[:2] / f"{digest}.json"
