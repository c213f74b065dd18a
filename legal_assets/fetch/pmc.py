"""Articles of PMC from its open bucket: which versions there are, the highest one's licence, and where its PDF lies.

The bucket is listed by prefix over plain HTTP; a version is a folder such as `PMC5334499.2`. Belongs here: the
protocol. Does not belong here: the files (`reports.py`).
"""

import datetime
import json
import re
from urllib.parse import quote, urlencode

from lxml import etree

from legal_assets.fetch.exchange import Exchange, NoAnswerError
from legal_assets.fetch.report_record import Record, UnreadableAnswerError

SOURCE = "pmc"
_KEY = re.compile(r"(?:^|/)(PMC\d+)\.(\d+)/(.+)$")
_ID = re.compile(r"^PMC\d+$")
_LICENCES = ("license_code", "license", "licence")
_DATES = ("publication_date", "pub_date", "date")


def ask_article(exchange: Exchange, base_url: str, article: str) -> tuple[Record, list[bytes]]:
    """Return what the bucket has of an article, and the answers it was read from.

    Args:
        exchange: asks the host.
        base_url: address of the bucket.
        article: its id without a version, `PMC5334499`.

    Raises:
        NoAnswerError: no usable answer came.
        ValueError: the id is none.
    """
    if not _ID.match(article):
        raise ValueError(f"{article} is no id of PMC; write it as PMC5334499, without a version.")
    keys, answers = _ask_keys(exchange, base_url, f"{article}.")
    versions: dict[int, list[str]] = {}
    for key in keys:
        match = _KEY.search(key)
        if match and match[1] == article:
            versions.setdefault(int(match[2]), []).append(key)
    doc_id = f"pmc-{article.removeprefix('PMC')}"
    if not versions:
        return Record(doc_id, SOURCE, article), answers
    newest = max(versions)
    pdf = next((key for key in sorted(versions[newest]) if key.lower().endswith(".pdf")), None)
    facts = next((key for key in sorted(versions[newest]) if key.endswith(".json")), None)
    known: dict[str, object] = {}
    if facts is not None:
        answer = exchange.ask(f"{base_url}/{quote(facts)}", {"Accept": "application/json"})
        if answer.status != 200:
            raise NoAnswerError(f"http_{answer.status}", f"{answer.url} answered {answer.status}.")
        answers.append(answer.body)
        known = read_facts(answer.body)
    return (
        Record(
            doc_id,
            SOURCE,
            f"{article}.{newest}",
            _text(known, ("title",)),
            _date(_text(known, _DATES)),
            "article",
            licence=_text(known, _LICENCES),
            url=f"{base_url}/{quote(pdf)}" if pdf else None,
        ),
        answers,
    )


def _ask_keys(exchange: Exchange, base_url: str, prefix: str) -> tuple[list[str], list[bytes]]:
    keys: list[str] = []
    answers: list[bytes] = []
    token: str | None = None
    while True:
        wanted = {"list-type": "2", "prefix": prefix, **({"continuation-token": token} if token else {})}
        answer = exchange.ask(f"{base_url}/?{urlencode(wanted)}", {"Accept": "application/xml"})
        if answer.status != 200:
            raise NoAnswerError(f"http_{answer.status}", f"{answer.url} answered {answer.status}.")
        answers.append(answer.body)
        found, token = read_keys(answer.body)
        keys += found
        if token is None:
            return keys, answers


def read_keys(body: bytes) -> tuple[list[str], str | None]:
    """Return the keys of a listing, and the token of its next part; None for the last.

    Raises:
        UnreadableAnswerError: it is no listing.
    """
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    try:
        root = etree.fromstring(body, parser)
    except etree.XMLSyntaxError as error:
        raise UnreadableAnswerError(f"no listing of a bucket: {error}") from error
    if etree.QName(root).localname != "ListBucketResult":
        raise UnreadableAnswerError(f"no listing of a bucket, but {etree.QName(root).localname}.")
    keys = [str(key.text) for key in root.iterfind(".//{*}Contents/{*}Key") if key.text]
    is_cut = (root.findtext("{*}IsTruncated") or "").strip() == "true"
    return keys, root.findtext("{*}NextContinuationToken") if is_cut else None


def read_facts(body: bytes) -> dict[str, object]:
    """Return the facts of an article.

    Raises:
        UnreadableAnswerError: they are no object in JSON.
    """
    try:
        facts = json.loads(body)
    except ValueError as error:
        raise UnreadableAnswerError(f"no facts of an article: {error}") from error
    if not isinstance(facts, dict):
        raise UnreadableAnswerError("no facts of an article, but a list or a value.")
    return facts


def _text(facts: dict[str, object], names: tuple[str, ...]) -> str | None:
    return next((" ".join(str(facts[name]).split()) for name in names if facts.get(name)), None)


def _date(text: str | None) -> datetime.date | None:
    try:
        return datetime.date.fromisoformat((text or "")[:10])
    except ValueError:
        return None
