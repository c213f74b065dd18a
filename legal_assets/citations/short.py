"""Short citations of one paragraph: by name, by "that judgment", and of the document itself.

"judgment in SGAE (paragraph 41)", "SGAE, paragraph 41", "paragraph 40 of that judgment", "the judgment under
appeal", "paragraph 12 of the present judgment". Works on plain text (see `plain_text`); what a name means is asked
of `antecedents`, citations with a number or an ECLI belong in `full`. Paragraphs of laws are no citations.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from legal_assets.citations.antecedents import Antecedents, is_telling
from legal_assets.citations.names import CAPITAL, CAPITALISED, name_at, name_before
from legal_assets.citations.pinpoints import PINPOINT, WORD, Pinpoints, pinpoints_of, read_pinpoints
from legal_assets.citations.reference import OwnIdentity, Part, Reference, ReferenceKind
from legal_assets.text.celex import parse_case_number

CONTINUES = 250
"""Characters after which a bare "paragraph 56" no longer means the decision spoken of."""

LED = re.compile(
    rf"\b(?P<lead>[Jj]udgments?|[Oo]rders?|Opinions?) in (?:(?:the )?[Cc]ase (?:of )?)?(?={CAPITAL})(?!Cases? |Joined )"
)
QUALIFIED = re.compile(
    rf"\b(?:[Tt]he|[Ii]ts|[Tt]hat) (?P<name>{CAPITALISED.pattern})(?: (?P<lead>judgments?|orders?|case-law|cases?)\b)"
)
NEXT_NAMED = re.compile(rf"(?:,? and the case-law cited)?[,;]?(?: and| or)?(?: in)? (?={CAPITAL})")
BESIDE = re.compile(rf"[\s,(]{{0,4}}(?:(?:cited above|in particular|at|see)[\s,(]{{1,4}}){{0,2}}(?={WORD} {{0,3}}\d)")
CITED_ABOVE = re.compile(r",? cited (?:above|in paragraph \d+ (?:above|of the present judgment))")
BEFORE_LED = re.compile(
    rf"(?P<pinpoint>{PINPOINT})(?:,? respectively,?)? (?:of|in) (?:(?:the|its|that|his|her) )?(?:same )?$"
)
EVERY_PINPOINT = re.compile(PINPOINT)
OF_ITSELF = re.compile(
    r"(?: et seq\.?)?,? (?:of|in|to) (?:the present|this) (?:judgment|order|Opinion)\b"
    r"|,? (?:above|below|hereof|supra)\b"
)
OF_THAT = re.compile(
    r"(?: et seq\.?)?,? (?:of|in) (?P<whose>that|the same|the latter|the said|its|those|these|the) "
    r"(?P<word>judgment|order|Opinion)s?\b(?! (?:in|of|under|delivered|for reference)\b)"
)
THEREOF = re.compile(r",? thereof\b")
BARE = re.compile(r" ?(?:$|[,.;:)\]]|(?:that|and|which|as|to|it|the|is|was)\b)")
LAW = re.compile(
    r"\b(?:Articles?|Directives?|Regulations?|Annex|Law|Code|Act|Treaty|Protocol|Decisions?|Guidelines|provisions?|"
    r"operative|recitals?|subparagraphs?)\b"
)
UNDER_APPEAL = re.compile(
    r",? (?:of|in) the (?P<term>(?:first |second )?(?:judgment|order)s? under (?:appeal|review))\b"
)
OWN_OPINION = re.compile(
    r",? (?:of|in) (?:(?:his|her|their|the(?: Advocate General's)?) Opinion|the Opinion of the Advocate General)\b"
)
OF_TERM = re.compile(r",? (?:of|in) the (?P<term>[^,;:.()]{3,60}?(?:judgment|order|Opinion)s?)\b")
OF_NAME = re.compile(rf",? (?:of|in) (?={CAPITAL})")
BACK_TO_NAME = re.compile(r",? cited above,?[\s(]*$|[\s,(]+$")


def find_short_references(
    paragraph: int,
    text: str,
    plain: str,
    full: Sequence[Reference],
    antecedents: Antecedents,
    own: OwnIdentity,
) -> list[Reference]:
    """The short citations of a paragraph in order, outside its `full` ones, which `antecedents` know already."""
    scan = _Scan(paragraph, text, plain, antecedents, own, [(ref.start, ref.end) for ref in full])
    found = [*scan.by_name()]
    antecedents.mention(*full, *found)
    antecedents.mention_under_appeal(paragraph, plain)
    pinpointed = list(scan.by_pinpoint())
    return sorted([*found, *pinpointed], key=lambda reference: reference.start)


class _Scan:
    """One reading of one paragraph; remembers which stretches are taken."""

    def __init__(
        self,
        paragraph: int,
        text: str,
        plain: str,
        antecedents: Antecedents,
        own: OwnIdentity,
        taken: list[tuple[int, int]],
    ) -> None:
        self.paragraph, self.text, self.plain = paragraph, text, plain
        self.antecedents, self.own, self.taken = antecedents, own, taken

    def by_name(self) -> Iterator[Reference]:
        """Citations like "judgment in SGAE" and "the SGAE judgment", with pinpoints on either side."""
        for match in LED.finditer(self.plain):
            if self._free(*match.span()):
                yield from self._led(match)
        for match in QUALIFIED.finditer(self.plain):
            target = self.antecedents.named(match["name"]) if self._free(*match.span()) else None
            if target:
                lead = Part("lead-in", *match.span("lead"))
                yield self._reference(target, match.span("name"), lead, match.end(), match.start())

    def _led(self, match: re.Match[str]) -> Iterator[Reference]:
        lead: Part | None = Part("lead-in", match.start(), match.end() - 1)
        start, position = match.start(), match.end()
        while name := name_at(self.plain, position):
            target, name = self._longest(name) or (None, name)
            if target is None and (lead is None or not is_telling(self.plain[slice(*name)])):
                return
            reference = self._reference(target, name, lead, name[1], start)
            if lead is None and not reference.pinpoints:
                return
            yield reference
            follows = NEXT_NAMED.match(self.plain, reference.end)
            if follows is None or not self.plain[match.start() : match.end()].rstrip().endswith("s in"):
                return
            lead, start, position = None, follows.end(), follows.end()

    def _longest(self, name: tuple[int, int]) -> tuple[Reference, tuple[int, int]] | None:
        """The decision that the name or its first words mean."""
        start, end = name
        while end > start:
            if target := self.antecedents.named(self.plain[start:end]):
                return target, (start, end)
            end = max(self.plain.rfind(" ", start, end), start)
        return None

    def by_pinpoint(self) -> Iterator[Reference]:
        """Pinpoints not yet taken: of the document itself, of "that judgment", of a named decision."""
        for match in EVERY_PINPOINT.finditer(self.plain):
            if not self._free(*match.span()):
                continue
            pinpoints = pinpoints_of(self.plain, *match.span())
            reference = self._read(pinpoints) if pinpoints else None
            if reference:
                self.antecedents.mention(reference)
                yield reference

    def _read(self, pinpoints: Pinpoints) -> Reference | None:
        return self._after(pinpoints) or self._before(pinpoints) or self._continued(pinpoints)

    def _continued(self, pinpoints: Pinpoints) -> Reference | None:
        """After "paragraph 54 of that judgment" a bare "paragraph 56" means the same decision."""
        if not BARE.match(self.plain, pinpoints.end) or not self.plain[pinpoints.start].islower():
            return None
        target = self._spoken_of(pinpoints.start)
        return self._targeted(target, pinpoints, pinpoints.end, "short") if target else None

    def _spoken_of(self, position: int) -> Reference | None:
        """The decision spoken of a little before, if no law was named since."""
        target = self.antecedents.last_in(self.paragraph, position)
        if target is None or target.kind in ("self", "own-opinion") or position - target.end > CONTINUES:
            return None
        return None if LAW.search(self.plain, target.end, position) else target

    def _after(self, pinpoints: Pinpoints) -> Reference | None:
        end = pinpoints.end
        if match := OF_ITSELF.match(self.plain, end):
            return self._own("self", pinpoints, match.end(), "J")
        if match := OF_THAT.match(self.plain, end):
            target = self._that(match, pinpoints.start)
            return self._targeted(target, pinpoints, match.end(), "short")
        if match := UNDER_APPEAL.match(self.plain, end):
            target = self.antecedents.defined(match["term"])
            return self._targeted(target, pinpoints, match.end(), "under-appeal")
        if match := OWN_OPINION.match(self.plain, end):
            return self._own("own-opinion", pinpoints, match.end(), "C")
        if match := THEREOF.match(self.plain, end):
            target = self._spoken_of(pinpoints.start)
            return self._targeted(target, pinpoints, match.end(), "short") if target else None
        if (match := OF_TERM.match(self.plain, end)) and (target := self.antecedents.defined(match["term"])):
            return self._targeted(target, pinpoints, match.end(), "short")
        if (match := OF_NAME.match(self.plain, end)) and (name := name_at(self.plain, match.end())):
            meant = self._longest(name)
            return self._named(meant[0], meant[1], pinpoints) if meant else None
        return None

    def _that(self, match: re.Match[str], position: int) -> Reference | None:
        """The decision last spoken of; on appeal "its judgment" is that of the court below."""
        below = self.antecedents.defined(f"{match['word']} under appeal") if match["whose"] == "its" else None
        return below or self.antecedents.latest(self.paragraph, position, match["word"])

    def _before(self, pinpoints: Pinpoints) -> Reference | None:
        back = BACK_TO_NAME.search(self.plain, max(0, pinpoints.start - 24), pinpoints.start)
        if back is None:
            return None
        name = name_before(self.plain, max(0, back.start() - 160), back.start())
        target = self.antecedents.named(self.plain[slice(*name)]) if name else None
        return self._named(target, name, pinpoints) if target and name and self._free(*name) else None

    def _reference(
        self, target: Reference | None, name: tuple[int, int], lead: Part | None, end: int, start: int
    ) -> Reference:
        """A reference by name, with the pinpoints beside it."""
        found: list[Pinpoints] = []
        above = CITED_ABOVE.match(self.plain, end)
        step = BESIDE.match(self.plain, above.end() if above else end)
        if step and (after := read_pinpoints(self.plain, step.end())) and not OF_THAT.match(self.plain, after.end):
            found.append(after)
        before = BEFORE_LED.search(self.plain, max(0, start - 240), start)
        if before and (read := pinpoints_of(self.plain, *before.span("pinpoint"))):
            found.insert(0, read)
        parts = [Part("name", *name), *(Part("pinpoint", pin.start, pin.end) for pin in found)]
        return self._built(target, [*parts, lead] if lead else parts, found, "short")

    def _named(self, target: Reference, name: tuple[int, int], pinpoints: Pinpoints) -> Reference:
        parts = [Part("name", *name), Part("pinpoint", pinpoints.start, pinpoints.end)]
        return self._built(target, parts, [pinpoints], "short")

    def _targeted(self, target: Reference | None, pinpoints: Pinpoints, end: int, kind: ReferenceKind) -> Reference:
        part = Part("pinpoint", pinpoints.start, pinpoints.end)
        return self._built(target, [part], [pinpoints], kind, end)

    def _own(self, kind: ReferenceKind, pinpoints: Pinpoints, end: int, letter: str) -> Reference:
        part = Part("pinpoint", pinpoints.start, pinpoints.end)
        reference = self._built(None, [part], [pinpoints], kind, end)
        if letter == "J":
            return replace(reference, celex=self.own.celex, ecli=self.own.ecli)
        numbers = tuple(self.own.case_numbers)
        celex = str(parse_case_number(numbers[0]).celex(letter)) if numbers else None
        return replace(reference, celex=celex, case_numbers=numbers)

    def _built(
        self,
        target: Reference | None,
        parts: list[Part],
        pinpoints: Sequence[Pinpoints],
        kind: ReferenceKind,
        end: int | None = None,
    ) -> Reference:
        parts.sort(key=lambda part: part.start)
        start = parts[0].start
        last = max(end or 0, *(part.end for part in parts))
        self.taken.append((start, last))
        return Reference(
            paragraph=self.paragraph,
            start=start,
            end=last,
            raw=self.text[start:last],
            kind=kind,
            case_numbers=target.case_numbers if target else (),
            ecli=target.ecli if target else None,
            celex=target.celex if target else None,
            name=target.name if target else self._name_in(parts),
            date=target.date if target else None,
            pinpoints=tuple(sorted({number for pin in pinpoints for number in pin.numbers})),
            filled=tuple(sorted({number for pin in pinpoints for number in pin.filled})),
            parts=tuple(parts),
        )

    def _name_in(self, parts: Sequence[Part]) -> str | None:
        return next((self.text[part.start : part.end] for part in parts if part.kind == "name"), None)

    def _free(self, start: int, end: int) -> bool:
        return all(end <= first or last <= start for first, last in self.taken)
