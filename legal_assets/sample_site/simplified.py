"""`text/html;type=simplified`, in which Cellar serves decisions of about 2004 to 2011.

Here belongs mark-up of `listNotice`: well-formed, numbers in the text, no point ids, nothing linked.
"""

from collections.abc import Iterator
from html import escape

from legal_assets.sample_site.judgment import Heading, Judgment, Paragraph
from legal_assets.sample_site.sections import SECTIONS
from legal_assets.sample_site.wording import DASH, WORDINGS

MEDIA_TYPE = "text/html;type=simplified"
_HEAD = """\
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html
  PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">
<html xmlns="http://www.w3.org/1999/xhtml">
   <head>
      <meta content="html-simplified; charset=utf-8" http-equiv="content-type"/>
      <title>{celex}_{language}</title>
      <link rel="stylesheet" type="text/css" href="coj-a.css"/>
   </head>
   <body>
      <div class="listNotice">
         <div class="texte">
            <p>
{contents}
            </p>"""
_TAIL = """\
         </div>
      </div>
   </body>
</html>"""


def render_simplified(judgment: Judgment) -> bytes:
    """Print the judgment in three sections, UTF-8 with an XML declaration."""
    sections = SECTIONS[judgment.language]
    shown = [section for section in sections.contents() if section[0] in ("I1", "MO", "DI")]
    head = _HEAD.format(
        celex=judgment.decision.celex,
        language=judgment.language.upper(),
        contents="\n".join(
            f'               <a href="#{anchor}">{name}</a>\n               <br/>' for anchor, name in shown
        ),
    )
    writers = (_write_parties, _write_grounds, _write_operative)
    lines = [head]
    for (anchor, name), write in zip(shown, writers, strict=True):
        lines += [f'            <a name="{anchor}"/>', f'            <h2 class="rech">{name}</h2>']
        lines += [f"            <p>{escape(text, quote=False)}</p>" for text in write(judgment)]
    return "\n".join((*lines, _TAIL)).encode()


def _write_parties(judgment: Judgment) -> Iterator[str]:
    wording = WORDINGS[judgment.language]
    yield judgment.case_line
    yield judgment.request_line
    yield f"{judgment.parties[0]},"
    yield wording.versus
    yield f"{judgment.parties[1]},"
    yield wording.court.format(formation=judgment.formation)
    yield wording.composed.format(judges=judgment.judges)
    yield wording.advocate_general.format(name=judgment.advocate_general)
    yield wording.observations
    for observer in judgment.observations:
        yield f"{DASH} {observer},"
    yield wording.gives


def _write_grounds(judgment: Judgment) -> Iterator[str]:
    yield f"{WORDINGS[judgment.language].judgment} "
    for part in judgment.body:
        if isinstance(part, Heading):
            yield f"{part.text} "
        elif isinstance(part, Paragraph):
            first, *others = (block.text for block in part.blocks)
            yield f"{part.number}. {first}"
            yield from others


def _write_operative(judgment: Judgment) -> Iterator[str]:
    wording = WORDINGS[judgment.language]
    yield wording.rules.format(formation=judgment.formation)
    for number, ruling in enumerate(judgment.operative, start=1):
        yield f"{number}) {ruling} "
    yield wording.delivered.format(date=wording.print_date(judgment.decision.decided))
