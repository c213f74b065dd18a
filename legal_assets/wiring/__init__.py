"""Everything Dagster that is not an asset: IO manager, partition sets, automation, results, jobs, runs.

Belongs here: wiring that all rooms share. Does not belong here: what an asset computes (the rooms).
"""
