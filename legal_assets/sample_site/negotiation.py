"""Which answer a request for a document gets: redirect, choice of items, stream, or refusal.

Here belong the repository's manners over HTTP. What is kept about a document is in `streams.py`.
"""

import re
from collections.abc import Iterator
from datetime import UTC
from email.utils import parsedate_to_datetime
from html import escape

from legal_assets.sample_site.documents import RegisterEntry
from legal_assets.sample_site.exchange import Request, Response
from legal_assets.sample_site.streams import LANGUAGES, Repository, Version

_CELEX = re.compile(r"\d[0-9A-Z]{4}[A-Z]{1,2}\d{4}(\(\d\d\))?(_\w+)?")
_LANGUAGE = re.compile(r"[a-z]{3}")
_ITEM = re.compile(r"/resource/cellar/([0-9a-f-]{36})\.(\d{4})\.(\d\d)/DOC_(\d+)")
_PLAIN = {"Content-Type": "text/plain;charset=UTF-8"}


def answer_document(repository: Repository, request: Request, base_url: str) -> Response:
    """Answer `/resource/celex/…`.

    400 for a CELEX number or a language that is none, 404 for a document or language which is not there, 406
    for a type, 303 to the only item, 300 with the list of several.
    """
    celex = request.path.removeprefix("/resource/celex/")
    languages = _list_languages(request)
    if not _CELEX.fullmatch(celex) or not languages:
        return _refuse(400, "Invalid CELEX number, or Accept-Language not of three letters.")
    entry = repository.entry(celex)
    if entry is None or LANGUAGES[entry.language] not in languages:
        return _refuse(404, "No such resource in the languages that were asked for.")
    accepted = set(_split(request.headers.get("accept", "*/*")))
    if not accepted & {entry.media_type, "*/*"}:
        return _refuse(406, f"Not available as {', '.join(sorted(accepted))}.")
    addresses = [base_url + path for path in repository.item_paths(entry)]
    if len(addresses) == 1:
        return Response(303, headers={"Location": addresses[0], "Vary": "Accept, Accept-Language"})
    page = _list_items(repository.manifestation(entry), entry, addresses)
    return Response(300, page.encode(), {"Content-Type": "text/html;charset=UTF-8"})


def answer_item(repository: Repository, request: Request) -> Response:
    """Answer `/resource/cellar/…/DOC_n`: the bytes, or 304 where the client has them."""
    match = _ITEM.fullmatch(request.path)
    celex = repository.celex_of(match[1]) if match else None
    entry = repository.entry(celex) if celex else None
    if match is None or entry is None or request.path not in repository.item_paths(entry):
        return _refuse(404, "No such item.")
    is_description = int(match[4]) < repository.item_count(entry.celex)
    version = repository.version(entry.celex, is_description=is_description)
    headers = {"ETag": version.entity_tag, "Last-Modified": version.last_modified_text}
    if _is_unchanged(version, request):
        return Response(304, headers=headers)
    stream = repository.read(entry.celex, is_description=is_description)
    headers |= {
        "Content-Type": f"{stream.media_type};charset=UTF-8",
        "Content-Language": stream.language,
        "Vary": "Accept-Encoding",
    }
    if "gzip" in _split(request.headers.get("accept-encoding", "")):
        return Response(200, stream.packed, headers | {"Content-Encoding": "gzip"})
    return Response(200, stream.content, headers)


def _is_unchanged(version: Version, request: Request) -> bool:
    """RFC 9110, 13.2.2: the entity tag decides, and the day only where no tag was sent."""
    if (tags := request.headers.get("if-none-match")) is not None:
        return any(tag.removeprefix("W/") in (version.entity_tag, "*") for tag in _split(tags))
    try:
        since = parsedate_to_datetime(request.headers.get("if-modified-since", ""))
    except ValueError:
        return False
    return version.last_modified <= (since if since.tzinfo else since.replace(tzinfo=UTC))


def _list_languages(request: Request) -> list[str]:
    languages = list(_split(request.headers.get("accept-language", "")))
    return languages if all(map(_LANGUAGE.fullmatch, languages)) else []


def _split(header: str) -> Iterator[str]:
    """Yield the values of a header, weights left out and spaces closed up."""
    for value in header.split(","):
        pieces = [piece.strip() for piece in value.split(";")]
        if text := ";".join(piece for piece in pieces if piece and not piece.startswith("q=")):
            yield text


def _list_items(manifestation: str, entry: RegisterEntry, addresses: list[str]) -> str:
    items = "".join(
        f'<li title="item"><a href="{escape(address)}"><span class="url">({escape(address)})</span></a><ul>'
        f'<li title="stream_name">{entry.celex}{"" if number == len(addresses) else ".doc"}.xml</li>'
        f'<li title="stream_order" id="streamOrder">{number}</li></ul></li>'
        for number, address in enumerate(addresses, start=1)
    )
    return (
        "<html><head><title>300 Multiple-Choice Response</title></head><body> List of URI's:"
        f'<ul><li title="manifestation">cellar:{manifestation}<ul>{items}</ul></li></ul></body></html>'
    )


def _refuse(status: int, reason: str) -> Response:
    return Response(status, f"{reason}\n".encode(), _PLAIN)
