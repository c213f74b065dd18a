"""What engines read, kept under the digest of the picture: a page is read once, whatever was killed in between.

One small file a page, named by picture, engine, version and language, written whole and never changed. Belongs here:
keeping and giving back. Does not belong here: reading pages (`ocr.py`).
"""

import hashlib
import json
import uuid
from pathlib import Path

from legal_assets.pages.engines import EngineText
from legal_assets.pages.printed import PrintedLine

_FORM = 1


class OcrCache:
    """Texts of engines in a folder."""

    def __init__(self, folder: Path) -> None:
        """Keep files below this folder."""
        self._folder = folder

    def get(self, picture: str, engine: str, version: str, language: str) -> EngineText | None:
        """Return what was read of a picture, None if it was not read so yet or the file is damaged."""
        path = self._path(picture, engine, version, language)
        try:
            kept = json.loads(path.read_bytes())
            if kept.pop("form") != _FORM:
                return None
            lines = tuple(PrintedLine(*line) for line in kept.pop("lines"))
            return EngineText(lines=lines, **kept)
        except FileNotFoundError:
            return None
        except (ValueError, TypeError, KeyError, AttributeError):
            path.unlink(missing_ok=True)  # cut off by a full disk; it is read again
            return None

    def put(self, picture: str, engine: str, version: str, language: str, text: EngineText) -> None:
        """Keep what was read."""
        path = self._path(picture, engine, version, language)
        path.parent.mkdir(parents=True, exist_ok=True)
        aside = path.with_name(f".{path.name}.{uuid.uuid4().hex}")
        aside.write_text(json.dumps({"form": _FORM, **text._asdict()}, ensure_ascii=False), encoding="utf-8")
        aside.replace(path)

    def _path(self, picture: str, engine: str, version: str, language: str) -> Path:
        digest = hashlib.sha256("\n".join((picture, engine, version, language)).encode()).hexdigest()
        return self._folder / digest[:2] / f"{digest}.json"
