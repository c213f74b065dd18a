"""The language model that checks conjunctive queries, with the clock and the network that it needs.

Belongs here: opening the client as the settings say. Does not belong here: asking (`inquiries.py`).
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx

from legal_assets.collections.answer_cache import AnswerCache
from legal_assets.collections.inquiries import Judge, Progress, silent
from legal_assets.collections.messages_api import Answer, MessagesClient, MessagesError, Question, Terms
from legal_assets.settings_judge import ConditionJudge
from legal_assets.settings_sources import anthropic_key

_TIMEOUT = 120.0
_REMEDY = "raise `max_usd` in LEGAL_ASSETS_CONDITION_JUDGE, or leave steps out of its `steps`"


@contextmanager
def open_judge(settings: ConditionJudge, answers: Path, progress: Progress = silent) -> Iterator[Judge | None]:
    """Yield the judge that the settings name; None where none is enabled.

    Args:
        settings: who is asked, at which price.
        answers: folder of answers of earlier runs.
        progress: hears how far a step is.

    Raises:
        MessagesError: there is no key.
    """
    if not settings.enabled:
        yield None
        return
    key = anthropic_key()
    if key is None:
        raise MessagesError(
            "A model is to check conjunctive queries, but ANTHROPIC_API_KEY is not set; set it, or "
            'LEGAL_ASSETS_CONDITION_JUDGE to {"enabled": false}.'
        )
    terms = Terms(
        settings.model,
        settings.max_tokens,
        None,
        settings.input_usd,
        settings.output_usd,
        settings.max_usd,
        settings.per_minute,
        thinks=False,
        remedy=_REMEDY,
    )
    with httpx.Client(base_url=settings.base_url, timeout=_TIMEOUT) as http:
        client = MessagesClient(http, key, terms, seconds=time.monotonic, sleep=time.sleep)

        def one_by_one(questions: Sequence[Question]) -> Iterator[tuple[str, Answer]]:
            client.reserve(questions)
            for question in questions:
                yield question.key, client.ask(question)

        host = httpx.URL(settings.base_url).host
        cache = AnswerCache(answers)
        yield Judge(host, settings.model, settings.steps, one_by_one, cache, settings.structured, progress)
