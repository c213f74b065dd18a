"""Settings of judgments and Swiss rulings: their sources, their splits, and who writes queries.

Belongs here: groups of values, and what every source that is asked has in common. Does not belong here: what
`LEGAL_ASSETS_…` says (`settings.py`), reports (`settings_reports.py`).
"""

from __future__ import annotations

import os
from datetime import date
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

Profile = Literal["sample", "live"]


class Polite(BaseModel):
    """How we present ourselves to a host, and whether we do as its robots.txt asks."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    contact: str = ""
    obey_robots: bool = True

    @property
    def user_agent(self) -> str:
        """What requests say of who asks."""
        return f"legal-assets ({self.contact})" if self.contact else "legal-assets"


class Splits(BaseModel):
    """Three splits of a corpus by decision date; a split ends the day before the next begins."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    dev_from: date = date(2018, 1, 1)
    test_from: date = date(2022, 1, 1)
    test_until: date = date(2025, 12, 31)

    @model_validator(mode="after")
    def in_order(self) -> Self:
        """Refuse splits that overlap."""
        if not self.dev_from < self.test_from <= self.test_until:
            raise ValueError("dev_from < test_from <= test_until must hold")
        return self


class Cellar(Polite):
    """What is wanted from EUR-Lex Cellar, and how its host is treated."""

    base_url: str = "https://publications.europa.eu"
    first: date = date(1954, 1, 1)
    last: date = date(2025, 12, 31)
    courts: tuple[str, ...] = ("C",)
    kinds: tuple[str, ...] = ("J",)
    languages: tuple[str, ...] = ("eng",)
    per_second: float = Field(default=2.0, gt=0)
    at_once: int = Field(default=4, ge=1)
    run_seconds: float | None = None
    obey_robots: bool = True


class SwissSites(Polite):
    """What is wanted from the court's site and from the commentaries' site, and how the hosts are treated."""

    court_url: str = "https://search.bger.ch"
    commentary_url: str = "https://onlinekommentar.ch"
    first_volume: int = Field(default=80, ge=1)
    last_volume: int = Field(default=152, ge=1)
    divisions: tuple[str, ...] = ("I", "Ia", "Ib", "II", "III", "IV", "V")
    languages: tuple[str, ...] = ("de", "fr", "it", "en")
    per_minute: float = Field(default=60.0, gt=0)
    at_once: int = Field(default=2, ge=1)
    obey_robots: bool = True


class Rulings(BaseModel):
    """How the collections of Swiss rulings are made."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    candidates: tuple[Literal["consideration", "headnote", "facts"], ...] = ("consideration",)
    nearest: int = Field(default=10, ge=1, le=100)


class QueryWriter(BaseModel):
    """Who writes the queries of Swiss commentaries, at which price."""

    model_config = ConfigDict(frozen=True, extra="forbid", protected_namespaces=())

    generator: Literal["auto", "rule", "anthropic"] = "auto"
    model: str = "claude-sonnet-4-6"
    mode: Literal["batch", "direct"] = "batch"
    base_url: str = "https://api.anthropic.com"
    max_tokens: int = Field(default=300, ge=1)
    per_minute: float = Field(default=50.0, gt=0)
    max_usd: float = Field(default=5.0, ge=0)
    input_usd: float = Field(default=3.0, ge=0)
    output_usd: float = Field(default=15.0, ge=0)

    def uses_model(self, profile: Profile) -> bool:
        """Whether a model is asked: if it is named; of itself only where a key is there and the sources are live."""
        return self.generator == "anthropic" or (
            self.generator == "auto" and profile == "live" and anthropic_key() is not None
        )


def anthropic_key() -> str | None:
    """Return the key of the Anthropic API, which only the environment has: `ANTHROPIC_API_KEY`."""
    return os.environ.get("ANTHROPIC_API_KEY") or None
