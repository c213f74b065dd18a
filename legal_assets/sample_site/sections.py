"""The sections into which EUR-Lex divides older decisions, and their anchors.

Here belong their names in each language. Both older eras use them.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Sections:
    """Names of the sections, in the order in which they are printed."""

    parties: str
    subject: str
    grounds: str
    costs: str
    operative: str

    def contents(self) -> tuple[tuple[str, str], ...]:
        """Anchor and name of every section."""
        names = (self.parties, self.subject, self.grounds, self.costs, self.operative)
        return tuple(zip(("I1", "I2", "MO", "CO", "DI"), names, strict=True))


SECTIONS = {
    "en": Sections("Parties", "Subject of the case", "Grounds", "Decision on costs", "Operative part"),
    "fr": Sections("Parties", "Objet du litige", "Motifs", "Décision sur les dépens", "Dispositif"),
}
"""Section names by language."""
