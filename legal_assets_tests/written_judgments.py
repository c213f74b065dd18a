"""Small judgments of our own writing, as files of the source, for tests that import folders.

Belongs here: a handful of judgments that cite each other over all three splits, and how one is written. The names of
the files state CELEX, language and ECLI, as names of downloaded files do.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import quote

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml">
<head><title>{celex}</title></head>
<body>
<p class="coj-sum-title-1"><a id="judgment"> </a>JUDGMENT OF THE COURT (Second Chamber)</p>
<p class="coj-sum-title-1">{decided} (<span class="coj-note"><a id="c-ECR_{celex}_EN_01-E0001">*1</a></span>)</p>
<p class="coj-index">(Reference for a preliminary ruling – Lighthouses – Dues of the keeper)</p>
<p class="coj-normal">In Case {case},</p>
<p class="coj-normal"><span class="coj-bold">{party}</span></p>
<p class="coj-pnormal">v</p>
<p class="coj-normal"><span class="coj-bold">Harbour Board of Lindholm,</span></p>
<p class="coj-normal">gives the following</p>
<p class="coj-sum-title-1"><span class="coj-bold">Judgment</span></p>
"""
PARAGRAPH = """<table><tr><td><p class="coj-count" id="point{number}">{number}</p></td>
<td><p class="coj-normal">{text}</p></td></tr></table>
"""
TAIL = "</body></html>\n"

BEACON, PILOT, BUOY, QUAY = "62015CJ9001", "62016CJ9002", "62017CJ9003", "62020CJ9004"
"""Train, train, dev and test by their dates; the later ones cite the earlier ones."""

DECIDED = {BEACON: "14 April 2016", PILOT: "9 March 2017", BUOY: "5 June 2019", QUAY: "11 May 2023"}
PARTIES = {BEACON: "Beacon Trust", PILOT: "Pilot Guild", BUOY: "Buoy Makers", QUAY: "Quay Partners"}


def ecli(celex: str) -> str:
    """Return the ECLI of a judgment, without prefix."""
    return f"EU:C:{DECIDED[celex][-4:]}:{celex[-4:]}"


def link(celex: str, point: int) -> str:
    """Return the publisher's link to one paragraph, as it stands in the mark-up."""
    address = f"http://publications.europa.eu/resource/ecli/{quote('ECLI:' + ecli(celex), safe='')}"
    return f'<a href="{address}">{ecli(celex)}</a>, paragraph <a href="{address}#point{point}">{point}</a>'


PARAGRAPHS: Mapping[str, Sequence[str]] = {
    BEACON: (
        "The keeper of a lighthouse may ask dues of every vessel that steers by its lamp.",
        "Dues for fog signals are owed also by vessels that heard the horn and saw no light.",
        "A harbour that dims its lamp without notice answers for the wrecks that follow.",
    ),
    PILOT: (
        "Pilots who board in open sea earn half of the fee before the anchor drops.",
        f"Fog signals bind pilots as they bind masters (judgment of 14 April 2016, {link(BEACON, 2)}).",
        "Rowing boats below four oars need no pilot and owe no fee.",
    ),
    BUOY: (
        "A buoy adrift remains the property of the harbour that moored it.",
        f"Vessels that steer by a lamp owe dues to its keeper (judgment of 14 April 2016, {link(BEACON, 1)}).",
        f"No fee is owed for rowing boats (judgment of 9 March 2017, {link(PILOT, 3)}).",
        "The painting of buoys follows the custom of the coast.",
    ),
    QUAY: (
        f"Whoever dims a lamp without notice answers for wrecks (judgment of 14 April 2016, {link(BEACON, 3)}).",
        f"Half of the fee is earned in open sea before anchoring (judgment of 9 March 2017, {link(PILOT, 1)}).",
        "Stone quays age more slowly than timber ones.",
    ),
}


def file_name(celex: str) -> str:
    """Return the name of a judgment's file."""
    return f"{celex}.en.ECLI_{ecli(celex).replace(':', '_')}.html"


def judgment_file(celex: str, paragraphs: Sequence[str] | None = None, comment: str = "") -> bytes:
    """Return the bytes of a judgment's file.

    Args:
        celex: one of the four.
        paragraphs: mark-up of its paragraphs instead of its own.
        comment: of the mark-up; changes the bytes and nothing that is read.
    """
    case = f"C-{int(celex[-4:])}/{celex[3:5]}"
    head = HEAD.format(celex=celex, decided=DECIDED[celex], case=case, party=PARTIES[celex])
    body = "".join(
        PARAGRAPH.format(number=number, text=text)
        for number, text in enumerate(paragraphs or PARAGRAPHS[celex], start=1)
    )
    return f"{head}{body}<!-- {comment} -->{TAIL}".encode()


def write_judgments(folder: Path, *judgments: str) -> Path:
    """Write the files of judgments, all four without arguments, into a folder and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    for celex in judgments or tuple(PARAGRAPHS):
        (folder / file_name(celex)).write_bytes(judgment_file(celex))
    return folder
