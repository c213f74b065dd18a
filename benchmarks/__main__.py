"""Every benchmark in turn: `python -m benchmarks`.

Belongs here: the order. Does not belong here: what is measured.
"""

from benchmarks import inference, lexical, metrics

if __name__ == "__main__":
    lexical.main([])
    metrics.main([])
    inference.main([])
