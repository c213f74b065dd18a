"""References to judgments by docket or ECLI."""

import pytest

from legal_assets.citations.bge_dockets import find_docket_references


@pytest.mark.parametrize(
    ("text", "canonical", "considerations", "raw"),
    [
        ("Urteil 4A_22/2017 vom 19. Juni 2017", "4A_22/2017", (), "4A_22/2017"),
        ("arrêt 5P.123/2004 du 3 mai 2004", "5P.123/2004", (), "5P.123/2004"),
        ("4A.255/2012", "4A_255/2012", (), "4A.255/2012"),
        ("6B_663/ 2011 vom 2. Mai 2012 E. 3", "6B_663/2011", ("3",), "6B_663/ 2011 vom 2. Mai 2012 E. 3"),
        ("5A-68/2017 E. 2.3", "5A_68/2017", ("2.3",), "5A-68/2017 E. 2.3"),
        ("4A_1/2021 vom 19. Januar 2021 E. 1.2, 1.3 und 3", "4A_1/2021", ("1.2", "1.3", "3"), None),
        ("TF, 4A_617/2023, 8 octobre 2024, c. 3.1", "4A_617/2023", ("3.1",), None),
        ("4A_646/2020 vom 12.4.2021, E. 3.1 S. 33", "4A_646/2020", ("3.1",), None),
        ("4C.110/2003 of 8 July 2003 consid. 3.1.", "4C.110/2003", ("3.1",), None),
        ("sowie VB.2018.00411.", "VB.2018.00411", (), "VB.2018.00411"),
        ("A-1234/2015 E. 4", "A-1234/2015", ("4",), None),
        ("Vgl. ECLI:CH:BGER:2017:4A.22.2017.", "ECLI:CH:BGER:2017:4A.22.2017", (), "ECLI:CH:BGER:2017:4A.22.2017"),
    ],
)
def test_one_docket(text: str, canonical: str, considerations: tuple[str, ...], raw: str | None) -> None:
    [reference] = find_docket_references(text)
    assert (reference.canonical, reference.pinpoint.considerations) == (canonical, considerations)
    assert reference.raw == text[reference.start : reference.end]
    if raw is not None:
        assert reference.raw == raw


@pytest.mark.parametrize("text", ["BGE 141 IV 108", "Tel. 044/1234", "SR 173.110", "2C_12", "ABl. L 12/2001"])
def test_what_is_no_docket(text: str) -> None:
    assert find_docket_references(text) == []


def test_kinds() -> None:
    kinds = [reference.kind for reference in find_docket_references("1A.122/2005 und ECLI:CH:BGER:2017:4A.22.2017")]
    assert kinds == ["docket", "ecli"]
