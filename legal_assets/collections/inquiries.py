"""Inquiries of a model that checks: asked, the answer read strictly, asked once more with the reasons, or given up.

Belongs here: what all steps have in common. Does not belong here: what is asked (`concept_check.py`, `item_check.py`,
`paraphrases.py`), the wire (`messages_api.py`), opening it (`judge.py`).
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from legal_assets.collections.answer_cache import AnswerCache
from legal_assets.collections.messages_api import Answer, Asks, Question
from legal_assets.collections.prompt_files import Prompt, as_material
from legal_assets.settings_judge import Step
from legal_assets.storage.digests import value_digest

ATTEMPTS = 2
NO_JSON, NO_ANSWER = "no_json", "no_answer"
FAULTS: Mapping[str, str] = {
    NO_JSON: "it is not the JSON object asked for, alone and with these names",
    NO_ANSWER: "there was none",
    "refusal": "it was refused",
    "truncated": "it was too long",
    "no_partition": "the groups of a SPLIT must be two or more and hold every form exactly once, spelled as given",
    "other_conditions": "every condition must be answered exactly once, by its number",
    "quotation_not_shown": "the quotation of a condition that is met must be two words or more that stand in a page",
    "other_number": "there must be one wording for each condition",
    "wording_not_in_query": "every wording must stand in the query, word for word",
    "several_sentences": "the query must be one sentence",
    "wrong_length": "the query must have 5 to 80 words",
    "quotation_marks": "the query must have no quotation marks",
    "made_by_rule": "the query must be worded otherwise than a list of the conditions",
}
"""What is wrong with an answer, as it is told to the model."""

_KEY_LENGTH = 40
_TOLD_EVERY = 20

Progress = Callable[[str, int, int], None]
"""Hears the version of a prompt, how many of its questions were answered by the interface, and of how many."""


def silent(prompt: str, done: int, total: int) -> None:
    """Hear nothing."""


class Shape(BaseModel):
    """What an answer must be: these names and types, and no others."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


Given = TypeVar("Given", bound=Shape)
Value = TypeVar("Value")


class Reading(NamedTuple, Generic[Value]):
    """What an answer says, and what is wrong with it; valid without faults."""

    value: Value
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Inquiry(Generic[Value]):
    """One question: what it is about, the user message, and how an answer of the right shape is read."""

    record: str
    user: str
    read: Callable[[Any], Reading[Value]]


@dataclass(frozen=True, slots=True)
class Reply(Generic[Value]):
    """What came of an inquiry: the value of the last answer of the right shape, its faults, and what it cost."""

    record: str
    value: Value | None
    faults: tuple[str, ...]
    provider: str
    model: str
    prompt: Prompt
    digest: str
    attempts: int
    input_tokens: int
    output_tokens: int
    cost_usd: float

    @property
    def is_valid(self) -> bool:
        """Whether the last answer keeps to the rules."""
        return not self.faults


@dataclass(frozen=True, slots=True)
class Judge:
    """Who is asked, in which steps, and where answers are kept."""

    provider: str
    model: str
    steps: tuple[Step, ...]
    asks: Asks
    cache: AnswerCache
    structured: bool = False
    progress: Progress = silent


@dataclass(slots=True)
class _Pending(Generic[Value]):
    inquiry: Inquiry[Value]
    reading: Reading[Value] | None = None
    faults: tuple[str, ...] = ()
    said: str = ""
    digest: str = ""
    model: str = ""
    attempts: int = 0
    answers: list[Answer] = field(default_factory=list)


def inquire(
    judge: Judge, prompt: Prompt, shape: type[Given], inquiries: Sequence[Inquiry[Value]]
) -> list[Reply[Value]]:
    """Return a reply to every inquiry, in their order.

    An answer that is not of the shape or is read with faults is asked for once more, with the reasons. Answers are
    kept by the digest of host, model, prompt and question; refused and cut ones are not.

    Args:
        judge: who is asked.
        prompt: system prompt of all inquiries.
        shape: what every answer must be.
        inquiries: what is asked.

    Raises:
        MessagesError: the interface refuses a question for good, or stays busy; answers so far are kept.
        SpendingCapError: the questions that are not yet answered could cost more than the cap leaves; none was asked.
    """
    pending = [_Pending(inquiry) for inquiry in inquiries]
    for _ in range(ATTEMPTS):
        open_ones = [each for each in pending if each.attempts == 0 or each.faults]
        _attempt(judge, prompt, shape, open_ones)
    return [_reply(judge, prompt, each) for each in pending]


def _attempt(judge: Judge, prompt: Prompt, shape: type[Given], pending: Sequence[_Pending[Value]]) -> None:
    schema = shape.model_json_schema() if judge.structured else None
    waiting: dict[str, list[_Pending[Value]]] = {}
    for each in pending:
        user = _worded(each)
        digest = value_digest([judge.provider, judge.model, prompt.system, user, schema])
        each.digest = each.digest or digest
        each.attempts += 1
        known = judge.cache.get(digest)
        if known is not None:
            _take(each, shape, known)
        else:
            waiting.setdefault(digest, []).append(each)
    questions = [
        Question(digest[:_KEY_LENGTH], prompt.system, _worded(each[0]), schema) for digest, each in waiting.items()
    ]
    digests = {question.key: digest for question, digest in zip(questions, waiting, strict=True)}
    answers = judge.asks(questions) if questions else ()
    for done, (key, answer) in enumerate(answers, start=1):
        if not answer.fault:
            judge.cache.put(digests[key], answer)
        for each in waiting.pop(digests[key]):
            _take(each, shape, answer)
        if done % _TOLD_EVERY == 0 or done == len(questions):
            judge.progress(prompt.version, done, len(questions))
    for unanswered in waiting.values():
        for each in unanswered:
            each.faults = (NO_ANSWER,)


def _worded(pending: _Pending[Value]) -> str:
    """Return the user message; what was refused is named with the reasons."""
    if not pending.faults:
        return pending.inquiry.user
    reasons = "; ".join(FAULTS.get(fault, fault) for fault in pending.faults)
    said = as_material(json.dumps(pending.said, ensure_ascii=False))
    return f"{pending.inquiry.user}\nYour last answer cannot be used: {reasons}. It was {said}. Answer again."


def _take(pending: _Pending[Value], shape: type[Given], answer: Answer) -> None:
    """Read an answer."""
    pending.answers.append(answer)
    pending.model, pending.said = answer.model, answer.text
    if answer.fault:
        pending.faults = (answer.fault,)
        return
    try:
        given = shape.model_validate_json(answer.text)
    except ValidationError:
        pending.faults = (NO_JSON,)
        return
    pending.reading = pending.inquiry.read(given)
    pending.faults = pending.reading.faults


def _reply(judge: Judge, prompt: Prompt, each: _Pending[Value]) -> Reply[Value]:
    return Reply(
        record=each.inquiry.record,
        value=each.reading.value if each.reading else None,
        faults=each.faults,
        provider=judge.provider,
        model=each.model or judge.model,
        prompt=prompt,
        digest=each.digest,
        attempts=each.attempts,
        input_tokens=sum(answer.input_tokens for answer in each.answers),
        output_tokens=sum(answer.output_tokens for answer in each.answers),
        cost_usd=sum(answer.cost_usd for answer in each.answers),
    )
