"""Typing commands, and what they said.

Belongs here: what tests of the command line share; the fixture `type_command` lies in `conftest.py`.
"""

from collections.abc import Callable
from typing import NamedTuple


class Said(NamedTuple):
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str


Type = Callable[..., Said]


def assert_mistake(said: Said, *words: str) -> None:
    """One line on standard error, exit code 1, with these words."""
    assert said.code == 1
    assert said.out == ""
    assert said.err.startswith("error  ")
    assert said.err.count("\n") == 1, said.err
    assert [word for word in words if word not in said.err] == []
