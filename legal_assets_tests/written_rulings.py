"""Small rulings and commentaries of our own writing, as files of the sources, for tests that import folders.

Belongs here: three rulings (German, French, Italian) and two states of a commentary that cites them, and how each is
written. Lighthouses and their keepers stand for everything.
"""

import json
from pathlib import Path
from typing import Any

LAMP, PHARE, FARO = "141 III 100", "142 III 200", "143 II 30"
"""A German, a French and an Italian ruling; their ids are `bge-141-iii-100` and so on."""

SPRACHEN = {LAMP: "de", PHARE: "fr", FARO: "it"}
CONSIDERATIONS: dict[str, dict[str, str]] = {
    LAMP: {
        "E. 2": "Der Leuchtturmwärter darf von jedem Schiff eine Abgabe verlangen, das sein Licht nutzt (Art. 11 OR).",
        "E. 2.1": "Wer das Nebelhorn gehört und kein Licht gesehen hat, schuldet die halbe Abgabe BGE 141 III 100 "
        "S. 101 und keinen Zins.",
        "E. 3": "Ein Hafen, der seine Lampe ohne Anzeige löscht, haftet für die Wracks, die darauf folgen.",
    },
    PHARE: {
        "E. 4": "Le gardien du phare peut exiger une taxe de tout navire qui se dirige sur sa lampe (art. 11 CO; "
        "ATF 141 III 100 consid. 2).",
        "E. 5": "Le pilote gagne la moitié du prix avant que l'ancre ne tombe.",
    },
    FARO: {"E. 1": "Il guardiano del faro risponde della lampada spenta senza avviso ai naviganti."},
}
"""Considerations of each ruling; the first German one is printed over two pages."""

NOTES = {
    1: ("Die Abgabe des Wärters ist für jedes Schiff geschuldet, das dem Licht folgt.", "BGE 141 III 100 E. 2."),
    2: ("Wer nur das Horn hörte, zahlt die Hälfte der Abgabe ohne Zins.", "BGE 141 III 100 E. 2.1; ATF 142 III 200."),
    3: ("Lotsen verdienen ihren Lohn zur Hälfte vor dem Ankern.", "ATF 142 III 200 consid. 5; BGE 99 II 7 E. 3."),
    4: ("Die Farbe der Türme folgt dem Brauch der Küste.", "Keller, S. 12."),
}
"""Margin numbers of the commentary: body and footnote."""


def snapshot(number: str) -> bytes:
    """Return a ruling as a snapshot in JSON."""
    blocks = [{"marke": mark, "text": text} for mark, text in CONSIDERATIONS[number].items()]
    entry: dict[str, Any] = {
        "nummer": f"BGE {number}",
        "sprache": SPRACHEN[number],
        "datum": "2016-04-14",
        "azaUrteil": {"aktenzeichen": f"4A_{number[:3]}/2015"},
        "auszugAbschnitte": [{"typ": "erwaegung", "bloecke": blocks}],
        "abschnitte": [],
    }
    return json.dumps({"eintraege": [entry]}, ensure_ascii=False).encode()


def commentary(day: str, *, with_footnotes: bool = True) -> bytes:
    """Return a state of the commentary on Art. 11 OR as an answer of the JSON interface."""
    paragraphs = "".join(
        f'<p><span class="paragraph-nr">{number}</span> {body}'
        + (f"<footnote data-content='{note}'></footnote>" if with_footnotes else "")
        + "</p>"
        for number, (body, note) in NOTES.items()
    )
    data = {
        "id": "5e1f",
        "title": "Art. 11 OR",
        "date": day,
        "language": "de",
        "authors": [{"id": "1", "name": "Ida Brunner"}],
        "html_link": "https://kommentar.example/de/kommentare/or11",
        "legal_text": None,
        "content": f"<h2>I. Licht</h2>{paragraphs}",
    }
    return json.dumps({"data": data}, ensure_ascii=False).encode()


def write_rulings(folder: Path) -> Path:
    """Write all files, and one that is neither, into a folder and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in CONSIDERATIONS:
        (folder / f"{number.replace(' ', '_')}.json").write_bytes(snapshot(number))
    (folder / "or11_first.json").write_bytes(commentary("2023-02-01"))
    (folder / "or11_bare.json").write_bytes(commentary("2024-02-01", with_footnotes=False))
    (folder / "notes.txt").write_text("Remember the oil for the lamp.", encoding="utf-8")
    return folder
