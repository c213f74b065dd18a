"""The study's way of masking: named entities and regular expressions, without knowledge of the citations.

A token-classification model, named by its Hugging Face model id, finds persons and organisations; patterns find
numbers, ECLIs, dates and paragraphs. It stands behind the same interface as the citation-aware masking, so that
both can be compared: text in, `Masked` out. Reading citations belongs in `legal_assets.citations`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from legal_assets.masking.spans import Masked, Span, whole_words, without
from legal_assets.masking.tidying import tidy

DEFAULT_LABELS = frozenset({"PER", "ORG", "PERSON", "PARTY"})
"""Entity labels that reveal a decision; a leading `B-` or `I-` is not part of a label."""

HYPHEN = "[-\u2010\u2011]"
CASE = rf"[CTF]{HYPHEN}\d{{1,4}}/\d{{2}}(?:\s?(?:PPU|P|RENV|REV|R)(?!\w))?"
LIST = r"\d+(?:(?:,\s|\sand\s|,\sand\s|\sto\s|[-\u2013])\d+)*"
MONTH = "January|February|March|April|May|June|July|August|September|October|November|December"
PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("ecli", re.compile(r"(?:ECLI:)?EU:[CTF]:\d{4}:\d+")),
    ("number", re.compile(rf"(?:(?:Joined\s)?Cases?\s)?{CASE}(?:(?:,\s|\sand\s|\sto\s){CASE})*")),
    ("number", re.compile(r"(?:Joined\s)?Cases?\s\d{1,4}/\d{2}(?:(?:,\s|\sand\s|\sto\s)\d{1,4}/\d{2})*")),
    ("report", re.compile(r"\[\d{4}\]\sECR(?:\s(?:I|II)?[-\u2013\s]?\d+)?")),
    ("date", re.compile(rf"(?<=of\s)\d{{1,2}}\s(?:{MONTH})\s\d{{4}}")),
    ("pinpoint", re.compile(rf"\b[Pp](?:aragraphs?|oints?)\s{LIST}(?!\()")),
)
LONGEST_PIECE = 1200
"""Characters given to the model at once; longer texts are cut between sentences, or else between words."""


class Recogniser(Protocol):
    """Finds named entities in texts."""

    def find(self, texts: Sequence[str]) -> list[list[Span]]:
        """The entities of each text; `Span.kind` is the label of the entity."""


@dataclass(slots=True)
class TokenClassifier:
    """A Hugging Face token-classification model, loaded on first use from its id or folder.

    `revision` pins the model; words are labelled by their first token, so that no entity ends inside a word.
    """

    model_id: str
    revision: str | None = None
    batch_size: int = 16
    pipeline: Any = None

    def find(self, texts: Sequence[str]) -> list[list[Span]]:
        """The entities of each text, in order."""
        pieces = [(index, start, text[start:end]) for index, text in enumerate(texts) for start, end in _pieces(text)]
        found: list[list[Span]] = [[] for _ in texts]
        if not pieces:
            return found
        answers = self._loaded()([piece for _, _, piece in pieces], batch_size=self.batch_size)
        for (index, offset, _), entities in zip(pieces, answers, strict=True):
            found[index] += [
                Span(offset + int(entity["start"]), offset + int(entity["end"]), str(entity["entity_group"]))
                for entity in entities
            ]
        return found

    def _loaded(self) -> Any:
        if self.pipeline is None:
            from transformers import AutoModelForTokenClassification, AutoTokenizer, pipeline

            tokenizer = AutoTokenizer.from_pretrained(self.model_id, revision=self.revision, use_fast=True)
            model = AutoModelForTokenClassification.from_pretrained(self.model_id, revision=self.revision)
            self.pipeline = pipeline(
                "token-classification", model=model, tokenizer=tokenizer, aggregation_strategy="first"
            )
        return self.pipeline


def mask_entities(
    texts: Sequence[str],
    recogniser: Recogniser,
    numbers: Sequence[int | None] | None = None,
    labels: Iterable[str] = DEFAULT_LABELS,
) -> list[Masked]:
    """Mask texts by entities of the given `labels` and by patterns; `numbers` are the passages' own.

    As with the citation-aware masking, each result is its text without the spans, and no word is cut in two.

    Raises:
        ValueError: `numbers` are not as many as `texts`.
    """
    own = [None] * len(texts) if numbers is None else list(numbers)
    if len(own) != len(texts):
        message = f"{len(own)} passage numbers were given for {len(texts)} texts"
        raise ValueError(message)
    wanted = frozenset(labels)
    return [
        _masked(text, [span for span in entities if _label(span.kind) in wanted], number)
        for text, entities, number in zip(texts, recogniser.find(texts), own, strict=True)
    ]


def _masked(text: str, entities: Sequence[Span], number: int | None) -> Masked:
    spans = [Span(span.start, span.end, "name") for span in entities]
    spans += [Span(*match.span(), kind) for kind, pattern in PATTERNS for match in pattern.finditer(text)]
    if number is not None and (match := re.match(rf"\s*{number}(?:\s*[.)])?\s+", text)):
        spans.append(Span(*match.span(), "own-number"))
    tidied = tidy(text, whole_words(text, spans))
    return Masked(without(text, tidied), tuple(tidied))


def _label(label: str) -> str:
    return label[2:] if label[:2] in ("B-", "I-") else label


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """Stretches short enough for a model, cut where a sentence or at least a word ends."""
    start = 0
    while len(text) - start > LONGEST_PIECE:
        limit = start + LONGEST_PIECE
        cut = max(text.rfind(". ", start, limit), text.rfind("; ", start, limit)) + 1
        if cut <= start:
            cut = text.rfind(" ", start, limit)
        if cut <= start:
            cut = limit
        yield start, cut
        start = cut
    if text[start:].strip():
        yield start, len(text)
