"""Settings of the model that checks conjunctive queries.

Belongs here: which steps it takes part in, where it is reached, what it may cost. Does not belong here: what
`LEGAL_ASSETS_…` says (`settings.py`), other models that are asked (`settings_sources.py`).
"""

from __future__ import annotations

from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

Step = Literal["clusters", "items", "paraphrases"]
STEPS: tuple[Step, ...] = ("clusters", "items", "paraphrases")


class ConditionJudge(BaseModel):
    """Who checks the concepts, items and wordings of conjunctive queries, at which price; nobody unless enabled."""

    model_config = ConfigDict(frozen=True, extra="forbid", protected_namespaces=())

    enabled: bool = False
    steps: tuple[Step, ...] = STEPS
    model: str = "glm-5.2"
    base_url: str = ""
    structured: bool = False
    max_tokens: int = Field(default=1000, ge=1)
    per_minute: float = Field(default=50.0, gt=0)
    max_usd: float = Field(default=5.0, ge=0)
    input_usd: float = Field(default=3.0, ge=0)
    output_usd: float = Field(default=15.0, ge=0)

    @model_validator(mode="after")
    def names_a_host(self) -> Self:
        """Refuse a judge that is nowhere: a key goes only to a host that was named."""
        if self.enabled and not self.base_url.startswith(("https://", "http://")):
            said = "begins with neither https:// nor http://" if self.base_url else "is not set"
            raise ValueError(f"`enabled` needs `base_url`, such as https://api.anthropic.com; it {said}")
        return self

    def takes(self, step: Step) -> bool:
        """Whether a model is asked in a step."""
        return self.enabled and step in self.steps

    @property
    def decides(self) -> tuple[object, ...]:
        """What may change a verdict: not the pace, nor the money."""
        if not self.enabled:
            return ()
        steps = tuple(step for step in STEPS if step in self.steps)
        return (steps, self.model, self.base_url, self.structured, self.max_tokens)
