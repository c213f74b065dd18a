"""The child process of a Swiss refresh: `python -m legal_assets.fetch.swiss_child FOLDER`.

Belongs here: Scrapy's settings, and writing answers below the folder as they come. The request is the file
`request.json` there; outcomes are appended to `outcomes.jsonl`, its last line says that all was asked.
"""

import hashlib
import json
import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, TextIO

from legal_assets.fetch.swiss_request import END, OUTCOMES, SwissOutcome, SwissRequest

REQUEST = "request.json"


def main(folder: Path) -> None:
    """Ask for everything that the request names."""
    from scrapy.crawler import AsyncCrawlerProcess

    from legal_assets.fetch.swiss_spiders import CommentarySpider, CourtSpider

    request = SwissRequest.read(json.loads((folder / REQUEST).read_text(encoding="utf-8")))
    with (folder / OUTCOMES).open("a", encoding="utf-8") as log:
        notes = Notes(folder, log)
        process = AsyncCrawlerProcess(settings(request), install_root_handler=False)
        if request.divisions:
            process.crawl(CourtSpider, request=request, keep=notes.keep)
        if request.languages:
            process.crawl(CommentarySpider, request=request, keep=notes.keep)
        process.start()
        notes.write({"kind": END})


class Notes:
    """Writes bytes first, then the line that names them."""

    def __init__(self, folder: Path, log: TextIO) -> None:
        self._folder = folder
        self._log = log

    def keep(self, outcome: SwissOutcome, body: bytes) -> None:
        """Keep an outcome with its bytes."""
        if body:
            name = hashlib.sha256(body).hexdigest()
            (self._folder / name).write_bytes(body)
            outcome = replace(outcome, file=name)
        self.write({"kind": "outcome", **asdict(outcome)})

    def write(self, line: dict[str, Any]) -> None:
        """Write one line, whole."""
        self._log.write(json.dumps(line) + "\n")
        self._log.flush()


def settings(request: SwissRequest) -> dict[str, Any]:
    """Return Scrapy's settings: polite, quiet, no cache, no console."""
    return {
        "USER_AGENT": request.user_agent,
        "ROBOTSTXT_OBEY": request.obey_robots,
        "DOWNLOAD_DELAY": 60 / request.per_minute,
        "RANDOMIZE_DOWNLOAD_DELAY": False,
        "CONCURRENT_REQUESTS_PER_DOMAIN": request.at_once,
        "DOWNLOAD_TIMEOUT": request.timeout,
        "DOWNLOAD_MAXSIZE": 64 * 1024**2,
        "RETRY_TIMES": request.retries,
        "RETRY_HTTP_CODES": [429, 500, 502, 503, 504],
        "LONGEST_WAIT": request.longest_wait,
        "DOWNLOADER_MIDDLEWARES": {
            "scrapy.downloadermiddlewares.retry.RetryMiddleware": None,
            "legal_assets.fetch.swiss_spiders.WaitsAsAsked": 550,
        },
        "COOKIES_ENABLED": True,
        "TELNETCONSOLE_ENABLED": False,
        "LOG_LEVEL": "WARNING",
        "TWISTED_REACTOR": "twisted.internet.asyncioreactor.AsyncioSelectorReactor",
    }


if __name__ == "__main__":
    main(Path(sys.argv[1]))
