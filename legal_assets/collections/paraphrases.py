"""Paraphrases: a model words each conjunctive query as one sentence, and says which words stand for which condition.

Belongs here: what is shown, when a wording is valid, and the wordings that stand. Does not belong here: the forms that
are made by rule (`conjunctive.py`), asking (`inquiries.py`).
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import polars as pl

from legal_assets.collections.inquiries import Inquiry, Judge, Reading, Reply, Shape, inquire
from legal_assets.collections.item_check import Condition
from legal_assets.collections.prompt_files import as_material, prompt_of
from legal_assets.collections.verdict_rows import Row, reject_row, unusable, verdict_row
from legal_assets.collections.wordings import stand_in, words_of

PROMPT = "paraphrase"
FEWEST_WORDS, MOST_WORDS = 5, 80
_QUOTES = re.compile(r"[\"“”„‟«»‹›‘‚]|(?:^|\s)['’]")
_BREAK = re.compile(r"[!?…](?=\s+\S)|(?<=\w{3})\.(?=\s+\W*[^\W\d_a-zß-ÿ])|\n")


class ParaphraseAnswer(Shape):
    """What is asked for."""

    query: str
    conditions: list[str]


class Wording(NamedTuple):
    """A query as it was worded, and the words of each condition."""

    query: str
    conditions: tuple[str, ...]


class Paraphrased(NamedTuple):
    """Rows of `condition_verdicts` and `rejects`."""

    verdicts: list[Row]
    rejects: list[Row]


def paraphrase(
    corpus: str, conditions: Mapping[str, Sequence[Condition]], by_rule: pl.DataFrame, judge: Judge
) -> Paraphrased:
    """Return what a model words of each query; a query that it does not word validly has no paraphrase.

    Args:
        corpus: key of the corpus.
        conditions: conditions of each query, in order.
        by_rule: `query_id` and `text` of the forms that are made by rule.
        judge: who is asked.

    Raises:
        MessagesError: as `inquire` says.
        SpendingCapError: as `inquire` says.
    """
    texts: dict[str, list[str]] = {}
    for query, text in by_rule.select("query_id", "text").sort("query_id", "text").iter_rows():
        texts.setdefault(query, []).append(text)
    inquiries = [
        Inquiry(query, question(asked), partial(read_answer, len(asked), texts.get(query, ())))
        for query, asked in conditions.items()
    ]
    replies = inquire(judge, prompt_of(PROMPT), ParaphraseAnswer, inquiries)
    rows = [row for reply in replies for row in _rows(corpus, conditions[reply.record], reply)]
    refused = [reply for reply in replies if not reply.is_valid]
    return Paraphrased(
        rows, [reject_row(corpus, f"paraphrase/{each.record}", "no_paraphrase", unusable(each)) for each in refused]
    )


def valid_paraphrases(verdicts: pl.DataFrame) -> pl.DataFrame:
    """Return `query_id` and `text` of every valid paraphrase.

    Args:
        verdicts: frame of the contract `condition_verdicts`.
    """
    whole = (pl.col("step") == "paraphrases") & (pl.col("condition") == 0) & pl.col("is_valid")
    return verdicts.filter(whole).select("query_id", pl.col("evidence").alias("text"))


def question(conditions: Sequence[Condition]) -> str:
    """Return the user message; nothing in it can close its brackets."""
    asked = [{"condition": each.number, "phrase": each.phrase} for each in conditions]
    return f"<conditions>\n{as_material(json.dumps(asked, ensure_ascii=False))}\n</conditions>"


def read_answer(number: int, by_rule: Sequence[str], answer: ParaphraseAnswer) -> Reading[Wording]:
    """Return the wording of an answer with all that is wrong with it."""
    query = " ".join(answer.query.split())
    wordings = tuple(" ".join(each.split()) for each in answer.conditions)
    words = words_of(query)
    faults = {
        "other_number": len(wordings) != number,
        "wording_not_in_query": not all(words_of(each) and stand_in(words_of(each), query) for each in wordings),
        "several_sentences": bool(_BREAK.search(answer.query.strip())),
        "wrong_length": not FEWEST_WORDS <= len(query.split()) <= MOST_WORDS,
        "quotation_marks": bool(_QUOTES.search(query)),
        "made_by_rule": any(words == words_of(text) for text in by_rule),
    }
    return Reading(Wording(query, wordings), tuple(fault for fault, holds in faults.items() if holds))


def _rows(corpus: str, conditions: Sequence[Condition], reply: Reply[Wording]) -> Iterator[Row]:
    query, wordings = reply.value or (None, ())
    yield verdict_row(corpus, "paraphrases", reply, first=True, query_id=reply.record, evidence=query)
    for each, wording in zip(conditions, wordings, strict=False):
        said = {"concept": each.concept, "query_id": reply.record, "evidence": wording}
        yield verdict_row(corpus, "paraphrases", reply, each.number, first=False, **said)
