"""Scrapy spiders for the court's site and for the commentaries' site.

Belongs here: which addresses are asked in which order, and whether an answer is a document. They run in a process of
their own (`swiss_child.py`), since Scrapy's reactor can be started only once. Does not belong here: tables.
"""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any
from urllib.parse import quote, urlencode, urljoin, urlsplit

import scrapy
from scrapy.downloadermiddlewares.retry import RetryMiddleware
from scrapy.http import Request, Response
from twisted.python.failure import Failure

from legal_assets.fetch.swiss_request import Status, SwissOutcome, SwissRequest

FOLDER = "/ext/eurospider/live/de/php/clir/http"
INTERFACE = "/api/commentaries"
DOCID = re.compile(r"highlight_docid=(?:atf%3A%2F%2F|atf://)(\d{1,3}-[IVab]+-\d{1,4})", re.IGNORECASE)
RULING = re.compile(rb'\bclass="paraa?tf')
CHALLENGE = re.compile(rb"_Incapsula_Resource|awsWaf|challenge-container|pow\.php|captcha", re.IGNORECASE)
PASSAGE = re.compile(rb"paragraph-nr|<template\s+(?:v-slot:|#)content")
BUSY = (429, 503)

Keep = Callable[[SwissOutcome, bytes], None]
Answers = Iterator[Request]


class WaitsAsAsked(RetryMiddleware):
    """Retries as Scrapy does, but a busy host is left alone for as long as it asks, or twice as long each time."""

    async def process_response(  # type: ignore[override]  # Scrapy takes coroutines here
        self, request: Request, response: Response
    ) -> Request | Response:
        """Wait, then ask again or give up."""
        if response.status in BUSY and not request.meta.get("dont_retry", False):
            await asyncio.sleep(self._seconds(request, response))
        answer: Request | Response = super().process_response(request, response)
        return answer

    def _seconds(self, request: Request, response: Response) -> float:
        asked = (response.headers.get("Retry-After") or b"").decode("latin-1")
        longest = self.crawler.settings.getfloat("LONGEST_WAIT")
        seconds = float(asked) if asked.isdecimal() else 2.0 ** request.meta.get("retry_times", 0)
        return min(seconds, longest)


class _Spider(scrapy.Spider):
    """What both have in common: one outcome a document, whatever happens."""

    def __init__(self, request: SwissRequest, keep: Keep, **options: Any) -> None:
        super().__init__(**options)
        self.request = request
        self.keep = keep

    def ask(
        self, url: str, name: str, callback: Callable[..., Any], *, is_list: bool = False, **facts: Any
    ) -> Request | None:
        """Return the request of an address, conditional where it is known; None where it was already done."""
        if url in self.request.done:
            return None
        tag = None if is_list else self.request.known.get(url)
        return Request(
            url,
            callback=callback,
            errback=self.failed,
            headers={"If-None-Match": tag} if tag else None,
            meta={"handle_httpstatus_all": True},
            cb_kwargs={"name": name, **facts},
            dont_filter=True,
        )

    def failed(self, failure: Failure) -> None:
        """Note a request that got no answer."""
        request = failure.request  # type: ignore[attr-defined]  # Scrapy sets it
        name = request.cb_kwargs["name"]
        code = "forbidden_by_robots" if "IgnoreRequest" in type(failure.value).__name__ else "no_answer"
        self.refuse(request.url, name, code, failure.getErrorMessage() or type(failure.value).__name__)

    def refuse(self, url: str, name: str, code: str, detail: str) -> None:
        """Note a failure."""
        self.keep(
            SwissOutcome(url, name, "failed", is_list=name.startswith("list/"), code=code, detail=detail[:300]), b""
        )

    def take(self, response: Response, name: str, body: bytes, status: Status = "fetched") -> None:
        """Note a document."""
        tag, modified = response.headers.get("ETag"), response.headers.get("Last-Modified")
        outcome = SwissOutcome(
            response.url,
            name,
            status,
            etag=tag.decode("latin-1") if tag else None,
            last_modified=modified.decode("latin-1") if modified else None,
        )
        self.keep(outcome, body)

    def fault(self, response: Response, wanted: re.Pattern[bytes]) -> tuple[str, str] | None:
        """Code and detail of what is wrong with an answer; None for a document."""
        if response.status != 200:
            return f"http_{response.status}", f"The site answered {response.status}."
        if not response.body.strip():
            return "empty_body", "The answer holds nothing."
        if wanted.search(response.body):
            return None
        if CHALLENGE.search(response.body):
            return "challenge_page", "A bot-challenge page came instead of the document."
        return "wrong_type", f"The answer ({(response.headers.get('Content-Type') or b'').decode('latin-1')}) is none."


class CourtSpider(_Spider):
    """Rulings by the indexes of volumes and divisions."""

    name = "court"

    async def start(self) -> AsyncIterator[Any]:
        """Ask for every index."""
        first, last = self.request.volumes
        for volume in range(first, last + 1):
            for division in self.request.divisions:
                query = urlencode({"year": volume, "volume": division, "lang": "de", "zoom": "", "system": "clir"})
                url = f"{self.request.court_url}{FOLDER}/index_atf.php?{query}"
                asked = self.ask(url, f"list/{volume}-{division}", self.read_index, is_list=True)
                if asked is not None:
                    yield asked

    def read_index(self, response: Response, name: str) -> Answers:
        """Ask for every ruling that an index names."""
        if response.status != 200 or CHALLENGE.search(response.body):
            code = "challenge_page" if response.status == 200 else f"http_{response.status}"
            self.refuse(response.url, name, code, "The index of the volume was not to be had.")
            return
        found = dict.fromkeys(match[1] for match in DOCID.finditer(response.body.decode("latin-1")))
        self.keep(SwissOutcome(response.url, name, "fetched", is_list=True, detail=f"{len(found)} rulings"), b"")
        for key in found:
            docid = quote(f"atf://{key}:de", safe="")
            url = f"{self.request.court_url}{FOLDER}/index.php?highlight_docid={docid}&lang=de&zoom=&type=show_document"
            asked = self.ask(url, key, self.read_ruling)
            if asked is not None:
                yield asked

    def read_ruling(self, response: Response, name: str) -> None:
        """Keep a ruling, or say why it is none."""
        if response.status == 304:
            self.take(response, name, b"", "unchanged")
        elif fault := self.fault(response, RULING):
            self.refuse(response.url, name, *fault)
        else:
            self.take(response, name, response.body)


class CommentarySpider(_Spider):
    """Commentaries by the interface in JSON; the page of the site where the interface does not give one."""

    name = "commentary"

    async def start(self) -> AsyncIterator[Any]:
        """Ask for the first page of every language."""
        for language in self.request.languages:
            asked = self._page(language, 1)
            if asked is not None:
                yield asked

    def read_list(self, response: Response, name: str, language: str, page: int) -> Answers:
        """Ask for every commentary of a page, and for the next page."""
        try:
            answer = json.loads(response.body)
            entries = [(str(entry["link"]), str(entry["html_link"])) for entry in answer["data"]]
            last = int(answer["meta"]["last_page"])
        except (ValueError, KeyError, TypeError) as error:
            code = "wrong_shape" if response.status == 200 else f"http_{response.status}"
            self.refuse(response.url, name, code, f"The list cannot be read: {error!r}")
            return
        self.keep(SwissOutcome(response.url, name, "fetched", is_list=True, detail=f"{len(entries)} commentaries"), b"")
        for link, page_link in entries:
            asked = self.ask(self._here(link), link.rpartition("/")[2], self.read_answer, page_link=page_link)
            if asked is not None:
                yield asked
        following = self._page(language, page + 1) if page < last else None
        if following is not None:
            yield following

    def read_answer(self, response: Response, name: str, page_link: str) -> Answers:
        """Keep a commentary; where the interface has none, ask for its page."""
        if response.status == 304:
            self.take(response, name, b"", "unchanged")
            return
        try:
            is_whole = response.status == 200 and "content" in json.loads(response.body)["data"]
        except (ValueError, KeyError, TypeError):
            is_whole = False
        if is_whole:
            self.take(response, name, response.body)
            return
        asked = self.ask(self._here(page_link), name, self.read_page)
        if asked is not None:
            yield asked

    def read_page(self, response: Response, name: str) -> None:
        """Keep the page of a commentary, or say why it is none."""
        if response.status == 304:
            self.take(response, name, b"", "unchanged")
        elif fault := self.fault(response, PASSAGE):
            self.refuse(response.url, name, *fault)
        else:
            self.take(response, name, response.body)

    def _page(self, language: str, page: int) -> Request | None:
        url = f"{self.request.commentary_url}{INTERFACE}?{urlencode({'language': language, 'page': page})}"
        name = f"list/{language}-{page}"
        return self.ask(url, name, self.read_list, is_list=True, language=language, page=page)

    def _here(self, link: str) -> str:
        """A link on the host that is asked."""
        parts = urlsplit(link)
        return urljoin(self.request.commentary_url, parts.path + (f"?{parts.query}" if parts.query else ""))
