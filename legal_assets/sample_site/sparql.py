"""The queries which the site's endpoint understands, and its answers.

Here belongs reading a query by its marks: dates, patterns, languages, limit and offset. It is no SPARQL engine;
a query of another shape is refused as wrong. The rows come from `register.py`.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from legal_assets.sample_site.exchange import Response
from legal_assets.sample_site.register import Cell, Register, Row

MOST_ROWS = 10_000
"""Rows that the endpoint gives, and sorts, for one answer at most."""

RESULTS = "application/sparql-results+json"
_FROM = re.compile(r'>=\s*"(\d{4}-\d\d-\d\d)"\^\^xsd:date')
_BEFORE = re.compile(r'<\s*"(\d{4}-\d\d-\d\d)"\^\^xsd:date')
_PATTERN = re.compile(r'REGEX\s*\(\s*(?:STR\s*\(\s*)?\?(\w+)\s*\)?\s*,\s*"([^"]*)"', re.IGNORECASE)
_LANGUAGE = re.compile(r"\blang:([A-Z]{3})\b|authority/language/([A-Z]{3})>")
_PAGE = re.compile(r"\b(LIMIT|OFFSET)\s+(\d+)", re.IGNORECASE)
_SELECT = re.compile(r"\bSELECT\b(?:\s+DISTINCT\b)?\s+((?:\?\w+\s*)+)", re.IGNORECASE)
_AGGREGATE = re.compile(r"\b(MAX|MIN|GROUP_CONCAT)\s*\(", re.IGNORECASE)


class WrongQueryError(ValueError):
    """The query is none that the endpoint understands; the text is what Virtuoso would say."""


@dataclass(frozen=True)
class Query:
    """A query for one slice of dates."""

    variables: tuple[str, ...]
    wants_citations: bool
    first: date
    after: date
    patterns: tuple[tuple[str, str], ...]
    languages: frozenset[str]
    limit: int
    offset: int


def read_query(text: str) -> Query:
    """Read the marks of a query.

    Raises:
        WrongQueryError: it does not parse, lacks the dates, aggregates dates, or sorts too many rows.
    """
    text = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    selects = _SELECT.findall(text)
    first, after = _FROM.search(text), _BEFORE.search(text)
    if not selects or text.count("{") != text.count("}") or not (first and after):
        raise WrongQueryError("Virtuoso 37000 Error SP030: SPARQL compiler, line 1: syntax error")
    if _AGGREGATE.search(text):
        raise WrongQueryError("Virtuoso 22023 Error SR017: aggregate over a date in the query is not supported")
    page = {name.upper(): int(number) for name, number in _PAGE.findall(text)}
    limit, offset = page.get("LIMIT", MOST_ROWS), page.get("OFFSET", 0)
    if len(selects) == 1 and "ORDER BY" in text.upper() and limit + offset > MOST_ROWS:
        raise WrongQueryError(
            f"Virtuoso 22023 Error SR353: Sorted TOP clause specifies more then {limit + offset} rows to sort. "
            f"Only {MOST_ROWS} are allowed."
        )
    return Query(
        variables=tuple(re.findall(r"\?(\w+)", selects[0])),
        wants_citations="work_cites_work" in text,
        first=date.fromisoformat(first[1]),
        after=date.fromisoformat(after[1]),
        patterns=tuple(_PATTERN.findall(text)),
        languages=frozenset(code or other for code, other in _LANGUAGE.findall(text)),
        limit=min(limit, MOST_ROWS),
        offset=offset,
    )


def answer_query(register: Register, text: str) -> Response:
    """Answer a query with rows, or with status 400 and Virtuoso's words where it is wrong."""
    try:
        query = read_query(text)
    except WrongQueryError as error:
        return Response(400, f"{error}\n\nSPARQL query:\n{text}".encode(), {"Content-Type": "text/plain"})
    rows = sorted(_list_rows(register, query), key=lambda row: [row[name].value for name in sorted(row)])
    page = rows[query.offset : query.offset + query.limit]
    results = {"distinct": False, "ordered": True, "bindings": [_bind(row, query) for row in page]}
    body = json.dumps({"head": {"link": [], "vars": list(query.variables)}, "results": results})
    return Response(200, body.encode(), {"Content-Type": RESULTS, "X-SPARQL-MaxRows": str(MOST_ROWS)})


def _list_rows(register: Register, query: Query) -> Iterator[Row]:
    patterns = [(name, re.compile(pattern)) for name, pattern in query.patterns]
    first_names = ("citing", "celex", "number")
    wanted = [pattern for name, pattern in patterns if name in first_names]
    for entry in register.entries(query.first, query.after):
        if not all(pattern.search(entry.celex) for pattern in wanted):
            continue
        if not query.wants_citations:
            yield from register.list_streams(entry, query.languages)
            continue
        for row in register.list_citations(entry):
            if all(pattern.search(row[name].value) for name, pattern in patterns if name == "cited"):
                yield row


def _bind(row: Row, query: Query) -> dict[str, dict[str, str]]:
    return {name: _print_cell(row[name]) for name in query.variables if name in row}


def _print_cell(cell: Cell) -> dict[str, str]:
    printed = {"type": cell.kind, "value": cell.value}
    if cell.datatype:
        printed |= {"type": "typed-literal", "datatype": cell.datatype}
    if cell.language:
        printed["xml:lang"] = cell.language
    return printed
