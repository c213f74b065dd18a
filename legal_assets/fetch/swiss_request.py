"""What is wanted from the court's site and from the commentaries' site, as plain values.

Belongs here: the request that the child process reads, and what it says of each document. Does not belong here: asking
(`swiss_spiders.py`), what becomes of the answers (`swiss.py`).
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

Status = Literal["fetched", "unchanged", "failed"]
OUTCOMES, END = "outcomes.jsonl", "end"
"""Name of the file in which the child notes what became of each document, and the kind of its last line."""


@dataclass(frozen=True, slots=True)
class SwissRequest:
    """Volumes and divisions of rulings, languages of commentaries, and how the hosts are treated.

    `known` are entity tags by address, for conditional requests; `done` are addresses that an earlier start of the same
    refresh has finished. `recorded_url`, if given, stands for both hosts in what is kept.
    """

    court_url: str
    commentary_url: str
    volumes: tuple[int, int]
    divisions: tuple[str, ...]
    languages: tuple[str, ...]
    user_agent: str
    per_minute: float
    at_once: int = 2
    obey_robots: bool = True
    timeout: float = 60.0
    retries: int = 4
    longest_wait: float = 120.0
    recorded_url: str = ""
    known: Mapping[str, str] = field(default_factory=dict)
    done: tuple[str, ...] = ()

    def recorded(self, url: str) -> str:
        """Return an address as it is kept."""
        for base in (self.court_url, self.commentary_url) if self.recorded_url else ():
            url = url.replace(base, self.recorded_url, 1)
        return url

    def asked(self, url: str) -> str:
        """Return an address as it is asked; both hosts are one where another stands for them."""
        return url.replace(self.recorded_url, self.court_url, 1) if self.recorded_url else url

    def written(self) -> dict[str, Any]:
        """Return the request as values that JSON can write."""
        return asdict(self)

    @classmethod
    def read(cls, values: Mapping[str, Any]) -> "SwissRequest":
        """Return the request that was written."""
        first, last = values["volumes"]
        tuples = {name: tuple(values[name]) for name in ("divisions", "languages", "done")}
        return cls(**{**values, **tuples, "volumes": (first, last)})


@dataclass(frozen=True, slots=True)
class SwissOutcome:
    """What became of one document or list: `name` says which, `file` is where its bytes lie below the folder."""

    url: str
    name: str
    status: Status
    is_list: bool = False
    file: str = ""
    etag: str | None = None
    last_modified: str | None = None
    code: str | None = None
    detail: str | None = None
