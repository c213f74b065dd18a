"""The Court's fixed phrases, one `Wording` for each language of the samples.

Here belong phrases which are the same in every judgment. Who cites whom and the subject matter are in the
sample texts and the generator.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"
DASH = "\N{EN DASH}"


@dataclass(frozen=True)
class Wording:
    """Phrases of one language; those with braces are filled by `str.format`."""

    months: tuple[str, ...]
    conjunction: str
    title: str
    case: str
    joined_cases: str
    request: str
    versus: str
    court: str
    composed: str
    advocate_general: str
    procedure: str
    observations: str
    gives: str
    judgment: str
    costs_heading: str
    costs: str
    rules: str
    signatures: str
    language_note: str
    paragraph: str
    paragraphs: str
    until: str
    register_title: str
    register_request: str
    register_case: str
    register_joined_cases: str

    def print_date(self, day: date) -> str:
        """A date as judgments print it: `12 May 2016`, with a no-break space after the day."""
        return f"{day.day}{NO_BREAK_SPACE}{self.months[day.month - 1]} {day.year}"

    def join(self, words: Sequence[str]) -> str:
        """Join words as a sentence does: `a, b and c`."""
        if len(words) < 2:
            return "".join(words)
        return f"{', '.join(words[:-1])} {self.conjunction} {words[-1]}"


ENGLISH = Wording(
    months=(
        *("January", "February", "March", "April", "May", "June"),
        *("July", "August", "September", "October", "November", "December"),
    ),
    conjunction="and",
    title="JUDGMENT OF THE COURT ({formation})",
    case=f"In Case{NO_BREAK_SPACE}{{numbers}},",
    joined_cases=f"In Joined Cases{NO_BREAK_SPACE}{{numbers}},",
    request=(
        f"REQUEST for a preliminary ruling under Article{NO_BREAK_SPACE}267 TFEU from the {{court}}, made by "
        "decision of {referred}, received at the Court on {received}, in the proceedings"
    ),
    versus="v",
    court="THE COURT ({formation}),",
    composed="composed of {judges}, Judges,",
    advocate_general="Advocate General: {name},",
    procedure="having regard to the written procedure,",
    observations="after considering the observations submitted on behalf of:",
    gives="gives the following",
    judgment="Judgment",
    costs_heading="Costs",
    costs=(
        "As regards the parties to the main proceedings, these proceedings are an incident of the dispute "
        "pending before the referring court, which will therefore decide on costs. The expenses of those who "
        "submitted observations without being such parties cannot be recovered."
    ),
    rules="On those grounds, the Court ({formation}) hereby rules:",
    signatures="[Signatures]",
    language_note="Language of the case: {language}.",
    paragraph="paragraph",
    paragraphs="paragraphs",
    until="to",
    register_title="Judgment of the Court ({formation}) of {date}.",
    register_request="Request for a preliminary ruling from the {court}.",
    register_case="Case {numbers}.",
    register_joined_cases="Joined Cases {numbers}.",
)

FRENCH = Wording(
    months=(
        *("janvier", "février", "mars", "avril", "mai", "juin"),
        *("juillet", "août", "septembre", "octobre", "novembre", "décembre"),
    ),
    conjunction="et",
    title="ARRÊT DE LA COUR ({formation})",
    case="Dans l’affaire {numbers},",
    joined_cases="Dans les affaires jointes {numbers},",
    request=(
        f"ayant pour objet une demande de décision préjudicielle au titre de l’article{NO_BREAK_SPACE}267 "
        "TFUE, introduite par la juridiction suivante : {court}, par décision du {referred}, parvenue à la Cour le "
        "{received}, dans la procédure"
    ),
    versus="contre",
    court="LA COUR ({formation}),",
    composed="composée de {judges}, juges,",
    advocate_general="avocat général : M. {name},",
    procedure="vu la procédure écrite,",
    observations="considérant les observations présentées :",
    gives="rend le présent",
    judgment="Arrêt",
    costs_heading="Sur les dépens",
    costs=(
        "À l’égard des parties au litige principal, la présente procédure constitue un épisode de l’instance "
        "en cours devant la juridiction de renvoi, qui réglera donc les dépens. Les frais de ceux qui ont "
        "présenté des observations sans être parties ne donnent pas lieu à remboursement."
    ),
    rules="Par ces motifs, la Cour ({formation}) dit pour droit :",
    signatures="Signatures",
    language_note="Langue de procédure : {language}.",
    paragraph="point",
    paragraphs="points",
    until="à",
    register_title="Arrêt de la Cour ({formation}) du {date}.",
    register_request="Demande de décision préjudicielle : {court}.",
    register_case="Affaire {numbers}.",
    register_joined_cases="Affaires jointes {numbers}.",
)

WORDINGS = {"en": ENGLISH, "fr": FRENCH}
"""The wording of each language, by its two-letter code."""
