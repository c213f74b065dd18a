"""Asking a SPARQL endpoint in pages, and telling rows from errors that come under a success status.

Belongs here: what any Virtuoso endpoint does. Does not belong here: what is asked of Cellar (`cellar_register.py`).
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from legal_assets.fetch.exchange import Answer, Exchange, NoAnswerError

RESULTS = "application/sparql-results+json"
MOST_ROWS = 10_000
"""Rows that the endpoint gives in one answer at most."""

_TOO_HEAVY = re.compile(
    r"S1T00|S1TAT|SP031|timed out|time-?out|estimated execution time|SR353|exceeds? the limit", re.IGNORECASE
)
_WRONG_QUERY = re.compile(r"SP030|37000|SPARQL compiler|syntax error|22023", re.IGNORECASE)
_EXCERPT = 300

Row = Mapping[str, str]


class QueryTooHeavyError(Exception):
    """The endpoint would not or could not finish the query; a smaller one may do."""


class QueryRefusedError(ValueError):
    """The endpoint says that the query itself is wrong; asking again changes nothing."""


@dataclass(frozen=True, slots=True)
class Page:
    """One answer: its bytes, its rows, and whether more follow."""

    body: bytes
    rows: tuple[Row, ...]
    is_last: bool


def ask_pages(exchange: Exchange, endpoint: str, query: str, page_rows: int, first_row: int = 0) -> Iterator[Page]:
    """Ask a query page by page until one is not full.

    Args:
        exchange: asks the endpoint's host.
        endpoint: address of the endpoint.
        query: text with `$limit` and `$offset` still in it.
        page_rows: rows of a page, at most `MOST_ROWS`.
        first_row: row to begin at, where pages were kept from an earlier try.

    Raises:
        QueryTooHeavyError: the query takes the endpoint too long.
        QueryRefusedError: the query is wrong.
        NoAnswerError: no usable answer came within the allowed tries.
    """
    offset = first_row
    while True:
        text = query.replace("$limit", str(page_rows)).replace("$offset", str(offset))
        page = _ask_page(exchange, f"{endpoint}?{urlencode({'query': text, 'format': RESULTS})}", page_rows)
        yield page
        if page.is_last:
            return
        offset += len(page.rows)


def _ask_page(exchange: Exchange, url: str, page_rows: int) -> Page:
    try:
        answer = exchange.ask(
            url,
            {"Accept": RESULTS},
            judge=_problem,
            read_seconds=exchange.politeness.query_seconds,
            retry_time_outs=False,
        )
    except NoAnswerError as error:
        if error.code == "timed_out":
            raise QueryTooHeavyError(str(error)) from error
        raise
    if answer.status != 200:
        raise NoAnswerError(f"http_{answer.status}", f"The endpoint answered {answer.status}: {_excerpt(answer)}")
    rows = read_rows(answer.body)
    most = int(answer.headers.get("X-SPARQL-MaxRows") or page_rows)
    return Page(answer.body, rows, not rows or len(rows) < min(page_rows, most))


def read_rows(body: bytes) -> tuple[Row, ...]:
    """Return the rows of a SPARQL JSON result: variable to value, unbound variables absent.

    Raises:
        ValueError: it is no such result.
    """
    try:
        bindings = json.loads(body)["results"]["bindings"]
        return tuple({name: str(cell["value"]) for name, cell in row.items()} for row in bindings)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"No SPARQL JSON result: {type(error).__name__}: {error}") from error


def _problem(answer: Answer) -> NoAnswerError | None:
    """Say why an answer should be asked for again; raise where asking again is of no use."""
    if answer.status == 200 and "X-SQL-State" not in answer.headers:
        try:
            read_rows(answer.body)
        except ValueError as error:
            problem = f"{answer.status} with {_excerpt(answer)!r} ({error})"
        else:
            return None
    else:
        problem = f"{answer.status} with {_excerpt(answer)!r} {answer.headers.get('X-SQL-State', '')}"
    said = f"{answer.headers.get('X-SQL-State', '')} {answer.headers.get('X-SQL-Message', '')} {_excerpt(answer)}"
    if answer.status == 504 or _TOO_HEAVY.search(said):
        raise QueryTooHeavyError(problem)
    if _WRONG_QUERY.search(said) or answer.status == 400:
        raise QueryRefusedError(f"The endpoint refuses the query: {problem}")
    return NoAnswerError("unusable_answer", problem) if answer.status == 200 else None


def _excerpt(answer: Answer) -> str:
    return " ".join(answer.body[:_EXCERPT].decode("utf-8", errors="replace").split())
