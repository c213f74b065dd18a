"""Text as the lexical systems see it: words, stop words, stems, term numbers.

Belongs here: plain functions and values over texts, with no corpus, no table and no asset in them. Does not
belong here: what is taken out of a text before it is searched (`masking/`), and what is counted over terms
(`indexes/`).
"""
