"""References are found in prose as courts write them, and laws are no citations."""

import datetime
import time

import pytest

from legal_assets.citations.prose import find_references
from legal_assets.citations.reference import OwnIdentity, Reference

OWN = OwnIdentity("62019CJ0500", "EU:C:2021:77", ("C-500/19",), ("Nordwind",), datetime.date(2021, 3, 4))


def found(*paragraphs: str) -> list[Reference]:
    references = find_references(paragraphs, OWN)
    for reference in references:
        text = paragraphs[reference.paragraph]
        assert reference.raw == text[reference.start : reference.end]
        assert all(reference.start <= part.start < part.end <= reference.end for part in reference.parts)
    return references


def parts(paragraph: str) -> list[tuple[str, str]]:
    return [(part.kind, paragraph[part.start : part.end]) for ref in found(paragraph) for part in ref.parts]


def test_full_citation_in_all_its_parts() -> None:
    text = "so (judgment of 4 May 2016, Lindqvist Handel, C‑212/14, EU:C:2016:341, paragraphs 30 to 32)."
    (reference,) = found(text)
    assert reference == Reference(
        paragraph=0,
        start=text.index("judgment"),
        end=text.index(")."),
        raw=text[text.index("judgment") : text.index(").")],
        kind="full",
        case_numbers=("C-212/14",),
        ecli="EU:C:2016:341",
        celex="62014CJ0212",
        name="Lindqvist Handel",
        date=datetime.date(2016, 5, 4),
        pinpoints=(30, 31, 32),
        filled=(31,),
        parts=reference.parts,
    )
    assert parts(text) == [
        ("lead-in", "judgment of"),
        ("date", "4 May 2016"),
        ("name", "Lindqvist Handel"),
        ("number", "C‑212/14"),
        ("ecli", "EU:C:2016:341"),
        ("pinpoint", "paragraphs 30 to 32"),
    ]


def test_list_of_judgments_with_case_law_cited_between() -> None:
    first, second, third = found(
        "(judgments of 4 May 2016, Alfa, C‑1/14, EU:C:2016:1, paragraph 35 and the case-law cited; of "
        "5 May 2016, Beta and Others v Commission, C‑2/14 P and C‑3/14 P, not published, EU:C:2016:2, paragraphs 3, "
        "5 and 7 to 9; and order of 6 May 2016, Gamma, C‑4/14, EU:C:2016:3)"
    )
    assert (first.pinpoints, second.pinpoints, third.pinpoints) == ((35,), (3, 5, 7, 8, 9), ())
    assert (second.name, second.celex) == ("Beta and Others v Commission", "62014CJ0002")
    assert second.case_numbers == ("C-2/14 P", "C-3/14 P")
    assert (third.kind, third.celex) == ("order", "62014CO0004")


@pytest.mark.parametrize(
    ("printed", "celex", "pinpoints"),
    [
        ("Case 26/62 Van Dijk [1963] ECR 1, paragraph 12", "61962CJ0026", (12,)),
        ("Case C-415/93 Baskens [1995] ECR I-4921, paragraphs 5 and 6", "61993CJ0415", (5, 6)),
        ("Joined Cases 6 and 9/73 Alfa v Beta [1974] ECR 223", "61973CJ0006", ()),
        ("the judgment in Case T-9/15 (EU:T:2016:9), paragraph 8", "62015TJ0009", (8,)),
        ("judgment of 4 May 2016 in Alfa, C-1/14, EU:C:2016:1, points 3 and 4", "62014CJ0001", (3, 4)),
        ("judgment of 4 May 2016, Alfa (C-1/14 PPU, EU:C:2016:1, paragraph 3)", "62014CJ0001", (3,)),
        ("order of 4 May 2016, Alfa, C-1/14 REV, EU:C:2016:1, paragraph 3", "62014CO0001", (3,)),
        ("Opinion 2/13 (Accession to a Convention) of 4 May 2016, EU:C:2016:1, paragraph 3", "62013CV0002", (3,)),
        ("Opinion of Advocate General Pikkola in Alfa (C-1/14, EU:C:2015:1, point 3)", "62014CC0001", (3,)),
        ("judgments of 4 May 2016, Alfa, C-236/08 to C-238/08, EU:C:2016:1, paragraphs 3-5", "62008CJ0236", (3, 4, 5)),
        ("paragraph 12 of the judgment of 4 May 2016, Alfa (C-1/14, EU:C:2016:1)", "62014CJ0001", (12,)),
        ("judgment of today, Alfa (C-1/20, EU:C:2021:9, paragraph 3)", "62020CJ0001", (3,)),
        ("judgment of 4 May 2016,Alfa,C\u20111/14\u00a0P,\u00a0EU:C:2016:1, paragraph\u00a03", "62014CJ0001", (3,)),
    ],
)
def test_habits_of_citing(printed: str, celex: str, pinpoints: tuple[int, ...]) -> None:
    (reference,) = found(f"It is settled (see, to that effect, {printed}) and applies.")
    assert (reference.celex, reference.pinpoints) == (celex, pinpoints)
    assert reference.kind in ("full", "order", "opinion")


def test_range_of_joined_cases_has_those_between() -> None:
    (reference,) = found("judgment of 4 May 2016, Alfa, C-236/08 to C-238/08, EU:C:2016:1")
    assert reference.case_numbers == ("C-236/08", "C-237/08", "C-238/08")


def test_judgment_of_today_has_the_date_of_the_document() -> None:
    (reference,) = found("see judgment of today’s date, Alfa (C-1/20, EU:C:2021:9)")
    assert reference.date == OWN.date


def test_pinpoint_before_the_next_judgment_belongs_to_it() -> None:
    first, second = found(
        "in paragraph 78 of the judgment in Case T-1/13 (EU:T:2015:2), paragraph 79 of the judgment in Case T-3/13 "
        "(EU:T:2015:4)"
    )
    assert (first.celex, first.pinpoints) == ("62013TJ0001", (78,))
    assert (second.celex, second.pinpoints) == ("62013TJ0003", (79,))


FULL = "It is settled (judgment of 4 May 2016, Saga Verlag and Others, C-306/05, EU:C:2016:764, paragraph 40)."


@pytest.mark.parametrize(
    ("short", "pinpoints"),
    [
        ("as follows from the judgment in Saga Verlag (paragraph 41)", (41,)),
        ("see Saga Verlag, paragraphs 41 and 42", (41, 42)),
        ("see Saga (paragraph 41)", (41,)),
        ("the judgment in Saga Verlag, cited above, paragraph 41", (41,)),
        ("the Court held in paragraph 41 of the judgment in Saga Verlag that", (41,)),
        ("the Saga Verlag judgment, paragraph 41, applies", (41,)),
        ("the Court held in paragraphs 41 to 43 of that judgment that", (41, 42, 43)),
        ("paragraph 41 of Saga Verlag says so", (41,)),
        ("the judgment in Saga Verlag does not preclude it", ()),
    ],
)
def test_short_forms_mean_what_was_cited_before(short: str, pinpoints: tuple[int, ...]) -> None:
    _, reference = found(FULL, f"Moreover, {short}.")
    assert (reference.kind, reference.ecli, reference.celex) == ("short", "EU:C:2016:764", "62005CJ0306")
    assert reference.pinpoints == pinpoints


def test_that_judgment_is_the_one_mentioned_last() -> None:
    *_, last = found(
        FULL, "See judgment of 4 May 2017, Beta, C-2/14, EU:C:2017:2.", "In paragraph 3 of that judgment, it said so."
    )
    assert last.ecli == "EU:C:2017:2"


def test_judgment_under_appeal_is_the_one_so_called() -> None:
    *_, last = found(
        "Alfa asks to set aside the judgment of 4 May 2019, Alfa v Commission (T-9/17, ‘the judgment under appeal’, "
        "EU:T:2019:9).",
        "In paragraphs 54 and 55 of the judgment under appeal, the General Court held that.",
    )
    assert (last.kind, last.ecli, last.pinpoints) == ("under-appeal", "EU:T:2019:9", (54, 55))


def test_references_to_the_document_itself_are_told() -> None:
    own = found("As stated in paragraphs 12 and 13 of the present judgment and in paragraph 14 above, it is so.")
    assert [(reference.kind, reference.pinpoints) for reference in own] == [("self", (12, 13)), ("self", (14,))]
    assert {reference.celex for reference in own} == {OWN.celex}
    (by_number,) = found("In Case C-500/19, it was joined.")
    assert by_number.kind == "self"


def test_opinion_in_the_own_case_is_told() -> None:
    (reference,) = found("As the Advocate General observed in point 85 of his Opinion, it is so.")
    assert (reference.kind, reference.celex, reference.pinpoints) == ("own-opinion", "62019CC0500", (85,))


def test_unknown_antecedent_is_a_reference_without_a_target() -> None:
    (reference,) = found("In paragraph 40 of that judgment, it was held so.")
    assert (reference.ecli, reference.celex, reference.pinpoints) == (None, None, (40,))


@pytest.mark.parametrize(
    "law",
    [
        "paragraph 2 of Article 5 of Directive 2001/29 applies",
        "Paragraph 53(3) of the GBG and point 6 of Annex III",
        "Article 3(2) of Regulation (EC) No 44/2001, paragraph 2 of which",
        "Regulation No 26/62 and Directive 93/13 on unfair terms",
        "the jurisdiction and the enforcement of judgments in civil and commercial matters",
        "the Convention on the Enforcement of Judgments in Civil and Commercial Matters of 27 September 1968",
        "Commission Decision C(2010) 4185 final (OJ 2001 L 12, p. 1), paragraph 1",
        "in the order in which they are set out, and in order to be paid, points 1 and 2",
    ],
)
def test_laws_are_no_citations(law: str) -> None:
    assert found(FULL, f"Moreover, {law}.")[1:] == []


def test_no_date_is_taken_for_a_paragraph() -> None:
    first, second = found(
        "(judgments of 4 May 2016, Alfa, C‑1/14, EU:C:2016:1, paragraph 22, and 4 April 2017, Beta, C‑2/14, "
        "EU:C:2017:2, paragraph 30)"
    )
    assert (first.pinpoints, second.pinpoints) == ((22,), (30,))
    assert second.date == datetime.date(2017, 4, 4)


@pytest.mark.parametrize(
    "repeated",
    [
        "paragraphs 1, 2 and ",
        "C-1/10, C-2/10 and ",
        "judgment of the Court of ",
        "Alfa and Beta v Gamma ",
        "4 May 2016, ",
        "1/10 and ",
        "(((",
        "the judgment in Alfa, ",
        "A ",
        "EU:C:2016:1, ",
        "12 to 13 and ",
        "Case ",
        "'the judgment ",
    ],
)
def test_time_grows_no_faster_than_length(repeated: str) -> None:
    def seconds(length: int) -> float:
        text = "judgment " + repeated * (length // len(repeated))
        start = time.process_time()
        find_references([text], OWN)
        return time.process_time() - start

    seconds(2_000)
    assert seconds(40_000) < 2


def test_a_page_of_the_report_is_a_part_and_no_paragraph() -> None:
    text = "see judgment of 15 July 1963, Alfa v Beta, 25/62, EU:C:1963:17, pp. 107 and 108."
    (reference,) = found(text)
    assert reference.pinpoints == ()
    assert parts(text)[-1] == ("report", "pp. 107 and 108")


def test_opinion_of_the_court_has_title_and_date() -> None:
    text = "see Opinion 2/13 (Accession to a Convention) of 4 May 2016, EU:C:2016:1, paragraph 3."
    (reference,) = found(text)
    assert reference.date == datetime.date(2016, 5, 4)
    assert [kind for kind, _ in parts(text)] == ["number", "name", "date", "ecli", "pinpoint"]
    untitled = "(Opinion 2/13 of 4 May 2016, EU:C:2016:1, paragraph 3)"
    assert [kind for kind, _ in parts(untitled)] == ["number", "date", "ecli", "pinpoint"]


def test_number_in_the_name_of_the_decision_is_no_second_citation() -> None:
    (reference,) = found("judgment of 4 May 2016, Alfa (T-1/14, ‘the judgment in Case T-1/14’, EU:T:2016:1)")
    assert (reference.ecli, reference.celex, reference.name) == ("EU:T:2016:1", "62014TJ0001", "Alfa")


def test_date_on_which_a_case_was_lodged_is_not_that_of_its_decision() -> None:
    (reference,) = found("the action was brought on 11 April 2011 (Case T-208/11) before the General Court")
    assert (reference.kind, reference.date) == ("case-only", None)


def test_misprinted_month_and_lower_case_name_are_read() -> None:
    (reference,) = found("see order of 29 Novembre 2007, van de Alfa, C-1/06, EU:C:2007:1, paragraph 3")
    assert (reference.date, reference.name) == (datetime.date(2007, 11, 29), "van de Alfa")


def test_name_without_antecedent_is_a_reference_without_a_target() -> None:
    (reference,) = found("Relying on the judgment in Lindqvist, (12) Beta applied.")
    assert (reference.name, reference.ecli, reference.celex) == ("Lindqvist", None, None)


def test_bare_paragraph_continues_the_decision_spoken_of_unless_a_law_was_named() -> None:
    goes_on = "In paragraph 3 of the judgment in Saga Verlag, it held so, and, in paragraph 5, it confirmed it."
    assert [reference.pinpoints for reference in found(FULL, goes_on)[1:]] == [(3,), (5,)]
    law = (
        "In paragraph 3 of the judgment in Saga Verlag, Article 5 was read, and in paragraph 5, the Member States act."
    )
    assert [reference.pinpoints for reference in found(FULL, law)[1:]] == [(3,)]
