"""The Court's XHTML of recent years, in its two dialects.

Here belongs mark-up made of numbered two-column tables: with `coj-` classes and links to
`publications.europa.eu`, or with unprefixed classes and links to `legal-content/redirect`.
"""

from collections.abc import Iterator
from html import escape
from typing import Literal
from urllib.parse import quote

from legal_assets.sample_site.judgment import Block, Heading, Judgment, Link, Paragraph
from legal_assets.sample_site.wording import DASH, WORDINGS

Dialect = Literal["coj-count", "count"]

MEDIA_TYPE = "application/xhtml+xml"
_LINK_TYPES = {"case": "application/xml;notice=branch", "ecli": "application/pdf", "point": MEDIA_TYPE}
_HEAD = """\
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "xhtml-strict.dtd">
<html xmlns="http://www.w3.org/1999/xhtml">
<head>
   <meta http-equiv="content-type" content="text/html; charset=utf-8"/>
   <link type="text/css" rel="stylesheet" href="cj-convex.css"/>
   <title>{celex}</title>
</head>
<body>"""
_TABLE = """\
<table width="100%" border="0" cellspacing="0" cellpadding="0">
   <col width="5%"/>
   <col width="95%"/>
   <tr>
      <td valign="top">{left}</td>
      <td valign="top">{right}</td>
   </tr>
</table>"""


def render_xhtml(judgment: Judgment, dialect: Dialect) -> bytes:
    """Print the judgment as the Court's converter does: UTF-8, with an XML declaration."""
    writer = _Writer(judgment, dialect)
    lines = (
        _HEAD.format(celex=judgment.decision.celex),
        *writer.write_opening(),
        *writer.write_body(),
        *writer.write_closing(),
        "</body>",
        "</html>\n",
    )
    return "\n".join(lines).encode()


class _Writer:
    def __init__(self, judgment: Judgment, dialect: Dialect) -> None:
        self.judgment = judgment
        self.prefix = dialect.removesuffix("count")
        self.wording = WORDINGS[judgment.language]

    def write_opening(self) -> Iterator[str]:
        judgment, wording = self.judgment, self.wording
        title = wording.title.format(formation=judgment.formation)
        yield self.mark_p("sum-title-1", f'<a id="judgment">\N{NO-BREAK SPACE}</a>{title}')
        yield self.mark_p(
            "sum-title-1", f"{wording.print_date(judgment.decision.decided)} ({self.mark_note('c', 't')})"
        )
        yield self.print_p("index", f"({judgment.keywords})")
        yield self.print_p("normal", judgment.case_line)
        yield self.print_p("normal", judgment.request_line)
        yield self.mark_p("normal", self.print_span("bold", judgment.parties[0]))
        yield self.print_p("pnormal", wording.versus)
        yield self.mark_p("normal", self.print_span("bold", f"{judgment.parties[1]},"))
        yield self.print_p("normal", wording.court.format(formation=judgment.formation))
        yield self.print_p("normal", wording.composed.format(judges=judgment.judges))
        yield self.print_p("normal", wording.advocate_general.format(name=judgment.advocate_general))
        yield self.print_p("normal", wording.procedure)
        yield self.print_p("normal", wording.observations)
        for observer in judgment.observations:
            yield mark_table(self.print_p("count", DASH), self.print_p("normal", f"{observer},"))
        yield self.print_p("normal", wording.gives)
        yield self.mark_p("sum-title-1", self.print_span("bold", wording.judgment))

    def write_body(self) -> Iterator[str]:
        for part in self.judgment.body:
            yield self.mark_heading(part) if isinstance(part, Heading) else self.mark_paragraph(part)

    def write_closing(self) -> Iterator[str]:
        judgment, wording = self.judgment, self.wording
        rules = wording.rules.format(formation=judgment.formation)
        yield mark_table("\N{NO-BREAK SPACE}", self.print_p("normal", rules))
        for number, ruling in enumerate(judgment.operative, start=1):
            words = self.mark_p("normal", self.print_span("bold", ruling))
            if len(judgment.operative) > 1:
                bold_number = self.print_span("bold", f"{number}.")
                words = mark_table(self.mark_p(f"count {self.prefix}bold", bold_number), words)
            yield mark_table("\N{NO-BREAK SPACE}", words)
        signatures = self.print_p("normal", wording.signatures)
        yield mark_table("\N{NO-BREAK SPACE}", f'<div class="{self.prefix}signaturecase">{signatures}</div>')
        yield f'<hr class="{self.prefix}note"/>'
        note = wording.language_note.format(language=judgment.language_of_case)
        yield self.mark_p("note", f"({self.mark_note('t', 'c')})\t{note}")

    def mark_heading(self, heading: Heading) -> str:
        if heading.level == 1:
            return self.mark_p("sum-title-1", self.print_span("bold", heading.text))
        words = self.print_span("italic", heading.text)
        if heading.level == 2:
            words = f'<span class="{self.prefix}bold">{words}</span>'
        return self.mark_p(f"title-grseq-{heading.level}", words)

    def mark_paragraph(self, paragraph: Paragraph) -> str:
        count = f'<p class="{self.prefix}count" id="point{paragraph.number}">{paragraph.number}</p>'
        return mark_table(count, "\n".join(self.mark_block(block) for block in paragraph.blocks))

    def mark_block(self, block: Block) -> str:
        words = "".join(print_text(part) if isinstance(part, str) else self.mark_link(part) for part in block.parts)
        text = self.mark_p("normal", words)
        return mark_table(self.print_p("count", block.label), text) if block.label else text

    def mark_link(self, link: Link) -> str:
        urn = quote(link.ecli, safe="")
        kind = f'type="{_LINK_TYPES[link.kind]}" hreflang="{self.judgment.language}"'
        if self.prefix:
            anchor = f"#point{link.point}" if link.kind == "point" else ""
            address = f"http://publications.europa.eu/resource/ecli/{urn}{anchor}"
            return f'<a href="{address}" onclick="target=\'CourtTab\';" {kind} class="coj-CourtLink">{link.text}</a>'
        language = self.judgment.language
        site = "./../../../../legal-content"
        redirect = f"{site}/redirect/?urn=ecli:{urn}&amp;lang={language.upper()}"
        address = {
            "case": f"{site}/{language.upper()}/AUTO/?uri=ecli:{urn}&amp;locale={language}",
            "ecli": f"{redirect}&amp;format=pdf&amp;target=CourtTab",
            "point": f"{redirect}&amp;format=html&amp;target=CourtTab&amp;anchor=#point{link.point}",
        }[link.kind]
        return f'<a href="{address}" target="CourtTab" {kind} class="CourtLink">{link.text}</a>'

    def mark_note(self, here: str, there: str) -> str:
        name = f"ECR_{self.judgment.decision.celex}_{self.judgment.language.upper()}_01-E0001"
        return f'<span class="{self.prefix}note"><a id="{here}-{name}" href="#{there}-{name}">*1</a></span>'

    def print_span(self, name: str, text: str) -> str:
        return f'<span class="{self.prefix}{name}">{print_text(text)}</span>'

    def print_p(self, name: str, text: str) -> str:
        return self.mark_p(name, print_text(text))

    def mark_p(self, name: str, markup: str) -> str:
        return f'<p class="{self.prefix}{name}">{markup}</p>'


def mark_table(left: str, right: str) -> str:
    """A table of one row, as the converter makes it for everything that is numbered or indented."""
    return _TABLE.format(left=left, right=right)


def print_text(text: str) -> str:
    """Plain text as mark-up."""
    return escape(text, quote=False)
