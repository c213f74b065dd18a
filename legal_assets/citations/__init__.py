"""Citations: who cites whom, from which passage, with which pinpoint.

Here belongs everything that finds references in one document: the publisher's links, the prose of the
passage, imported rows of other collections, and the merging of these with their provenance. Segmenting
documents belongs in `passages`, taking references out of a text in `masking`, and choosing which citations
become judgments of relevance in `collections`.
"""
