"""The names that a document's citations and their metadata reveal, without its own parties."""

from legal_assets.citations.prose import find_references
from legal_assets.citations.reference import OwnIdentity
from legal_assets.masking.citations import mask, revealing_parts
from legal_assets.masking.names import names_to_mask

PARAGRAPHS = (
    "Goods move (judgment of 4 May 2016, Byankow v Commission, C-212/14, EU:C:2016:341, paragraph 3).",
    "As the Court held in Byankow, goods move, which Mr\u00a0Hristow of Nordwind denies in point 8 of his claim.",
    "The judgment of 5 May 2019, Nordwind v Commission (T-9/17, ‘the judgment under appeal’, EU:T:2019:9), is right.",
    "Nordwind challenges paragraph 8 of the judgment under appeal.",
)
OWN = OwnIdentity("62019CJ0500", None, ("C-500/19 P",), ("Nordwind Handel",))


def test_document_is_masked_by_its_own_citations_and_by_metadata() -> None:
    references = find_references(PARAGRAPHS, OWN)
    names = names_to_mask(references, {"EU:C:2016:341": ("Hristow and Byankow v Commission",)}, OWN.names)
    assert {"Byankow", "Hristow", "Byankow v Commission"} <= set(names)
    assert "Nordwind" not in names
    masked = [
        mask(text, revealing_parts(ref for ref in references if ref.paragraph == index), names, index + 1).text
        for index, text in enumerate(PARAGRAPHS)
    ]
    assert masked == [
        "Goods move (judgment).",
        "As the Court held, goods move, which of Nordwind denies in point 8 of his claim.",
        "The judgment (‘the judgment under appeal’), is right.",
        "Nordwind challenges the judgment under appeal.",
    ]
