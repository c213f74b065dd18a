"""HTML of the Court's decisions before 2004, as EUR-Lex keeps it.

Here belongs mark-up around `TexteOnly`: not well-formed, numbers in the text, nothing linked.
"""

from collections.abc import Iterator
from html import escape

from legal_assets.sample_site.judgment import Heading, Judgment, Paragraph
from legal_assets.sample_site.sections import SECTIONS, Sections
from legal_assets.sample_site.typesetting import unbind
from legal_assets.sample_site.wording import WORDINGS

MEDIA_TYPE = "text/html"
_HEAD = """\
<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN"><html lang="{language}">
<head>
<meta name="DC.language" content="{language}">
<meta name="DC.title" content="EUR-Lex - {number} - {language}">
<meta name="DC.description" content="{title}">
<meta name="DC.type" http-equiv="Content-Type" content="text/html; charset=UTF-8">
<meta name="DC.publisher" content="OPOCE">
<title>EUR-Lex - {number} - {language}</title>
</head>
<body>
<div id="banner">
<a name="top"></a>
<div class="bgtool">
<em class="none">|</em>
</div>
</div>
<a name="top"></a>
<h1>{number}</h1>
<p>
<strong>{title}</strong>
<br>
</p>
<br>
<div id="TexteOnly">
<p><p>{contents}
</p>"""
_TAIL = """\
</p>
</div>
</body>
</html>
"""


def render_legacy(judgment: Judgment, title: str) -> bytes:
    """Print the judgment in sections, UTF-8; `title` is the one of the register."""
    sections = SECTIONS[judgment.language]
    celex = judgment.decision.celex
    head = _HEAD.format(
        language=judgment.language.upper(),
        number=f"{celex[:5]}{celex[6:]}",
        title=escape(unbind(title).replace("#", "  -  ")),
        contents="<br/>\n".join(f'<a href="#{anchor}">{name}</a>' for anchor, name in sections.contents()),
    )
    lines = (head, *_write_sections(judgment, sections), _TAIL)
    return "\n".join(lines).encode()


def _write_sections(judgment: Judgment, sections: Sections) -> Iterator[str]:
    wording = WORDINGS[judgment.language]
    parties = (judgment.case_line, *judgment.parties)
    yield from _mark_section("I1", sections.parties, map(_mark_p, parties))
    yield from _mark_section("I2", sections.subject, [_mark_p(judgment.request_line)])
    yield from _mark_section("MO", sections.grounds, map(_mark_body, judgment.body[:-2]))
    yield from _mark_section("CO", sections.costs, map(_mark_body, judgment.body[-1:]))
    court = wording.court.format(formation=judgment.formation)
    rulings = (f"{number}. {ruling}" for number, ruling in enumerate(judgment.operative, start=1))
    yield from _mark_section("DI", sections.operative, map(_mark_p, (court, *rulings)))


def _mark_section(anchor: str, name: str, lines: Iterator[str] | list[str]) -> Iterator[str]:
    yield f'<a name="{anchor}"/><h2>{name}</h2><br/><em>\n'
    yield "".join(lines)
    yield "\n</em><p/>"


def _mark_body(part: Heading | Paragraph) -> str:
    if isinstance(part, Heading):
        return _mark_p(part.text)
    first, *others = (block.text for block in part.blocks)
    return "".join(map(_mark_p, (f"{part.number} {first}", *others)))


def _mark_p(text: str) -> str:
    return f"<p>{escape(unbind(text))}  </p>"
