"""`legal-assets …`: the commands users type.

Belongs here: arguments, progress, what is printed, and turning a user's mistake into one line. Does not belong here:
anything that computes. Heavy modules are imported by the command that needs them.
"""

from legal_assets.cli import running, sources, viewing
from legal_assets.cli.application import app, main

__all__ = ["app", "main", "running", "sources", "viewing"]
