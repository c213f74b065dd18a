"""A given list of files, address and SHA-256 each, from which a published corpus is built again byte for byte.

Belongs here: reading the list. Does not belong here: fetching and comparing (`reports.py`).
"""

import csv
import re
from urllib.parse import urlsplit

from legal_assets.fetch.identify_reports import doc_id_of
from legal_assets.fetch.report_record import Record

SOURCE = "list"
_SHA256 = re.compile(r"^[0-9a-f]{64}$")


class GivenListError(ValueError):
    """A list cannot be used; the text names the line and the remedy."""


def read_given_list(text: str) -> list[Record]:
    """Read a CSV with the columns `url` and `sha256`, and `doc_id` if there is one.

    Without a `doc_id` the document is named by the last part of its address.

    Raises:
        GivenListError: a column is missing, a digest is none, or two lines name one document.
    """
    rows = csv.DictReader(text.lstrip("\ufeff").splitlines())
    missing = {"url", "sha256"} - set(rows.fieldnames or ())
    if missing:
        raise GivenListError(f"The list has no column {', '.join(sorted(missing))}; its first line must name them.")
    records: dict[str, Record] = {}
    for line, row in enumerate(rows, start=2):
        url, digest = (row["url"] or "").strip(), (row["sha256"] or "").strip().lower()
        if urlsplit(url).scheme not in ("http", "https") or not _SHA256.match(digest):
            raise GivenListError(f"Line {line} needs an http(s) address and a SHA-256 of 64 hexadecimal digits.")
        name = (row.get("doc_id") or "").strip() or urlsplit(url).path.rpartition("/")[2].rsplit(".", 1)[0]
        doc_id = doc_id_of(name)
        if doc_id in records:
            raise GivenListError(f"Line {line} names {doc_id} again; give the lines a column doc_id.")
        records[doc_id] = Record(doc_id, SOURCE, digest, url=url, wanted_sha256=digest)
    return list(records.values())
