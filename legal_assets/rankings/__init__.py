"""Rankings: queries against indexes, the best candidates of each with rank and score.

Belongs here: scoring, choosing parameters on a development task, runs in other tools' formats; the assets
that keep rankings. Does not belong here: term weights (`indexes/`), judging a ranking (`measures/`,
`metrics/`).
"""
