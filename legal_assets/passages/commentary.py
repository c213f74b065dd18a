"""The way in: from the bytes of a file to the commentary it holds.

Joins what the file, its name and its passages say. Forms of files belong in `commentary_sources`, passages in
`commentary_passages`.
"""

import datetime
import re

from legal_assets.passages.commentary_document import Commentary, CommentedProvision, UnreadableCommentary
from legal_assets.passages.commentary_footnotes import take_footnotes_out
from legal_assets.passages.commentary_passages import LANGUAGES, read_passages
from legal_assets.passages.commentary_sources import Source, read_source
from legal_assets.passages.commentary_title import parse_title, provision_of_slug, slug_of
from legal_assets.passages.markup import parse_tree, read_lines
from legal_assets.text.decoding import DEFAULT_LIMIT
from legal_assets.text.language import identify_language

SLOT_IN_NAME = re.compile(r"(?:slot-|[/_.-])(de|fr|it|en)(?=[/_.-])")
DATE_IN_NAME = re.compile(r"\d{4}-\d{2}-\d{2}")


def parse_commentary(data: bytes, name: str | None = None, limit: int = DEFAULT_LIMIT) -> Commentary:
    """Read one state of a commentary: Markdown with a front matter, an answer of the JSON interface, or a page.

    `name` is a file name or path that may say which article, language slot and date it is, where the file does not.
    Raises UnreadableCommentary, with a reason, for a file that is damaged or has no margin number.
    """
    if len(data) > limit:
        raise UnreadableCommentary("too-large", f"the file has {len(data)} bytes, the limit is {limit}")
    if not data.strip():
        raise UnreadableCommentary("empty-file", "the file has no content; fetch it again")
    try:
        source = read_source(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise UnreadableCommentary(
            "undecodable", f"byte {error.start} is no valid UTF-8; the file is damaged, fetch it again"
        ) from error
    if not source.content.strip():
        raise UnreadableCommentary("no-passages", "the commentary is empty; it may not be published yet")
    text, passages = read_passages(take_footnotes_out(source.content))
    if not passages:
        raise UnreadableCommentary("no-passages", "no paragraph has a margin number")
    provision, problems = _provision(source, name, text)
    language = identify_language(" ".join(passage.body for passage in passages), LANGUAGES).language
    slot = source.slot or _slot(name) or language
    slug = source.slug or _slug(name) or slug_of(provision) or source.source_id
    numbers = [int(re.sub(r"\D", "", passage.label)) for passage in passages]
    missing = sorted(set(range(1, numbers[-1] + 1)) - set(numbers))
    if missing:
        problems.append(f"margin number {', '.join(map(str, missing))} is missing")
    return Commentary(
        doc_id=f"ok-{slug}-{slot}",
        source_id=source.source_id,
        title=" ".join(source.title.split()),
        provision=provision,
        slot=slot,
        language=language,
        date=source.date or _date(name),
        authors=source.authors,
        url=source.url,
        text=text,
        passages=passages,
        problems=tuple(problems),
    )


def _provision(source: Source, name: str | None, text: str) -> tuple[CommentedProvision, list[str]]:
    """What is commented on: the title says it, else the first line of the statutory text, else the name of the file."""
    if source.title:
        return parse_title(source.title), []
    if source.legal_text:
        lines = read_lines(parse_tree(f"<div>{source.legal_text}</div>"))
        provision = parse_title(lines[0].text) if lines else CommentedProvision("other")
        if provision.kind == "article":
            return provision, ["the commentary has no title; the statutory text says what it is about"]
    provision_in_name = provision_of_slug(source.slug or _slug(name), text)
    if provision_in_name:
        return provision_in_name, ["the commentary has no title; its name says what it is about"]
    return CommentedProvision("other"), ["nothing says which provision the commentary is about"]


def _slug(name: str | None) -> str:
    stem = re.split(r"[/\\]", name)[-1] if name else ""
    return re.split(r"__|\.", stem)[0].lower()


def _slot(name: str | None) -> str:
    found = SLOT_IN_NAME.search(name) if name else None
    return found[1] if found else ""


def _date(name: str | None) -> datetime.date | None:
    found = DATE_IN_NAME.search(name) if name else None
    try:
        return datetime.date.fromisoformat(found[0]) if found else None
    except ValueError:
        return None
