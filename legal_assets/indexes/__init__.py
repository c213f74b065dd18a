"""Indexes: what rankings are made from.

Belongs here: counted terms of candidates, term weights under each model, and how an index lies on disk; the
assets that keep them. Does not belong here: words and terms themselves (`text/`), queries and scores
(`rankings/`).
"""
