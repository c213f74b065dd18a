"""Four small reports of our own writing whose concepts have several forms, and a model that answers about them.

Belongs here: texts, and answers that agree with the mining unless a test says otherwise. Does not belong here: the
server (`messages_server.py`).
"""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

import polars as pl

from legal_assets.catalog import tasks
from legal_assets.collections.conjunctive_tables import ConjunctiveTables, conjunctive_tables
from legal_assets.collections.judge import open_judge
from legal_assets.collections.prompt_files import prompt_of
from legal_assets.collections.wordings import pattern_of
from legal_assets.schemas.pages import PAGES
from legal_assets.settings_judge import STEPS, ConditionJudge
from legal_assets_tests.collections.messages_server import Body, MessagesServer, message, serving
from legal_assets_tests.rows import filled

PROVINCE, COAST, TOWN, ISLAND = "wb-1", "wb-2", "wb-3", "wb-4"
WORKS, GAUGES, BOARD, FERRY = (
    "lantern harbour works",
    "tide gauge network",
    "salt market board",
    "gull island ferry office",
)
TEXTS: dict[str, list[str]] = {
    PROVINCE: [
        "In stone the Lantern Harbour Works began, and the Lantern Harbour Works are not over.",
        "A Tide Gauge Network was planned here; the Tide Gauge Network is small, as all Tide Gauge Networks are.",
        "By then the Salt Market Board (SMB) met, and the Salt Market Board (SMB) wrote it down.",
        "In spring the SMB met again.",
    ],
    COAST: [
        "We compare the Lantern Harbour Works with other quays.",
        "They read the Tide Gauge Networks hourly, since no Tide Gauge Networks are older.",
    ],
    TOWN: [
        "Each year the Salt Market Board hears the town.",
        "Tickets of the Gull Island Ferry Office (GIFO) are sold early by the Gull Island Ferry Office (GIFO) alone.",
    ],
    ISLAND: ["Boats of the Gull Island Ferry Office are green.", "So is what the GIFO prints."],
}
FORMS = {
    BOARD: ["SMB", BOARD],
    FERRY: ["GIFO", FERRY],
    GAUGES: [GAUGES, "tide gauge networks"],
}
"""Concepts of several forms; the harbour works have one."""


def pages(texts: dict[str, list[str]] | None = None) -> pl.DataFrame:
    """Return the reports as usable pages without marks."""
    rows = [
        {"corpus": "crosspage", "doc_id": document, "page": page, "text": text, "usable": True}
        for document, each in (texts or TEXTS).items()
        for page, text in enumerate(each, start=1)
    ]
    return filled(PAGES, rows)


def documents(texts: dict[str, list[str]] | None = None) -> pl.DataFrame:
    """Return the reports as documents."""
    rows = [(document, "\n".join(each)) for document, each in (texts or TEXTS).items()]
    frame = pl.DataFrame(rows, schema={"doc_id": pl.String, "text": pl.String}, orient="row")
    return frame.with_columns(pl.lit(None, pl.Date).alias("date"))


@dataclass
class Model:
    """Answers; by default as the mining has it. Each function sees what is asked, and how often it was refused."""

    concept: Callable[[dict[str, Any], bool], Any] = lambda asked, again: {"verdict": "KEEP", "groups": []}
    item: Callable[[list[dict[str, Any]], dict[int, str], bool], Any] = field(
        default_factory=lambda: lambda asked, shown, again: agreeing(asked, shown)
    )
    paraphrase: Callable[[list[dict[str, Any]], bool], Any] = field(
        default_factory=lambda: lambda asked, again: worded(asked)
    )

    def __call__(self, body: Body) -> Body:
        """Answer a request; an answer that is a message stays as it is, a text is sent as it is."""
        said = self._said(step_of(body), body["messages"][0]["content"])
        if isinstance(said, dict) and said.get("type") == "message":
            return said
        return message(said if isinstance(said, str) else json.dumps(said))

    def _said(self, step: str, asked: str) -> Any:
        again = "cannot be used" in asked
        if step == "concept":
            return self.concept(json.loads(between(asked, "concept")), again)
        conditions = json.loads(between(asked, "conditions"))
        return self.item(conditions, shown_in(asked), again) if step == "item" else self.paraphrase(conditions, again)


def step_of(body: Body) -> str:
    """Return which prompt a request has."""
    return next(name for name in ("concept", "item", "paraphrase") if body["system"] == prompt_of(name).system)


def between(asked: str, bracket: str) -> str:
    """Return what stands in a bracket of a user message."""
    (inside,) = re.findall(rf"<{bracket}>\n(.*?)\n</{bracket}>", asked, re.DOTALL)
    return str(inside)


def shown_in(asked: str) -> dict[int, str]:
    """Return the pages that a user message shows."""
    return {int(page): text for page, text in re.findall(r'<page number="(\d+)">\n(.*?)\n</page>', asked, re.DOTALL)}


def agreeing(asked: list[dict[str, Any]], shown: dict[int, str]) -> dict[str, Any]:
    """Say of each condition what the pages shown say: met where one has a form, which is quoted with a neighbour."""
    said = []
    for condition in asked:
        forms = pattern_of(condition["forms"]).pattern
        quoted = re.compile(rf"\w+\W+{forms}|{forms}\W+\w+")
        found = next((match.group() for text in shown.values() if (match := quoted.search(text))), "")
        said.append({"condition": condition["condition"], "meets": bool(found), "quotation": found})
    return {"conditions": said}


def worded(asked: list[dict[str, Any]]) -> dict[str, Any]:
    """Word a query of conditions."""
    phrases = [condition["phrase"] for condition in asked]
    return {"query": f"Which report speaks of {' as well as of '.join(phrases)}?", "conditions": phrases}


@contextmanager
def answering(model: Model) -> Iterator[MessagesServer]:
    """Serve a model, with a key in the environment."""
    with serving(model) as server, mock.patch.dict("os.environ", ANTHROPIC_API_KEY="secret"):
        yield server


def judging(server: MessagesServer, **values: Any) -> ConditionJudge:
    """Return settings that name a server."""
    given = {"enabled": True, "base_url": server.base_url, "per_minute": 1e6, "steps": STEPS, **values}
    return ConditionJudge(**given)


def tables_with(
    settings: ConditionJudge, answers: Path, texts: dict[str, list[str]] | None = None
) -> ConjunctiveTables:
    """Return the tables of the reports, checked by the model of the settings."""
    with open_judge(settings, answers) as judge:
        return conjunctive_tables("crosspage", pages(texts), documents(texts), tasks("crosspage"), judge)
