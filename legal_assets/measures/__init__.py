"""Measures and statistics on values: intervals, tests.

Belongs here: formulas on arrays, each with its source. Does not belong here: assets; measures per query, which are
SQL (`sql/measures/`, run by `metrics/`).
"""
