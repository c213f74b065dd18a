"""Prompts, one file each in `prompts/`: the version in the first line, then the system text.

Belongs here: reading them. Does not belong here: what is asked with them.
"""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Prompt:
    """One prompt: its version and the system text."""

    version: str
    system: str


@cache
def prompt_of(name: str) -> Prompt:
    """Return a prompt, from its file in the package."""
    text = files("legal_assets.collections").joinpath("prompts", f"{name}.md").read_text(encoding="utf-8")
    version, _, system = text.partition("\n\n")
    return Prompt(version.removeprefix("version:").strip(), system.strip())


def as_material(text: str) -> str:
    """Return a text so that nothing in it can close the brackets that it is put between."""
    return text.replace("<", "‹").replace(">", "›")
