"""The table of verdicts: replies of the model laid out as rows, and records that are left out because of them.

Belongs here: rows. Does not belong here: what a verdict means (`verdicts.py`).
"""

from typing import Any

from legal_assets.collections.inquiries import Reply
from legal_assets.settings_judge import Step

Row = dict[str, object]


def verdict_row(corpus: str, step: Step, reply: Reply[Any], condition: int = 0, *, first: bool, **said: object) -> Row:
    """Return a row of the contract `condition_verdicts`; what is not said is null.

    Args:
        corpus: key of the corpus.
        step: step that asked.
        reply: what came.
        condition: condition of the query; 0 for the whole.
        first: whether it is the first row of its question, which has the tokens and the price.
        said: columns of what was asked about and what was answered.
    """
    return {
        "corpus": corpus,
        "step": step,
        "record_id": reply.record,
        "condition": condition,
        "concept": None,
        "query_id": None,
        "candidate_id": None,
        "verdict": None,
        "groups": [],
        "meets": None,
        "evidence": None,
        "is_valid": reply.is_valid,
        "reasons": list(reply.faults),
        "provider": reply.provider,
        "model": reply.model,
        "prompt_version": reply.prompt.version,
        "prompt_digest": reply.digest,
        "attempts": reply.attempts,
        "input_tokens": reply.input_tokens if first else 0,
        "output_tokens": reply.output_tokens if first else 0,
        "cost_usd": reply.cost_usd if first else 0.0,
        **said,
    }


def reject_row(corpus: str, record: str, reason: str, detail: str) -> Row:
    """Return a row of the contract `rejects`."""
    return {"corpus": corpus, "room": "collections", "record_id": record, "reason": reason, "detail": detail}


def unusable(reply: Reply[Any]) -> str:
    """Return what became of an inquiry without a valid answer."""
    return f"{reply.model} asked {reply.attempts} times: {', '.join(reply.faults)}"
