"""Addresses, versions and bytes of the streams that the site serves.

Here belongs what the repository keeps about a document: its work, expression and items, its entity tag and the
day it was last changed. Choosing a stream for a request belongs to `negotiation.py`.
"""

import gzip
import threading
from collections import Counter
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from email.utils import format_datetime
from functools import lru_cache
from hashlib import sha256
from uuid import NAMESPACE_URL, uuid5

from legal_assets.sample_site.corpus import SampleCorpus
from legal_assets.sample_site.documents import RegisterEntry, render
from legal_assets.sample_site.judgment import Block, Judgment, Paragraph

EXPRESSIONS = {"en": "0006", "fr": "0009"}
MANIFESTATIONS = {"application/xhtml+xml": "03", "text/html": "02", "text/html;type=simplified": "04"}
LANGUAGES = {"en": "eng", "fr": "fra"}
"""Three-letter codes by two-letter codes."""

MANY_ITEMS_EVERY = 12
"""Of so many documents one is kept as two items, a description and the text."""

_CORRECTION = " The text of this paragraph was corrected by an order of the Court."
_PUBLISHED_AFTER = timedelta(days=30)
_DESCRIPTION = """\
<?xml version="1.0" encoding="UTF-8"?>
<DOC><BIB.DOC><CELEX>{celex}</CELEX><LG.DOC>{language}</LG.DOC></BIB.DOC><FMX><DOC.MAIN.PUB/></FMX></DOC>
"""


@dataclass(frozen=True)
class Version:
    """How a client can tell whether an item changed."""

    entity_tag: str
    last_modified: datetime

    @property
    def last_modified_text(self) -> str:
        """The day of the last change, as HTTP prints it."""
        return format_datetime(self.last_modified, usegmt=True)


@dataclass(frozen=True)
class Stream:
    """One item as it is sent; `packed` is the content compressed."""

    content: bytes
    packed: bytes
    media_type: str
    language: str
    version: Version


class Repository:
    """The documents of a corpus with their addresses; documents can be changed and withdrawn."""

    def __init__(self, corpus: SampleCorpus) -> None:
        """Serve every document of the corpus, unchanged."""
        self.corpus = corpus
        self._revisions: Counter[str] = Counter()
        self._withdrawn: set[str] = set()
        self._versions: dict[tuple[str, int, bool], Version] = {}
        self._lock = threading.Lock()
        self._works = {work_id(celex): celex for celex in corpus.celex_ids}
        self._read = lru_cache(maxsize=256)(self._write_stream)

    def entry(self, celex: str) -> RegisterEntry | None:
        """The register's entry of a document, None if it is unknown or withdrawn."""
        index = self.corpus.find(celex)
        return None if index is None or celex in self._withdrawn else self.corpus.entry(index)

    def celex_of(self, work: str) -> str | None:
        """The document whose work has that id."""
        return self._works.get(work)

    def change(self, celex: str) -> None:
        """Correct the text of a document, so that bytes, entity tag and day of change become new ones."""
        self._check(celex)
        with self._lock:
            self._revisions[celex] += 1

    def withdraw(self, celex: str) -> None:
        """Let a document vanish from register and repository."""
        self._check(celex)
        with self._lock:
            self._withdrawn.add(celex)

    def restore(self, celex: str) -> None:
        """Undo changes and withdrawal of a document."""
        self._check(celex)
        with self._lock:
            self._revisions.pop(celex, None)
            self._withdrawn.discard(celex)

    def item_count(self, celex: str) -> int:
        """How many items a document is kept as."""
        index = self.corpus.find(celex)
        return 2 if index is not None and index % MANY_ITEMS_EVERY == MANY_ITEMS_EVERY - 1 else 1

    def manifestation(self, entry: RegisterEntry) -> str:
        """The id of a document in its language and type: work, expression and manifestation."""
        expression = EXPRESSIONS[entry.language]
        return f"{work_id(entry.celex)}.{expression}.{MANIFESTATIONS[entry.media_type]}"

    def item_paths(self, entry: RegisterEntry) -> list[str]:
        """The paths of a document's items, the text last."""
        base = f"/resource/cellar/{self.manifestation(entry)}"
        return [f"{base}/DOC_{number}" for number in range(1, self.item_count(entry.celex) + 1)]

    def read(self, celex: str, *, is_description: bool = False) -> Stream:
        """The item of a document as it now is."""
        return self._read(celex, self._revisions[celex], is_description)

    def version(self, celex: str, *, is_description: bool = False) -> Version:
        """The version of an item, which is remembered when its bytes are not."""
        key = (celex, self._revisions[celex], is_description)
        if key not in self._versions:
            self._versions[key] = self._read(*key).version
        return self._versions[key]

    def _check(self, celex: str) -> None:
        if self.corpus.find(celex) is None:
            raise ValueError(f"the site has no document with the CELEX number {celex}")

    def _write_stream(self, celex: str, revision: int, is_description: bool) -> Stream:
        index = self.corpus.find(celex)
        if index is None:
            raise ValueError(f"the site has no document with the CELEX number {celex}")
        entry = self.corpus.entry(index)
        judgment = self.corpus.judgment(index)
        if is_description:
            content = _DESCRIPTION.format(celex=celex, language=entry.language.upper()).encode()
        else:
            for _ in range(revision):
                judgment = _correct(judgment)
            content = render(judgment, entry.era)
        published = datetime.combine(entry.date, time(8), UTC) + _PUBLISHED_AFTER
        return Stream(
            content=content,
            packed=gzip.compress(content, compresslevel=6, mtime=0),
            media_type="application/xml" if is_description else entry.media_type,
            language=entry.language,
            version=Version(
                entity_tag=f'"{sha256(content).hexdigest()[:32]}"',
                last_modified=published + revision * timedelta(days=1),
            ),
        )


def work_id(celex: str) -> str:
    """The id of a document's work, the same at every start."""
    return str(uuid5(NAMESPACE_URL, f"http://publications.europa.eu/resource/celex/{celex}"))


def _correct(judgment: Judgment) -> Judgment:
    """The judgment with a sentence added to its second paragraph."""
    return replace(
        judgment,
        body=tuple(
            replace(part, blocks=(*part.blocks[:-1], _extend(part.blocks[-1])))
            if isinstance(part, Paragraph) and part.number == 2
            else part
            for part in judgment.body
        ),
    )


def _extend(block: Block) -> Block:
    return replace(block, parts=(*block.parts, _CORRECTION))
