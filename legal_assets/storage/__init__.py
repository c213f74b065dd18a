"""How bytes and tables are kept: raw store, Parquet partitions, content digests, atomic publish.

Belongs here: plain code that knows files and digests. Does not belong here: what a table means (`schemas/`),
Dagster (`wiring/`).
"""
