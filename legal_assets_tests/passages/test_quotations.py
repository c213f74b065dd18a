"""Whether a line begins inside a quotation."""

import pytest

from legal_assets.passages.quotations import Quotations


@pytest.mark.parametrize(
    ("lines", "is_open"),
    [
        (["Article 3 provides: ‘Bees may fly.’"], False),
        (["‘Bees may fly."], True),
        (["‘Bees may fly.", "They may rest.’"], False),
        (["‘The term “bee” means an insect.", "The keeper’s hive is not meant."], True),
        (["the Member States’ bees and France’s wasps"], False),
        (["„Bienen“ sind Tiere."], False),
        (["„Bienen sind Tiere."], True),
        (["« Les abeilles volent. »"], False),
        (['"Bees', 'fly"'], False),
        (['"Bees'], True),
        (["’tis no quotation"], False),
    ],
)
def test_marks_of_quotations(lines: list[str], is_open: bool) -> None:
    quotations = Quotations()
    for line in lines:
        quotations.read(line)
    assert quotations.is_open is is_open


def test_a_new_paragraph_forgets_what_was_open() -> None:
    quotations = Quotations()
    quotations.read('‘never closed, "neither')
    quotations.reset()
    assert not quotations.is_open
