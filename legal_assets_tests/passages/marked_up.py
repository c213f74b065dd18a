"""Small decisions of our own writing in the mark-up of each era, for the readers' tests."""

XHTML_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "xhtml-strict.dtd">
<html xmlns="http://www.w3.org/1999/xhtml">
<head><title>62019CJ9001</title></head>
<body>
"""

HEADER = """
<p class="coj-sum-title-1">
   <a id="judgment"> </a>JUDGMENT OF THE COURT (Third Chamber)</p>
<p class="coj-sum-title-1">3 March 2021 (<span class="coj-note">
   <a id="c-ECR_62019CJ9001_EN_01-E0001" href="#t-ECR_62019CJ9001_EN_01-E0001">*1</a>
</span>)</p>
<p class="coj-index">(Reference for a preliminary ruling – Carriage of bees – Liability of the keeper)</p>
<p class="coj-normal">In Joined Cases C\u20119001/19 and C\u20119002/19,</p>
<p class="coj-normal">REQUESTS for a preliminary ruling from a court, made by decision of 4 May 2019,</p>
<p class="coj-normal"><span class="coj-bold">Honig und Söhne GmbH (HSG)</span> (C\u20119001/19),</p>
<p class="coj-normal"><span class="coj-bold">Maria Imker</span></p>
<p class="coj-pnormal">v</p>
<p class="coj-normal"><span class="coj-bold">Stadt Wachsheim,</span></p>
<p class="coj-normal">THE COURT (Third Chamber),</p>
<p class="coj-normal">composed of A. Biene, President of the Chamber, and B. Wabe, Judge,</p>
<p class="coj-normal">gives the following</p>
"""

CLOSING = """
<table><tr><td> </td><td><p class="coj-normal">On those grounds, the Court hereby rules:</p></td></tr></table>
<table><tr><td> </td><td><table><tr><td><p class="coj-count coj-bold">1.</p></td>
<td><p class="coj-normal"><span class="coj-bold">Article 4 must be interpreted as covering bees.</span></p></td>
</tr></table></td></tr></table>
<table><tr><td> </td><td><div class="coj-signaturecase"><p class="coj-normal">[Signatures]</p></div></td></tr></table>
<hr class="coj-note"/>
<p class="coj-note">(<span class="coj-note">
<a id="t-ECR_62019CJ9001_EN_01-E0001" href="#c-ECR_62019CJ9001_EN_01-E0001">*1</a></span>)
Language of the case: German.</p>
</body></html>
"""


def numbered(number: int | str, *inside: str, point: int | None = None) -> str:
    """A numbered paragraph of the present mark-up; `inside` are its blocks, `point` its id if it differs."""
    blocks = "".join(part if part.startswith("<") else f'<p class="coj-normal">{part}</p>' for part in inside)
    anchor = number if point is None else point
    return (
        f'<table width="100%"><col width="5%"/><tr><td valign="top"><p class="coj-count" id="point{anchor}">'
        f'{number}</p></td><td valign="top">{blocks}</td></tr></table>'
    )


def item(count: str, *inside: str) -> str:
    """A list item or quoted paragraph inside another one."""
    blocks = "".join(part if part.startswith("<") else f'<p class="coj-normal">{part}</p>' for part in inside)
    return f'<table><tr><td><p class="coj-count">{count}</p></td><td>{blocks}</td></tr></table>'


def heading(text: str, level: int = 2) -> str:
    """A heading of the present mark-up."""
    return f'<p class="coj-title-grseq-{level}"><span class="coj-italic">{text}</span></p>'


def judgment(*body: str) -> bytes:
    """A whole judgment of the present mark-up around the given body."""
    opening = '<p class="coj-sum-title-1"><span class="coj-bold">Judgment</span></p>'
    return (XHTML_HEAD + HEADER + opening + "\n".join(body) + CLOSING).encode()
