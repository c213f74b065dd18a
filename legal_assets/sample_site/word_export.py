"""HTML exported from Word, in which the newest decisions appear as `Provisional text`.

Here belongs mark-up with upper-case tags, `C01PointnumeroteAltN` and named points; nothing is linked.
"""

from collections.abc import Iterator
from html import escape

from legal_assets.sample_site.judgment import Heading, Judgment, Paragraph
from legal_assets.sample_site.wording import DASH, NO_BREAK_SPACE, WORDINGS

MEDIA_TYPE = "text/html"
_HEAD = """\
<HTML>
<HEAD>
<META http-equiv="Content-Type" content="text/html; charset=UTF-8">
<!--Filename : -->
<!-- Feuille de style -->
<LINK HREF="https://curia.europa.eu/common/css/Style_ARR_C_EN.css" REL="stylesheet" TYPE="text/css">
<!-- Titre du document -->
<TITLE></TITLE>
</HEAD>
<BODY>
<P>Provisional text</P>"""
_TAIL = """\
</BODY>
</HTML>
"""
_GAP = 8 * NO_BREAK_SPACE


def render_word_export(judgment: Judgment) -> bytes:
    """Print the judgment as the Court's Word templates export it; the CELEX number occurs nowhere."""
    return "\n".join((_HEAD, *_write(judgment), _TAIL)).encode()


def _write(judgment: Judgment) -> Iterator[str]:
    wording = WORDINGS[judgment.language]
    day = wording.print_date(judgment.decision.decided)
    yield _mark("C19Centre", wording.title.format(formation=judgment.formation))
    yield f'<P class="C19Centre">{day} (<A HREF="#Footnote*" NAME="Footref*">*</A>)</P>'
    yield _mark("C71Indicateur", f"({NO_BREAK_SPACE}{judgment.keywords}{NO_BREAK_SPACE})")
    yield _mark("C02AlineaAltA", judgment.case_line)
    yield _mark("C02AlineaAltA", judgment.request_line)
    yield _mark("C02AlineaAltA", judgment.parties[0], is_bold=True)
    yield _mark("C02AlineaAltA", wording.versus)
    yield _mark("C02AlineaAltA", f"{judgment.parties[1]},", is_bold=True)
    yield _mark("C19Centre", wording.court.format(formation=judgment.formation))
    yield _mark("C02AlineaAltA", wording.composed.format(judges=judgment.judges))
    yield _mark("C02AlineaAltA", wording.advocate_general.format(name=judgment.advocate_general))
    yield _mark("C02AlineaAltA", wording.observations)
    for observer in judgment.observations:
        yield _mark("C03Tiretlong", f"{DASH}{_GAP}{observer},")
    yield _mark("C02AlineaAltA", wording.gives)
    yield _mark("C75Debutdesmotifs", wording.judgment, is_bold=True)
    for part in judgment.body:
        yield from _mark_heading(part) if isinstance(part, Heading) else _mark_paragraph(part)
    yield _mark("C41DispositifIntroduction", wording.rules.format(formation=judgment.formation))
    for number, ruling in enumerate(judgment.operative, start=1):
        label = f"{number}.{_GAP}" if len(judgment.operative) > 1 else ""
        yield _mark("C42Dispositifalinea", f"{label}{ruling}", is_bold=True)
    yield _mark("C77Signatures", wording.signatures)
    note = wording.language_note.format(language=judgment.language_of_case)
    yield f'<P class="C49FootnoteLangue">\n<A HREF="#Footref*" NAME="Footnote*">*</A>{_GAP}{note}</P>'


def _mark_heading(heading: Heading) -> Iterator[str]:
    name = {1: "C04Titre1", 2: "C05Titre2"}.get(heading.level, "C06Titre3")
    yield _mark(name, f"{NO_BREAK_SPACE}{heading.text}", is_bold=True)


def _mark_paragraph(paragraph: Paragraph) -> Iterator[str]:
    number = paragraph.number
    first, *others = (block.text for block in paragraph.blocks)
    yield (
        f'<P class="C01PointnumeroteAltN">\n<A NAME="point{number}">{number}</A>{_GAP}{escape(first, quote=False)}</P>'
    )
    for other in others:
        yield _mark("C02AlineaAltA", other)


def _mark(name: str, text: str, *, is_bold: bool = False) -> str:
    words = escape(text, quote=False)
    return f'<P class="{name}">{f"<B>{words}</B>" if is_bold else words}</P>'
