"""Which ruling or commentary a file holds, by what it states and by its name."""

import json

import pytest

from legal_assets.fetch.identify import UnusableFileError, identify
from legal_assets_tests.written_rulings import LAMP, commentary, snapshot

PAGE = b"""<html lang="fr"><head><meta property="og:url" content="https://kommentar.example/fr/or11"></head>
<script>
  slug: 'or11'
  date: '01.02.2023'
  locale: 'it'
</script><template #content><p><span class="paragraph-nr">1</span>Lampe</p></template>"""
COURT_PAGE = b'<html><head><title>BGE 148 I 1</title></head><div id="highlight_content"><p class="paraatf">x</p></div>'


@pytest.mark.parametrize(
    ("data", "name", "file_id"),
    [
        (snapshot(LAMP), "anything.txt", "bge-141-iii-100.und.json"),
        (COURT_PAGE, "page.bin", "bge-148-i-1.und.html"),
        (COURT_PAGE.replace(b"BGE 148 I 1", b"Urteil"), "139_Ia_7.html", "bge-139-ia-7.und.html"),
        (b"Regeste\nLampe\nErw\xc3\xa4gungen\n1. Licht.", "132_III_285_de.txt", "bge-132-iii-285.und.md"),
        (commentary("2023-02-01"), "x.json", "ok-or11-de-2023-02-01.de.json"),
        (PAGE, "x.html", "ok-or11-it-2023-02-01.it.html"),
        (b"---\ntitle: Art. 1\n---\n", "or1__slot-fr__2022-10-09__7e.md", "ok-or1-fr-2022-10-09.fr.md"),
        (b"---\nupdated_at: 1664911588\n---\n", "or1.md", "ok-or1-und-2022-10-04.und.md"),  # a day of 2022
        (b"---\ntitle: Art. 1\n---\n", "or1.md", "ok-or1-und-undated.und.md"),
    ],
)
def test_a_file_says_what_it_holds(data: bytes, name: str, file_id: str) -> None:
    identity = identify("bge", data, name)
    assert identity.file_id == file_id
    assert identity.doc_id == file_id.split(".")[0]


@pytest.mark.parametrize(
    ("data", "name", "code"),
    [
        (b"  \n", "141_III_100.json", "empty_file"),
        (b"%PDF-1.7", "141_III_100.pdf", "wrong_type"),
        (b"Remember the oil.", "notes.txt", "unknown_form"),
        (json.dumps({"eintraege": [{"nummer": "4A_1/2020"}]}).encode(), "4A_1_2020.json", "other_decision"),
        (b'<div id="regeste">x</div>', "page.html", "no_number"),
        (b'{"data":[{"id":"1"}],"links":{}}', "list.json", "list_of_commentaries"),
        (b'{"data":{"id":"1"}}', "other.json", "unknown_form"),
    ],
)
def test_a_file_that_is_neither_is_refused(data: bytes, name: str, code: str) -> None:
    with pytest.raises(UnusableFileError) as refused:
        identify("bge", data, name)
    assert refused.value.code == code
