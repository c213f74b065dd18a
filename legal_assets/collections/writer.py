"""The language model that writes queries, with the clock and the network that it needs.

Belongs here: opening the client as the settings say. Does not belong here: asking (`query_writing.py`).
"""

import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import httpx
import polars as pl

from legal_assets.collections.answer_cache import AnswerCache
from legal_assets.collections.messages_api import Answer, MessagesClient, MessagesError, Question, Terms
from legal_assets.collections.query_writing import SCHEMA, queries_by_model
from legal_assets.settings_sources import QueryWriter, anthropic_key

_TIMEOUT = 120.0


def ask_writer(corpus: str, sources: pl.DataFrame, writer: QueryWriter, answers: Path) -> pl.DataFrame:
    """Return the queries that the model of the settings writes; frame of the contract `generated_queries`.

    Raises:
        MessagesError: there is no key, or the interface refuses or stays busy.
        SpendingCapError: the queries could cost more than the cap; answers so far are kept.
    """
    key = anthropic_key()
    if key is None:
        raise MessagesError(
            "Queries are to be written by a model, but ANTHROPIC_API_KEY is not set; set it, or "
            'LEGAL_ASSETS_QUERY_WRITER to {"generator": "rule"}.'
        )
    terms = Terms(
        writer.model,
        writer.max_tokens,
        SCHEMA,
        writer.input_usd,
        writer.output_usd,
        writer.max_usd,
        writer.per_minute,
    )
    with httpx.Client(base_url=writer.base_url, timeout=_TIMEOUT) as http:
        client = MessagesClient(http, key, terms, seconds=time.monotonic, sleep=time.sleep)

        def one_by_one(questions: Sequence[Question]) -> Iterator[tuple[str, Answer]]:
            for question in questions:
                yield question.key, client.ask(question)

        asks = client.ask_all if writer.mode == "batch" else one_by_one
        return queries_by_model(corpus, sources, writer.model, asks, AnswerCache(answers))
