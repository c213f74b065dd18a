"""Every benchmark in turn: `python -m benchmarks`.

Belongs here: the order. Does not belong here: what is measured.
"""

from benchmarks import dense, inference, lexical, metrics, pages

if __name__ == "__main__":
    lexical.main([])
    dense.main([])
    metrics.main([])
    inference.main([])
    pages.main([])
