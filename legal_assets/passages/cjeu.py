"""The way in: from the bytes of a file to the decision of the Court of Justice it holds.

Chooses the reader by content, and joins what the reader, the header and the numbers say into a `Judgment`. Mark-up
belongs in the readers, identifying a file without reading it in `identify`.
"""

from collections.abc import Iterator

from legal_assets.passages.assembly import Assembled, assemble
from legal_assets.passages.blocks import Draft
from legal_assets.passages.current import is_current, read_current
from legal_assets.passages.formex import read_formex
from legal_assets.passages.header import case_numbers_of, date_of, kind_of, names_of, title_of
from legal_assets.passages.judgment import Judgment
from legal_assets.passages.legacy import is_legacy, read_legacy
from legal_assets.passages.markdown import read_markdown
from legal_assets.passages.markup import parse_tree
from legal_assets.passages.word_export import is_word_export, read_word_export
from legal_assets.text.celex import COURTS, TYPE_LETTERS, Celex, parse_case_number, parse_celex
from legal_assets.text.decoding import DEFAULT_LIMIT, FORMEX, Decoded, UnreadableDocument, decode_document
from legal_assets.text.language import identify_language

FEWEST_NUMBERS = 5
"""Paragraphs that make prose a decision, where no line names its case."""

SURE = 0.99
"""Probability from which the language identified goes before the one that the file states."""

PORTAL_MARKS = ("Skip to main content", "MainContent", "legal-content/")


def parse_judgment(data: bytes, celex: str | None = None, limit: int = DEFAULT_LIMIT) -> Judgment:
    """Read one file of the Court of Justice, the General Court or the Civil Service Tribunal.

    `celex` is what the file is known as; without it the number that the file states is taken. Raises
    UnreadableDocument, with a reason, for a file over `limit` bytes and for one that holds no decision.
    """
    decoded = decode_document(data, limit)
    draft = _read(decoded)
    known = parse_celex(celex) if celex else None
    return _judgment(draft, known, decoded.problems)


def _read(decoded: Decoded) -> Draft:
    """Read by the first layout whose marks the file has."""
    text = decoded.text
    if decoded.media_type == FORMEX:
        return read_formex(parse_tree(text))
    if decoded.media_type in ("text/markdown", "text/plain"):
        return _checked(read_markdown(text), text)
    if decoded.media_type not in ("text/html", "application/xhtml+xml"):
        raise UnreadableDocument("no-judgment", f"no decision comes as {decoded.media_type}")
    root = parse_tree(text)
    portal = root.find(".//*[@id='document1']")
    if is_current(text):
        return read_current(root if portal is None else portal)
    if is_word_export(text):
        return read_word_export(root if portal is None else portal)
    return _checked(read_legacy(root), text)


def _checked(draft: Draft, text: str) -> Draft:
    """Refuse prose without a sign that it is a decision: the line with its case numbers, or a run of numbers."""
    numbered = sum(block.number is not None and bool(block.marker) for block in draft.blocks)
    has_parts = any(block.role == "operative" for block in draft.blocks) or is_legacy(text)
    if numbered >= FEWEST_NUMBERS or (has_parts and draft.celex) or case_numbers_of(draft.blocks):
        return draft
    if any(mark in text for mark in PORTAL_MARKS):
        raise UnreadableDocument("portal-shell", "a page of the portal without the decision's text; fetch its XHTML")
    raise UnreadableDocument("no-judgment", "neither case numbers nor numbered paragraphs were found")


def _judgment(draft: Draft, known: Celex | None, problems: tuple[str, ...]) -> Judgment:
    case_numbers = draft.case_numbers or case_numbers_of(draft.blocks)
    stated = parse_celex(draft.celex) if draft.celex else None
    celex = known or stated or _celex_of_case(case_numbers[:1], kind_of(None, draft))
    if celex is not None and (not case_numbers or celex.kind == "court-opinion"):
        case_numbers = (celex.case_number,)
    names = tuple(dict.fromkeys((*draft.names, *names_of(draft.blocks))))
    assembled = assemble(draft.blocks)
    language, problem = _language_of(draft.language, assembled)
    return Judgment(
        celex=str(celex) if celex else None,
        ecli=draft.ecli,
        kind=kind_of(celex, draft),
        court=celex.court_name if celex else COURTS.get((draft.ecli or "")[3:4]),
        date=draft.date or date_of(draft.blocks, draft.language),
        title=title_of(draft, case_numbers),
        names=names,
        case_numbers=case_numbers,
        language=language,
        text=assembled.text,
        paragraphs=assembled.paragraphs,
        problems=(*problems, *draft.problems, *problem, *_doubts(known, stated, assembled), *assembled.problems),
    )


def _celex_of_case(case_numbers: tuple[str, ...], kind: str) -> Celex | None:
    """The CELEX number that the leading case number and the kind make."""
    letter = TYPE_LETTERS.get(kind)
    return parse_case_number(case_numbers[0]).celex(letter) if case_numbers and letter else None


def _language_of(stated: str | None, assembled: Assembled) -> tuple[str, list[str]]:
    """The language that the first paragraphs are in, since headers are full of names, and where the file errs."""
    words = " ".join(paragraph.text for paragraph in assembled.paragraphs[:10]) or assembled.text
    found = identify_language(words)
    if stated in (None, found.language) or found.confidence < SURE:
        return stated or found.language, []
    return found.language, [f"the file states the language {stated}, its text is in {found.language}"]


def _doubts(known: Celex | None, stated: Celex | None, assembled: Assembled) -> Iterator[str]:
    if known and stated and known != stated:
        yield f"the file is known as {known} but states {stated}"
    if not assembled.paragraphs:
        yield "no numbered paragraph was found"
