"""The World Bank's Documents & Reports API: asking for a window of dates and reading what it lists.

Fields changed their shape over the years: a text may be a text, an object with `cdata!`, or numbered objects. Belongs
here: the protocol. Does not belong here: the files (`reports.py`).
"""

import datetime
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit, urlunsplit

from legal_assets.fetch.exchange import Answer, Exchange, NoAnswerError, is_loopback
from legal_assets.fetch.report_record import Record, UnreadableAnswerError

SOURCE = "worldbank"
PATH = "/api/v3/wds"
FIELDS = "id,docdt,docty,lang,count,display_title,repnme,pdfurl,txturl,volnb,disclosure_date"
PAGE_ROWS = 100
_TRIES = 3
_TITLES = ("display_title", "repnme", "docna")


@dataclass(frozen=True, slots=True)
class Window:
    """What is wanted: documents of some types, dated from one day to another."""

    first: datetime.date
    last: datetime.date
    types: tuple[str, ...]
    languages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ListedPage:
    """One answer: its bytes, where it begins, how many records are listed in all, and those of the page."""

    body: bytes
    first_row: int
    total: int
    entries: tuple[Mapping[str, object], ...]


def ask_listing(
    exchange: Exchange, base_url: str, window: Window, document_type: str, keep: Callable[[ListedPage], None]
) -> tuple[list[Record], list[str]]:
    """Return the records of a type in the window, and what is wrong with entries that cannot be told apart.

    The listing is asked for in order of dates, the oldest first, so that what arrives meanwhile comes last. Where the
    total changed on the way it is read again from its beginning; records are told by their ids, so that none counts
    twice, and after a few tries everything seen is taken.

    Args:
        exchange: asks the host.
        base_url: address of the host.
        window: what is wanted.
        document_type: type of the documents.
        keep: handed every answer.

    Raises:
        NoAnswerError: no usable answer came.
    """
    seen: dict[str, Record] = {}
    unreadable: dict[str, None] = {}
    for _ in range(_TRIES):
        totals: set[int] = set()
        at = 0
        while True:
            page = _ask_page(exchange, base_url, window, document_type, at)
            keep(page)
            totals.add(page.total)
            for entry in page.entries:
                try:
                    record = read_entry(entry)
                except UnreadableAnswerError as error:
                    unreadable[f"{error} {entry.get('display_title') or entry.get('docna') or ''}".strip()] = None
                else:
                    seen[record.record] = record
            at += len(page.entries)
            if not page.entries or at >= page.total:
                break
        if len(totals) == 1:
            break
    return [record for record in seen.values() if _wanted(record, window)], list(unreadable)


def _wanted(record: Record, window: Window) -> bool:
    return not window.languages or bool(set(window.languages) & set(record.languages))


def _ask_page(exchange: Exchange, base_url: str, window: Window, document_type: str, first: int) -> ListedPage:
    wanted = {
        "format": "json",
        "fl": FIELDS,
        "docty_exact": document_type,
        "strdate": window.first.isoformat(),
        "enddate": window.last.isoformat(),
        "srt": "docdt",
        "order": "asc",
        "rows": PAGE_ROWS,
        "os": first,
    }
    answer = exchange.ask(f"{base_url}{PATH}?{urlencode(wanted)}", {"Accept": "application/json"}, judge=_problem)
    if answer.status != 200:
        raise NoAnswerError(f"http_{answer.status}", f"{answer.url} answered {answer.status}.")
    return read_page(answer.body, first)


def _problem(answer: Answer) -> NoAnswerError | None:
    if answer.status == 403:
        return NoAnswerError("http_403", f"{answer.url} answered 403, as the site does when it is asked too often.")
    if answer.status != 200:
        return None
    try:
        read_page(answer.body, 0)
    except UnreadableAnswerError as error:
        return NoAnswerError("unusable_answer", f"{answer.url}: {error}")
    return None


def read_page(body: bytes, first_row: int) -> ListedPage:
    """Read one answer; the entry `facets` is no document, and `total` may be a text.

    Raises:
        UnreadableAnswerError: it is no such answer.
    """
    try:
        answer = json.loads(body)
        total, documents = int(answer["total"]), answer["documents"]
        pairs = documents.items() if isinstance(documents, dict) else ()
    except (ValueError, KeyError, TypeError) as error:
        raise UnreadableAnswerError(f"no listing: {type(error).__name__}: {error}") from error
    entries = [
        {**entry, "id": entry.get("id") or key} for key, entry in pairs if key != "facets" and isinstance(entry, dict)
    ]
    return ListedPage(body, first_row, total, tuple(entries))


def read_entry(entry: Mapping[str, object]) -> Record:
    """Return one document of an answer.

    Raises:
        UnreadableAnswerError: it has no id.
    """
    number = str(entry.get("id") or "").strip().removeprefix("D")
    if not number.isdigit():
        raise UnreadableAnswerError(f"a document has the id {entry.get('id')!r}.")
    titles = (" ".join(_texts(entry.get(name))) for name in _TITLES)
    return Record(
        f"wb-{number}",
        SOURCE,
        number,
        next((title for title in titles if title), None),
        _date(entry.get("docdt")),
        next(_texts(entry.get("docty")), None),
        _listed(entry.get("lang")),
        _listed(entry.get("count")),
        next(_texts(entry.get("volnb")), None),
        None,
        _address(next(_texts(entry.get("pdfurl")), None)),
    )


def _texts(value: object) -> Iterator[str]:
    """The texts in a value, whatever its shape, white space as single blanks."""
    if isinstance(value, Mapping):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each)
    elif value is not None and (text := " ".join(str(value).split())):
        yield text


def _listed(value: object) -> tuple[str, ...]:
    """Values of a list that is joined by commas; the same one once."""
    parts = (part.strip() for text in _texts(value) for part in text.split(","))
    return tuple(dict.fromkeys(part for part in parts if part))


def _date(value: object) -> datetime.date | None:
    text = next(_texts(value), "")[:10]
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        return None


def _address(url: str | None) -> str | None:
    """The address over https; on this machine as it is."""
    if url is None:
        return None
    parts = urlsplit(url)
    if parts.scheme == "http" and not is_loopback(url):
        return urlunsplit(parts._replace(scheme="https"))
    return url if parts.scheme in ("http", "https") else None
