"""Queries that a language model writes for commentary passages: asked, checked, asked once more, or refused.

Belongs here: prompts, what is asked the second time, and the rows. Does not belong here: the wire (`messages_api.py`),
what a query must be (`query_checks.py`).
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from legal_assets.catalog import PROFILES
from legal_assets.collections.answer_cache import AnswerCache
from legal_assets.collections.messages_api import Answer, Asks, Question
from legal_assets.collections.prompt_files import as_material, prompt_of
from legal_assets.collections.query_checks import Nearness, faults_of, nearness
from legal_assets.schemas import GENERATED_QUERIES
from legal_assets.storage.digests import value_digest
from legal_assets.text.language import identify_language

PROVIDER = "anthropic"
ATTEMPTS = 2
SCHEMA = {
    "type": "object",
    "properties": {"query": {"type": "string"}},
    "required": ["query"],
    "additionalProperties": False,
}
_LANGUAGES = ("de", "fr", "it", "en")
_KEY_LENGTH = 40


@dataclass(slots=True)
class _Pending:
    """One query that is being written."""

    profile: str
    source: dict[str, Any]
    attempts: int = 0
    text: str | None = None
    reasons: list[str] = field(default_factory=list)
    near: Nearness = field(default_factory=lambda: Nearness(0, 0.0))
    language: str = "und"
    model: str = ""
    digest: str = ""
    answers: list[Answer] = field(default_factory=list)


def queries_by_model(corpus: str, sources: pl.DataFrame, model: str, asks: Asks, cache: AnswerCache) -> pl.DataFrame:
    """Return the queries that a model writes; frame of the contract `generated_queries`.

    A query that the checks refuse is asked for once more, with the reasons; refused again it is kept as refused.
    Answers are kept by the digest of model, prompt and passage; those without a text are not.

    Args:
        corpus: key of the corpus.
        sources: passages as `source_passages` returns them.
        model: model that is asked, part of the digest.
        asks: answers questions.
        cache: answers of earlier runs.
    """
    pending = [
        _Pending(profile, source) for profile in PROFILES for source in sources.sort("passage_id").iter_rows(named=True)
    ]
    for _ in range(ATTEMPTS):
        open_ones = [each for each in pending if each.attempts == 0 or each.reasons]
        _attempt(open_ones, model, asks, cache)
    return GENERATED_QUERIES.frame([_row(corpus, each) for each in pending])


def question_of(profile: str, source: dict[str, Any], refused: str | None, reasons: Sequence[str]) -> tuple[str, str]:
    """Return system prompt and user message; what was refused is named with the reasons.

    What stands in the passage cannot close its brackets.
    """
    parts = [f"<passage>\n{as_material(str(source['body']))}\n</passage>"]
    if profile == "expert" and source["provision"]:
        parts.append(f"<provision>{source['provision']}</provision>")
    if reasons:
        parts.append(
            f"Your last answer was refused ({', '.join(reasons)}): {json.dumps(refused or '', ensure_ascii=False)}. "
            "Write another one that keeps to the rules."
        )
    return prompt_of(profile).system, "\n".join(parts)


def _attempt(pending: Sequence[_Pending], model: str, asks: Asks, cache: AnswerCache) -> None:
    by_key: dict[str, _Pending] = {}
    digests: dict[str, str] = {}
    asked: list[Question] = []
    for each in pending:
        system, user = question_of(each.profile, each.source, each.text, each.reasons)
        digest = value_digest([model, system, user, SCHEMA])
        each.digest = each.digest or digest
        each.attempts += 1
        known = cache.get(digest)
        if known is not None:
            _take(each, known)
            continue
        key = f"{each.profile}-{digest[:_KEY_LENGTH]}"
        by_key[key], digests[key] = each, digest
        asked.append(Question(key, system, user))
    for key, answer in asks(asked) if asked else ():
        if not answer.fault:
            cache.put(digests[key], answer)
        _take(by_key.pop(key), answer)
    for each in by_key.values():
        each.reasons = ["no_answer"]


def _take(pending: _Pending, answer: Answer) -> None:
    """Judge an answer."""
    pending.answers.append(answer)
    pending.model = answer.model
    if answer.fault:
        pending.reasons = [answer.fault]
        return
    try:
        text = json.loads(answer.text)["query"]
    except (ValueError, KeyError, TypeError):
        pending.reasons = ["no_json"]
        return
    if not isinstance(text, str) or not text.strip():
        pending.reasons = ["no_json"]
        return
    source = pending.source
    pending.text = " ".join(text.split())
    pending.near = nearness(pending.text, source["body"])
    pending.language = identify_language(pending.text, _LANGUAGES).language
    pending.reasons = faults_of(
        pending.profile,
        pending.text,
        pending.near,
        article_key=source["article_key"],
        authors=source["authors"],
        language=None if pending.profile == "keyword" else pending.language,
    )


def _row(corpus: str, each: _Pending) -> dict[str, object]:
    return {
        "corpus": corpus,
        "profile": each.profile,
        "passage_id": each.source["passage_id"],
        "doc_id": each.source["doc_id"],
        "text": each.text,
        "is_accepted": not each.reasons,
        "reasons": each.reasons,
        "attempts": each.attempts,
        "language": each.language,
        "provider": PROVIDER,
        "model": each.model,
        "prompt_version": prompt_of(each.profile).version,
        "prompt_digest": each.digest,
        "longest_run": each.near.longest_run,
        "overlap": round(each.near.overlap, 6),
        "input_tokens": sum(answer.input_tokens for answer in each.answers),
        "output_tokens": sum(answer.output_tokens for answer in each.answers),
        "cost_usd": sum(answer.cost_usd for answer in each.answers),
    }
