"""Masking: taking out of a passage what reveals the decisions it cites.

Here belong the two ways of masking (by citations, and by named entities with regular expressions), the
tidying of what is left, the names that reveal a decision, and a checker of leaks that shares no code with
them.
Finding citations belongs in `citations`; making queries of masked passages belongs in `collections`.
"""
