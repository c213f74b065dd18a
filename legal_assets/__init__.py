"""Legal retrieval test collections, rankings and metrics as one Dagster lineage.

Rooms, in lineage order: fetch, pages, passages, citations, masking, collections, indexes, rankings, metrics,
warehouse, reports. Importing the package itself imports none of them.
"""
