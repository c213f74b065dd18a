"""Metrics: measures per query from stored ranks, and their means with intervals.

Belongs here: scoring rankings against qrels. Does not belong here: statistics on arrays (`measures/`), the published
tables (`warehouse/`).
"""
