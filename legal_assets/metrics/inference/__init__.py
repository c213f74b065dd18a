"""Room metrics, inference: assets that compare all systems of a corpus.

Belongs here: the assets. Does not belong here: the tests themselves (`blocks.py`, `comparisons.py`, `robustness.py`,
`orders.py`), measures and means of one system (`metrics/assets.py`).
"""
