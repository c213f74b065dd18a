"""Which document a file holds, told without reading it whole: by its name, by what it states, by its first lines.

Only identifiers. Reading the document belongs in `cjeu`, the written forms of identifiers in `text.celex`.
"""

import html
import re

from legal_assets.text.celex import CELEX, TYPE_LETTERS, Celex, find_case_numbers, find_celex, find_ecli, parse_celex
from legal_assets.text.decision_kinds import kind_in

HEAD = 65_536
"""Bytes in which a document says what it is; portal pages have long heads."""

STATED = (
    re.compile(r"<NO\.CELEX>\s*([^<]+?)\s*</NO\.CELEX>"),
    re.compile(r"[ct]-ECR_(6\d{4}[A-Z]{2}\d{4}(?:\(\d\d\))?)_[A-Z]{2}_"),
    re.compile(r"<title>[^<]*?(6\d{4}[A-Z]{1,2}\d{4}[^\s<]*)", re.IGNORECASE),
    re.compile(r"DC\.title[\"'][^>]*?(6\d{4}[A-Z]{1,2}\d{4}(?:\(\d\d\))?)", re.IGNORECASE),
    re.compile(r"\A\s*(?:#+\s*)?(6\d{4}[A-Z]{1,2}\d{4}(?:\(\d\d\))?)\s*$", re.MULTILINE),
    re.compile(r"CELEX(?:%3A|:)\s*(6\d{4}[A-Z]{1,2}\d{4}(?:\(\d\d\))?)", re.IGNORECASE),
)
ECLI_IN_FORMEX = re.compile(r"<BIB\.\w+>(?:(?!</BIB\.).){0,4000}?<NO\.ECLI\s+ECLI=\"([^\"]+)\"", re.DOTALL)
ECLI_ON_PORTAL = re.compile(r"ECLI identifier:\s*(ECLI:EU:[CTF]:\d{4}:\d+)")
NAMED_ECLI = re.compile(r"ECLI[_:-]EU[_:-]([CTF])[_:-](\d{4})[_:-](\d{1,5})(?!\d)", re.IGNORECASE)
CASE_LINE = re.compile(
    r"^\s*(?:in )?(?:the )?(?:joined )?cases?\s(?P<cases>[^\n]{3,400})", re.IGNORECASE | re.MULTILINE
)


def identify_celex(data: bytes, name: str) -> str | None:
    """Tell the CELEX number of the decision in a file; None where neither name nor content says.

    The number at the start of the file's name counts first, then one that the mark-up states, then the case number
    of the line "In Case C-614/13 P," together with the heading ("ORDER OF …").
    """
    named = CELEX.match(name.upper())
    text = data[:HEAD].decode("utf-8", errors="replace").lstrip("\ufeff")
    stated = _stated(text)
    if named:
        celex = find_celex(named[0])
        if celex is not None:
            same_case = stated is not None and (stated.year, stated.number) == (celex.year, celex.number)
            return str(stated) if celex.suffix and same_case else str(celex)
    celex = stated or _from_case_line(text)
    return str(celex) if celex else None


def identify_ecli(data: bytes, name: str) -> str | None:
    """Tell the decision's own ECLI (`EU:C:2017:63`) from the file's name or what the file states; None if neither."""
    named = NAMED_ECLI.search(name)
    if named:
        return f"EU:{named[1].upper()}:{named[2]}:{int(named[3])}"
    on_portal = data.find(b"ECLI identifier")  # such pages state it far from their beginning
    place = data[on_portal : on_portal + 200] if on_portal >= 0 else b""
    stated = ECLI_IN_FORMEX.search(data[:HEAD].decode("utf-8", "replace")) or ECLI_ON_PORTAL.search(
        place.decode("utf-8", "replace")
    )
    return find_ecli(stated[1]) if stated else None


def _stated(text: str) -> Celex | None:
    for pattern in STATED:
        for found in pattern.finditer(text):
            try:
                return parse_celex(found[1])
            except ValueError:
                celex = find_celex(found[1])
                if celex is not None:
                    return celex
    return None


def _from_case_line(text: str) -> Celex | None:
    words = html.unescape(re.sub(r"<[^>]*>", "\n", text))
    line = CASE_LINE.search(words)
    numbers = find_case_numbers(line["cases"]) if line else []
    if not numbers:
        return None
    kind = kind_in(words[: line.start()] if line else "") or "judgment"
    return numbers[0].celex(TYPE_LETTERS[kind])
