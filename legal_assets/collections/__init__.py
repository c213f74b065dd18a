"""Test collections: tasks, queries, candidates and qrels.

Belongs here: which passages become queries, what they rank and what counts as relevant. Does not belong here:
finding citations (`citations/`), hiding them (`masking/`), ranking (`rankings/`).
"""
