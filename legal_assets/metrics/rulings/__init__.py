"""Room metrics, rulings: what vectors and the citation graph tell of queries and the rulings they should find.

Belongs here: distances by match class, expansion by the citation graph, curves and plots of these. Does not belong
here: match classes and what is counted of them alone, which need no vectors (`metrics/`).
"""
