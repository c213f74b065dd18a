"""Types told from content, encodings, and what is refused with a reason."""

import codecs

import pytest

from legal_assets.passages.cjeu import parse_judgment
from legal_assets.text.decoding import UnreadableDocument, decode_document, media_type_of
from legal_assets_tests.passages.marked_up import XHTML_HEAD, judgment, numbered
from legal_assets_tests.passages.real_files import CJEU, needs_real_files

GOOD = judgment(numbered(1, "Bees fly."), numbered(2, "They rest."))
DEEP = b"<html><body><p class='coj-count'>1</p>" + b"<div>" * 1000 + b"x" + b"</div>" * 1000 + b"</body></html>"
ENTITIES = (
    b'<?xml version="1.0"?><!DOCTYPE html [<!ENTITY secret SYSTEM "file:///etc/hostname">]>'
    b"<html><body><p class='count'>1</p><p>&secret;</p></body></html>"
)
CHALLENGE = b"<html><head><script src='https://x.token.awswaf.com/challenge.js'></script></head><body></body></html>"


@pytest.mark.parametrize(
    ("data", "media_type"),
    [
        (b"%PDF-1.7 rest", "application/pdf"),
        (b"\n%PDF-1.4", "application/pdf"),
        (b"PK\x03\x04zip", "application/zip"),
        (b"\x89PNG\x0d\x00\x00", "application/octet-stream"),
        (b'<?xml version="1.0"?><JUDGMENT><BIB.JUDGMENT/></JUDGMENT>', "application/xml;type=fmx4"),
        (b'<?xml version="1.0"?>\n<body>\n<p class="count">1</p></body>', "application/xhtml+xml"),
        (XHTML_HEAD.encode(), "application/xhtml+xml"),
        (b"<!DOCTYPE HTML><HTML><BODY>", "text/html"),
        (codecs.BOM_UTF8 + b"<html>", "text/html"),
        ("<html>".encode("utf-16"), "text/html"),
        (b"<p>1 By application lodged", "text/html"),
        (b'<?xml version="1.0"?><NOTICE type="tree"/>', "application/xml"),
        (b'{"celex": "62018CJ0311"}', "application/json"),
        (b"62019CJ9001\n\n1 See [30](http://example.org/a#point30).", "text/markdown"),
        (b"1 By application lodged at the Registry", "text/plain"),
        (b"", "text/plain"),
    ],
)
def test_type_is_told_from_content(data: bytes, media_type: str) -> None:
    assert media_type_of(data) == media_type


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty-file"),
        (b" \n\t ", "empty-file"),
        (b"%PDF-1.7 named .html", "pdf"),
        (b"\x00\x01\x02", "no-judgment"),
        (b'{"a": 1}', "no-judgment"),
        (b"Nothing of the kind.", "no-judgment"),
        (b"<html><body><p>Nothing of the kind.</p></body></html>", "no-judgment"),
        (CHALLENGE, "challenge-page"),
        (ENTITIES, "entities"),
        (ENTITIES.decode().encode("utf-16"), "entities"),
        (DEEP, "too-deep"),
        (DEEP.replace(b"</div>", b""), "too-deep"),
        (GOOD.replace(b"Bees", b"Bees \xff\xfe"), "undecodable"),
        (GOOD[:-30] + b"\xe2\x80", "undecodable"),
    ],
)
def test_what_holds_no_decision_is_refused_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(UnreadableDocument) as refused:
        parse_judgment(data)
    assert refused.value.reason == reason
    assert refused.value.detail


def test_the_limit_of_size_is_a_parameter() -> None:
    parse_judgment(GOOD, limit=len(GOOD))
    with pytest.raises(UnreadableDocument) as refused:
        parse_judgment(GOOD, limit=len(GOOD) - 1)
    assert refused.value.reason == "too-large"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_names_the_encoding(encoding: str) -> None:
    document = parse_judgment(GOOD.decode().encode(encoding))
    assert [paragraph.text for paragraph in document.paragraphs] == ["Bees fly.", "They rest."]


def test_a_declared_charset_is_used() -> None:
    data = "<html><head><meta charset='iso-8859-1'></head><body><p>caf\u00e9 \u2019</p></body></html>".encode("cp1252")
    assert "caf\u00e9 \u2019" in decode_document(data).text


def test_bytes_outside_a_declared_charset_are_counted() -> None:
    data = b"<html><head><meta charset='windows-1252'></head><body>a \x81 \x8d</body></html>"
    decoded = decode_document(data)
    assert decoded.text.count("\ufffd") == 2
    assert decoded.problems == ("2 bytes have no character in cp1252, which the file declares",)


@needs_real_files
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("http_traps/aws-waf-challenge.html", "challenge-page"),
        ("http_traps/cellar-300-multiple-choice.32016R0679.fmx4.html", "multiple-choice"),
        ("derived_text/gdpr_md/C-560-21.md", "portal-shell"),
        ("notices/celex_tree_62012FJ0157.xml", "no-judgment"),
        ("soap/error_response_invalid_query.slipke.xml", "no-judgment"),
        ("sparql/cjeu-decisions-2024-01-18.sparql-results.json", "no-judgment"),
        ("search_results/eurlex_search_20200507.part1.csv", "no-judgment"),
    ],
)
def test_real_answers_that_hold_no_decision(name: str, reason: str) -> None:
    with pytest.raises(UnreadableDocument) as refused:
        parse_judgment((CJEU / name).read_bytes())
    assert refused.value.reason == reason
