"""A client of the Anthropic Messages API: one question at a time, or many in a batch.

Belongs here: the wire format, retries, the pace, tokens and money. Does not belong here: what is asked
(`query_writing.py`, `inquiries.py`). The key is an argument and is never written anywhere.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx

VERSION = "2023-06-01"
BUSY = frozenset((408, 429, 500, 502, 503, 504, 529))
BATCH_SHARE = 0.5
"""Price of a token in a batch, as a share of its price otherwise."""

LARGEST_BATCH = 10_000
CHARACTERS_A_TOKEN = 3
"""Fewer than a token of German or French has, so that the estimate before sending is not too low."""


class MessagesError(ValueError):
    """The interface refused a request for good, or did not answer; the text says what to do."""


class SpendingCapError(MessagesError):
    """The next request could cost more than the cap leaves; what was answered is kept."""


@dataclass(frozen=True, slots=True)
class Question:
    """One request: a key of its own (letters, digits, `-`, `_`, 64 at most), system prompt, and user message."""

    key: str
    system: str
    user: str
    schema: Mapping[str, Any] | None = None
    """What the answer must be; None as the terms say."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came: the text of the answer, or why there is none (`refusal`, `truncated`, `errored`, `expired`)."""

    text: str
    fault: str | None
    model: str
    input_tokens: int
    output_tokens: int
    cost_usd: float


Asks = Callable[[Sequence[Question]], Iterator[tuple[str, Answer]]]
"""What answers questions by key; each question once, in any order."""


@dataclass(frozen=True, slots=True)
class Terms:
    """Model, limits and prices (US dollars a million tokens)."""

    model: str
    max_tokens: int
    schema: Mapping[str, Any] | None
    """What every answer must be; None asks the interface for no format, which not every compatible one knows."""
    input_usd: float
    output_usd: float
    max_usd: float
    per_minute: float
    retries: int = 5
    longest_wait: float = 60.0
    poll_seconds: float = 30.0
    thinks: bool = True
    """False switches thinking off in every request; else nothing is said of it."""
    remedy: str = "raise `max_usd` in LEGAL_ASSETS_QUERY_WRITER, or have queries written by rule (`generator` `rule`)"
    """What to do when the cap is reached."""


@dataclass(slots=True)
class Account:
    """What was spent."""

    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float = 0.0
    requests: int = 0
    waits: list[float] = field(default_factory=list)


class MessagesClient:
    """Asks questions within a pace and a spending cap."""

    def __init__(
        self,
        http: httpx.Client,
        key: str,
        terms: Terms,
        *,
        seconds: Callable[[], float],
        sleep: Callable[[float], None],
    ) -> None:
        """Use an HTTP client whose base URL is the interface's; the time is an argument."""
        self._http = http
        self._headers = {"x-api-key": key, "anthropic-version": VERSION, "content-type": "application/json"}
        self._terms = terms
        self._seconds = seconds
        self._sleep = sleep
        self._next = 0.0
        self.account = Account()

    def ask(self, question: Question) -> Answer:
        """Ask one question and wait for the answer.

        Raises:
            SpendingCapError: it could cost more than the cap leaves.
            MessagesError: the interface refuses it, or stays busy.
        """
        self.reserve([question])
        return self._answer(_message(self._send("POST", "/v1/messages", self.body(question))), 1.0)

    def ask_all(self, questions: Sequence[Question]) -> Iterator[tuple[str, Answer]]:
        """Ask many questions as batches and yield answers by key when all of a batch are there.

        Raises:
            SpendingCapError: a batch could cost more than the cap leaves.
            MessagesError: the interface refuses it, or stays busy.
        """
        for start in range(0, len(questions), LARGEST_BATCH):
            part = questions[start : start + LARGEST_BATCH]
            self.reserve(part, BATCH_SHARE)
            entries = [{"custom_id": each.key, "params": self.body(each)} for each in part]
            batch = self._send("POST", "/v1/messages/batches", {"requests": entries}).json()
            while batch["processing_status"] != "ended":
                self._wait(self._terms.poll_seconds)
                batch = self._send("GET", f"/v1/messages/batches/{batch['id']}", None).json()
            address = httpx.URL(batch["results_url"]).raw_path.decode("ascii")
            for line in self._send("GET", address, None).text.splitlines():
                if line.strip():
                    yield self._result(json.loads(line))

    def body(self, question: Question) -> dict[str, Any]:
        """Return the body of a request."""
        body: dict[str, Any] = {
            "model": self._terms.model,
            "max_tokens": self._terms.max_tokens,
            "system": question.system,
            "messages": [{"role": "user", "content": question.user}],
        }
        schema = question.schema if question.schema is not None else self._terms.schema
        if schema is not None:
            body["output_config"] = {"format": {"type": "json_schema", "schema": dict(schema)}}
        if not self._terms.thinks:
            body["thinking"] = {"type": "disabled"}
        return body

    def _result(self, line: Mapping[str, Any]) -> tuple[str, Answer]:
        result = line["result"]
        if result["type"] == "succeeded":
            return str(line["custom_id"]), self._answer(result["message"], BATCH_SHARE)
        return str(line["custom_id"]), Answer("", str(result["type"]), self._terms.model, 0, 0, 0.0)

    def _answer(self, message: Mapping[str, Any], share: float) -> Answer:
        usage = message.get("usage") or {}
        read, written = int(usage.get("input_tokens", 0)), int(usage.get("output_tokens", 0))
        cost = share * (read * self._terms.input_usd + written * self._terms.output_usd) / 1e6
        self.account.input_tokens += read
        self.account.output_tokens += written
        self.account.cost_usd += cost
        reason = message.get("stop_reason")
        fault = {"refusal": "refusal", "max_tokens": "truncated"}.get(str(reason))
        text = "".join(part.get("text", "") for part in message.get("content") or () if part.get("type") == "text")
        return Answer(text, fault, str(message.get("model", self._terms.model)), read, written, cost)

    def reserve(self, questions: Sequence[Question], share: float = 1.0) -> None:
        """Refuse what could cost more than the cap leaves: every prompt as read, every answer at full length.

        Raises:
            SpendingCapError: it could; nothing was sent.
        """
        read = sum(len(each.system) + len(each.user) for each in questions) / CHARACTERS_A_TOKEN
        written = self._terms.max_tokens * len(questions)
        most = share * (read * self._terms.input_usd + written * self._terms.output_usd) / 1e6
        if self.account.cost_usd + most > self._terms.max_usd:
            raise SpendingCapError(
                f"{len(questions)} requests may cost up to ${most:.2f}; ${self.account.cost_usd:.2f} of "
                f"${self._terms.max_usd:.2f} are spent. Answers so far are kept; {self._terms.remedy}."
            )

    def _send(self, method: str, address: str, body: Mapping[str, Any] | None) -> httpx.Response:
        said, is_there = "", False
        for attempt in range(self._terms.retries + 1):
            self._keep_pace()
            self.account.requests += 1
            try:
                response = self._http.request(method, address, headers=self._headers, json=body)
            except httpx.TransportError as error:
                said, wait = f"no answer ({error})", 2.0**attempt
            else:
                is_there = True
                if response.is_success:
                    return response
                said = _said(response)
                if response.status_code not in BUSY:
                    raise MessagesError(f"The Messages API refused a request: {said}")
                asked = response.headers.get("retry-after", "")
                wait = float(asked) if asked.replace(".", "", 1).isdecimal() else 2.0**attempt
            if attempt < self._terms.retries:
                self._wait(min(wait, self._terms.longest_wait))
        number = self._terms.retries + 1
        if not is_there:
            raise MessagesError(
                f"Nothing answered {number} requests to {self._http.base_url}: {said}. Look at `base_url`."
            )
        raise MessagesError(f"The Messages API stayed busy for {number} requests: {said}. Try later.")

    def _keep_pace(self) -> None:
        now = self._seconds()
        if now < self._next:
            self._wait(self._next - now)
        self._next = max(now, self._next) + 60 / self._terms.per_minute

    def _wait(self, seconds: float) -> None:
        self.account.waits.append(seconds)
        self._sleep(seconds)


def _message(response: httpx.Response) -> Mapping[str, Any]:
    try:
        found = response.json()
    except ValueError:
        found = None
    if not isinstance(found, dict) or not isinstance(found.get("content"), list):
        raise MessagesError(
            f"{response.url} does not answer as the Messages API does: {response.text[:100]!r}. Correct `base_url`."
        )
    return found


def _said(response: httpx.Response) -> str:
    try:
        error = response.json()["error"]
        return f"{response.status_code} {error['type']}: {error['message']}"[:300]
    except (ValueError, KeyError, TypeError):
        return f"{response.status_code}"
