"""`python -m legal_assets.cli`: the same commands."""

from legal_assets.cli import main

main()
