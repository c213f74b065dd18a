"""A site on this machine that lists and serves the sample reports as two sources do.

Two thirds are listed as the World Bank's Documents & Reports API lists its own, with the faults of such listings; the
others lie as articles in a bucket. Belongs here: answers. Does not belong here: sockets (`../server.py`).
"""

import json
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from typing import Any
from xml.sax.saxutils import escape

from legal_assets.sample_site.exchange import Request, Response, pack
from legal_assets.sample_site.reports.printing import print_report
from legal_assets.sample_site.reports.writing import REPORTS, Report, write_report
from legal_assets.sample_site.server import SampleSite

API, BUCKET = "/api/v3/wds", "/bucket"
FIRST_RECORD, FIRST_ARTICLE = 30_000_001, 9_900_001
ARTICLE_EVERY, WITHOUT_PDF_EVERY, PLAN_EVERY, REPEATED_EVERY = 3, 20, 25, 28
REPORT_TYPE, PLAN_TYPE = "Report", "Procurement Plan"
_MOST_ROWS = 500


def is_article(number: int) -> bool:
    """Whether the report of this number lies in the bucket instead of the catalogue."""
    return number % ARTICLE_EVERY == ARTICLE_EVERY - 1


class ReportSite(SampleSite):
    """Serves `60 * scale` reports on a free port of the loopback interface."""

    def __init__(self, scale: int = 1) -> None:
        """Prepare the site without opening it."""
        super().__init__()
        self.count = REPORTS * scale
        self.refuses: dict[str, list[int]] = {}
        """Statuses with which the next questions for a path are refused."""

    def articles(self) -> list[str]:
        """The ids of the articles in the bucket, without their versions."""
        return [f"PMC{FIRST_ARTICLE + number}" for number in range(self.count) if is_article(number)]

    def answer(self, request: Request) -> Response:
        """The answer to a request."""
        path = request.path
        if self.refuses.get(path):
            return Response(self.refuses[path].pop(0), b"Slow down.\n", {"Content-Type": "text/plain"})
        if path == API:
            return pack(self._listing(request), request)
        if path.startswith("/curated/"):
            return self._file(path, request)
        if path.rstrip("/") == BUCKET:
            return self._keys(request.parameters.get("prefix", ""))
        if path.startswith(f"{BUCKET}/"):
            return self._object(path.removeprefix(f"{BUCKET}/"), request)
        return super().answer(request)

    def _listing(self, request: Request) -> Response:
        wanted = request.parameters
        entries = [
            entry
            for number in range(self.count)
            if not is_article(number)
            for entry in _entries(number, self.base_url)
            if wanted.get("docty_exact", entry["docty"]) == entry["docty"]
            and wanted.get("strdate", "0000") <= entry["docdt"][:10] <= wanted.get("enddate", "9999")
        ]
        entries.sort(key=lambda entry: (entry["docdt"], entry["id"]))
        first, rows = int(wanted.get("os", 0)), min(int(wanted.get("rows", 10)), _MOST_ROWS)
        page = {f"D{entry['id']}": entry for entry in entries[first : first + rows]}
        answer = {"rows": rows, "os": first, "page": 1, "total": len(entries), "documents": {**page, "facets": {}}}
        return Response(200, json.dumps(answer, ensure_ascii=False).encode(), {"Content-Type": "application/json"})

    def _file(self, path: str, request: Request) -> Response:
        number = int(path.split("/")[3]) - FIRST_RECORD
        return _pdf(number, request) if 0 <= number < self.count else _NOT_FOUND

    def _keys(self, prefix: str) -> Response:
        keys = [
            f"{name}/{name}.{suffix}"
            for number in range(self.count)
            if is_article(number)
            for name in (f"PMC{FIRST_ARTICLE + number}.{version}" for version in (1, 2))
            for suffix in ("json", "pdf", "xml")
        ]
        items = "".join(
            f"<Contents><Key>{escape(key)}</Key><Size>1</Size></Contents>" for key in keys if key.startswith(prefix)
        )
        body = (
            '<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">'
            f"<Prefix>{escape(prefix)}</Prefix><IsTruncated>false</IsTruncated>{items}</ListBucketResult>"
        )
        return Response(200, body.encode(), {"Content-Type": "application/xml"})

    def _object(self, key: str, request: Request) -> Response:
        name = key.rpartition("/")[2]
        article, _, rest = name.partition(".")
        version, _, suffix = rest.partition(".")
        number = int(article.removeprefix("PMC") or 0) - FIRST_ARTICLE
        if not 0 <= number < self.count or not is_article(number):
            return _NOT_FOUND
        report = write_report(number)
        if suffix == "pdf":
            return _pdf(number, request)
        if suffix == "json":
            facts = {
                "pmcid": article,
                "version": int(version),
                "title": report.title,
                "license_code": "CC BY",
                "publication_date": _day(report),
            }
            return Response(200, json.dumps(facts).encode(), {"Content-Type": "application/json"})
        return _NOT_FOUND


_NOT_FOUND = Response(404, b"Not found.\n", {"Content-Type": "text/plain"})


def _entries(number: int, base_url: str) -> Iterator[dict[str, Any]]:
    """What the catalogue has of a report; names are texts or objects, as they changed over the years."""
    report = write_report(number)
    record = FIRST_RECORD + number
    entry: dict[str, Any] = {
        "id": str(record),
        "docdt": f"{_day(report)}T00:00:00Z",
        "docty": REPORT_TYPE,
        "lang": "English",
        "count": report.place,
        "display_title": report.title if number % 2 else {"cdata!": report.title.replace(": ", ":\n            ")},
        "repnme": {"repnme": report.title},
        "pdfurl": f"{base_url}/curated/en/{record}/pdf/report-{record}.pdf",
        "txturl": f"{base_url}/curated/en/{record}/text/report-{record}.txt",
    }
    if number % WITHOUT_PDF_EVERY == WITHOUT_PDF_EVERY - 1:
        del entry["pdfurl"]
    yield entry
    if number % REPEATED_EVERY == REPEATED_EVERY - 1:
        yield {**entry, "id": str(record + 6_000_000)}
    if number % PLAN_EVERY == 0:
        yield {**entry, "id": str(record + 5_000_000), "docty": PLAN_TYPE, "display_title": "Procurement Plan"}


def _day(report: Report) -> str:
    return f"{report.year}-{report.month:02d}-{report.day:02d}"


def _pdf(number: int, request: Request) -> Response:
    data, tag = _printed(number)
    if request.headers.get("if-none-match") == tag:
        return Response(304, b"", {"ETag": tag})
    return Response(200, data, {"Content-Type": "application/pdf", "ETag": tag})


@lru_cache(maxsize=16)
def _printed(number: int) -> tuple[bytes, str]:
    data = print_report(write_report(number))
    return data, f'"{sha256(data).hexdigest()[:32]}"'
