"""The facts of a header, whatever mark-up it came from."""

import datetime

import pytest

from legal_assets.passages.blocks import Block, Draft
from legal_assets.passages.header import case_numbers_of, date_of, kind_of, names_of, title_of
from legal_assets.passages.inline import Inline
from legal_assets.text.celex import parse_celex


def party(text: str, bold: str = "") -> Block:
    stretches = ((text.index(bold), text.index(bold) + len(bold)),) if bold else ()
    return Block("party", Inline(text, bold=stretches))


def title(text: str) -> Block:
    return Block("title", Inline(text))


@pytest.mark.parametrize(
    ("line", "numbers"),
    [
        ("In Case C\u2011614/13\u00a0P,", ("C-614/13 P",)),
        ("In Joined Cases C\u2011673/15 P to C\u2011675/15 P,", ("C-673/15 P", "C-674/15 P", "C-675/15 P")),
        ("IN CASE 26/62", ("C-26/62",)),
        ("Dans les affaires jointes C\u201112/20 et C\u201115/20,", ("C-12/20", "C-15/20")),
        ("Case C\u2011256/16", ("C-256/16",)),
    ],
)
def test_case_numbers(line: str, numbers: tuple[str, ...]) -> None:
    assert case_numbers_of([title("JUDGMENT"), party(line)]) == numbers


def test_a_case_that_the_request_mentions_is_not_the_case_decided() -> None:
    request = (
        "REQUEST for a preliminary ruling in the proceedings which led to the judgment in Case C\u20111/10, Imker,"
    )
    assert case_numbers_of([party(request + " made by decision of 4 May 2019, received at the Court,")]) == ()


def test_bold_names_with_their_short_forms() -> None:
    blocks = [
        party("In Case C\u20111/20,"),
        party("Honig Corp., established in Wachsheim (Germany),", "Honig Corp"),
        party(
            "European Union Office for Bees (EUOB), represented by A. Biene,", "European Union Office for Bees (EUOB)"
        ),
        party("v"),
        party("Imker AG (C\u20112/20), formerly Biene AG,", "Imker AG (C\u20112/20)"),
        party("THE COURT (First Chamber),"),
        party("A. Biene, President", "A. Biene"),
    ]
    assert names_of(blocks) == ("Honig Corp.", "European Union Office for Bees", "EUOB", "Imker AG")


def test_names_where_nothing_is_bold() -> None:
    blocks = [
        party("In Joined Cases C\u20111/20 and C\u20112/20,"),
        party("TWO APPEALS under Article 56 of the Statute, brought on 4 May 2020,"),
        party("UF (C\u20111/20),"),
        party("Honig GmbH, established in Wachsheim,"),
        party("represented by A. Biene, avocat,"),
        party("appellants,"),
        party("the other party to the proceedings being:"),
        party("wabe.example AG"),
        party("THE COURT (First Chamber),"),
        party("composed of A. Biene, President,"),
    ]
    assert names_of(blocks) == ("UF", "Honig GmbH", "wabe.example AG")


def test_title_has_the_first_party_of_either_side() -> None:
    blocks = (
        title("ORDER OF THE COURT"),
        title("3 March 2021 (*1)"),
        party("A", "A"),
        party("B", "B"),
        party("v"),
        party("C,", "C"),
    )
    assert title_of(Draft(blocks), ("C-1/20",)) == "ORDER OF THE COURT 3 March 2021 – A / C – C-1/20"


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("JUDGMENT OF THE COURT (First Chamber)", "judgment"),
        ("ORDER OF THE VICE-PRESIDENT OF THE COURT", "order"),
        ("OPINION OF ADVOCATE GENERAL", "opinion"),
        ("ORDONNANCE DE LA COUR", "order"),
        ("BESCHLUSS DES GERICHTS", "order"),
        ("Conclusions de l’avocat général", "opinion"),
        ("USNESENÍ TRIBUNÁLU", "order"),
    ],
)
def test_kind_by_the_heading(heading: str, kind: str) -> None:
    assert kind_of(None, Draft((title(heading),))) == kind


def test_kind_by_celex_goes_first() -> None:
    assert kind_of(parse_celex("62018CC0311"), Draft((title("JUDGMENT"),), kind="judgment")) == "opinion"
    assert kind_of(None, Draft((), kind="court-opinion")) == "court-opinion"


def test_date_of_the_title_goes_before_that_of_the_end() -> None:
    end = Block("signature", Inline("Delivered in open court in Luxembourg on 16 July 2020."))
    assert date_of([title("3 March 2021 (1)"), end], "en") == datetime.date(2021, 3, 3)
    assert date_of([title("JUDGMENT"), end], "en") == datetime.date(2020, 7, 16)
    assert date_of([title("JUDGMENT")], "en") is None
