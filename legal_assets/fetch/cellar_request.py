"""What is wanted from Cellar: window, courts, kinds, languages, and the addresses that follow from them.

Belongs here: parameters and what they mean in Cellar's terms. Does not belong here: asking (`cellar_register.py`,
`negotiation.py`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from importlib.resources import files
from urllib.parse import quote, urlsplit

from legal_assets.fetch.exchange import is_loopback
from legal_assets.fetch.sparql import MOST_ROWS
from legal_assets.storage.digests import value_digest
from legal_assets.text.celex import COURTS, KINDS

PUBLIC_URL = "https://publications.europa.eu"
ENDPOINT = "/webapi/rdf/sparql"
ONE_DAY = timedelta(days=1)

LANGUAGES = {
    "bul": "bg", "ces": "cs", "dan": "da", "deu": "de", "ell": "el", "eng": "en", "est": "et", "fin": "fi",
    "fra": "fr", "gle": "ga", "hrv": "hr", "hun": "hu", "ita": "it", "lav": "lv", "lit": "lt", "mlt": "mt",
    "nld": "nl", "pol": "pl", "por": "pt", "ron": "ro", "slk": "sk", "slv": "sl", "spa": "es", "swe": "sv",
}  # fmt: skip
"""Languages as Cellar wants them in `Accept-Language` (ISO 639-2/T), and as file ids have them."""


@dataclass(frozen=True, slots=True, order=True)
class Slice:
    """A stretch of decision dates, asked for in one query.

    With `numbers` these CELEX numbers are asked for, in place of those of the wanted courts and kinds.
    """

    first: date
    after: date
    numbers: tuple[str, ...] = ()

    def halves(self) -> "tuple[Slice, Slice] | None":
        """Return the two halves, or None for a single day."""
        days = (self.after - self.first).days
        if days < 2:
            return None
        middle = self.first + timedelta(days=days // 2)
        return Slice(self.first, middle, self.numbers), Slice(middle, self.after, self.numbers)


_EVER = Slice(date(1952, 1, 1), date(2100, 1, 1))
_NUMBERS_AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class CellarRequest:
    """A corpus to be had from Cellar.

    `courts` and `kinds` are the letters of CELEX numbers (`C` and `J` for judgments of the Court of Justice);
    `languages` are tried in this order, and the first that a decision has is taken. `source` is what
    `raw_documents` says of where the files came from. The registers are asked for by `slice_months` months at a time;
    more than one suits a small source.
    """

    first: date
    last: date
    courts: tuple[str, ...] = ("C",)
    kinds: tuple[str, ...] = ("J",)
    languages: tuple[str, ...] = ("eng",)
    base_url: str = PUBLIC_URL
    corpus: str = "cjeu"
    source: str = "live"
    with_citations: bool = True
    slice_months: int = 1
    page_rows: int = 5_000

    def __post_init__(self) -> None:
        """Refuse what Cellar could not answer.

        Raises:
            ValueError: a parameter cannot be used; the text says which and what can.
        """
        if self.first > self.last:
            raise ValueError(f"The window begins on {self.first}, after its end on {self.last}.")
        for name, given, known in (
            ("court", self.courts, COURTS),
            ("kind", self.kinds, KINDS),
            ("language", self.languages, LANGUAGES),
        ):
            unknown = [each for each in given if each not in known]
            if unknown or not given:
                raise ValueError(f"Cellar has no {name} {', '.join(unknown) or '(none)'}; known: {', '.join(known)}.")
        if self.slice_months < 1:
            raise ValueError(f"A slice of {self.slice_months} months cannot be asked for; 1 and more can.")
        if not 1 <= self.page_rows <= MOST_ROWS:
            raise ValueError(f"A page of {self.page_rows} rows cannot be asked for; 1 to {MOST_ROWS:,} can.")
        address = urlsplit(self.base_url)
        if address.scheme not in ("http", "https") or not address.hostname or self.base_url.endswith("/"):
            raise ValueError(f"{self.base_url!r} is no address of a host; write it like {PUBLIC_URL}.")

    @property
    def endpoint(self) -> str:
        """Address of the search endpoint."""
        return self.base_url + ENDPOINT

    @property
    def celex_pattern(self) -> str:
        """Regular expression of the wanted CELEX numbers, renditions such as summaries left out."""
        descriptors = "|".join(court + kind for court in self.courts for kind in self.kinds)
        return f"^6[0-9]{{4}}({descriptors})[0-9]{{4}}([(][0-9]{{2}}[)])?$"

    def document_url(self, celex: str) -> str:
        """Address at which a decision is asked for, reserved characters encoded."""
        return self.base_url + document_path(celex)

    def recorded_url(self, celex: str) -> str:
        """Address as `raw_documents` keeps it: without the host where that is this machine, whose port changes."""
        return document_path(celex) if is_loopback(self.base_url) else self.document_url(celex)

    def slices(self) -> Iterator[Slice]:
        """The window in months, or in stretches of several; the first and the last are cut to it."""
        end = self.last + ONE_DAY
        first = self.first
        while first < end:
            months = first.year * 12 + first.month - 1 + self.slice_months
            after = min(end, date(months // 12, months % 12 + 1, 1))
            yield Slice(first, after)
            first = after

    def named_slices(self, numbers: Sequence[str]) -> Iterator[Slice]:
        """Slices of all time that ask for these CELEX numbers, some at a time; the window does not matter."""
        for start in range(0, len(numbers), _NUMBERS_AT_ONCE):
            yield Slice(_EVER.first, _EVER.after, tuple(numbers[start : start + _NUMBERS_AT_ONCE]))

    def wants(self, celex: str) -> bool:
        """Whether a CELEX number has one of the wanted courts and kinds."""
        return celex[5:6] in self.courts and celex[6:7] in self.kinds

    def query(self, name: str, part: Slice) -> str:
        """Return the text of a query for one slice, `$limit` and `$offset` left for the pages."""
        parameters = {
            "$first": part.first.isoformat(),
            "$after": part.after.isoformat(),
            "$celex_pattern": _alternatives(part.numbers) if part.numbers else self.celex_pattern,
            "$cited_pattern": "^6",
            "$languages": ", ".join(f"lang:{language.upper()}" for language in self.languages),
        }
        text = "\n".join(line for line in read_query(name).splitlines() if not line.startswith("#"))
        for parameter, value in parameters.items():
            text = text.replace(parameter, value)
        return text

    def digest(self) -> str:
        """Digest of everything that decides what is fetched; the port of this machine does not."""
        host = "" if is_loopback(self.base_url) else self.base_url
        return value_digest(
            [host, self.first, self.last, self.courts, self.kinds, self.languages, self.corpus, self.source,
             self.with_citations, self.slice_months, self.page_rows]
        )  # fmt: skip


def _alternatives(numbers: Sequence[str]) -> str:
    """Regular expression of these CELEX numbers; brackets in classes, since the query has no back-slashes."""
    return f"^({'|'.join(number.replace('(', '[(]').replace(')', '[)]') for number in numbers)})$"


def document_path(celex: str) -> str:
    """Path of a decision, reserved characters encoded: `/resource/celex/62019CV0001%2802%29`."""
    return f"/resource/celex/{quote(celex, safe='')}"


def read_query(name: str) -> str:
    """Return a query as it lies in `queries/`, with its comments."""
    return (files("legal_assets.fetch") / "queries" / f"{name}.rq").read_text(encoding="utf-8")
