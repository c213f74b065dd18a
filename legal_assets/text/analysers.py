"""Analysers: how a text becomes words, and a word a term.

Belongs here: word patterns, what is dropped, which stemmer, under the name that indexes and runs record. Does
not belong here: numbering terms (`tokens.py`) and counting them (`indexes/`).
"""

import re
from dataclasses import dataclass
from typing import Final

import polars as pl

from legal_assets.text import stop_words


@dataclass(frozen=True, slots=True)
class Analyser:
    """How a text becomes terms.

    A text is normalised to NFKC if `nfkc`; its words are the matches of `word_pattern`. A word with more than
    `longest_word` characters, `most_digits` digits or `longest_repeat` equal characters in a row is dropped.
    What is left is put in lower case, dropped if it is a stop word, and stemmed by the Snowball algorithm
    `stemmer`.
    """

    name: str
    word_pattern: str = r"[^\W_]+"
    nfkc: bool = True
    stop_words: frozenset[str] = frozenset()
    stemmer: str | None = None
    longest_word: int | None = None
    most_digits: int | None = None
    longest_repeat: int | None = None

    def words(self, texts: pl.Series) -> pl.Series:
        """Return the words of each text, as a column of lists in text order."""
        texts = texts.str.normalize("NFKC") if self.nfkc else texts
        return texts.str.extract_all(self.word_pattern)

    def terms(self, words: pl.Series) -> pl.Series:
        """Return the term of each word, null where the word is dropped.

        Meant for distinct words: a collection has few of them, so what is done here costs little however
        large it is.
        """
        kept = pl.DataFrame({"word": words, "term": words.str.to_lowercase()}).select(
            pl.when(self._is_kept() & ~pl.col("term").is_in(sorted(self.stop_words))).then("term")
        )["term"]
        if self.longest_repeat is not None:
            repeated = re.compile(rf"(.)\1{{{self.longest_repeat}}}", re.DOTALL)
            has_repeat = pl.Series([bool(repeated.search(word)) for word in words], dtype=pl.Boolean)
            kept = kept.set(has_repeat, None)
        return kept if self.stemmer is None else _stems(kept, self.stemmer)

    def _is_kept(self) -> pl.Expr:
        kept = pl.lit(True)
        if self.longest_word is not None:
            kept &= pl.col("word").str.len_chars() <= self.longest_word
        if self.most_digits is not None:
            kept &= pl.col("word").str.count_matches("[0-9]") <= self.most_digits
        return kept


def _stems(terms: pl.Series, algorithm: str) -> pl.Series:
    """Return the stem of each term, null for null."""
    import Stemmer  # type: ignore[import-not-found]  # PyStemmer ships no types

    distinct = terms.unique().drop_nulls()
    stems = Stemmer.Stemmer(algorithm, 0).stemWords(distinct.to_list())
    return terms.replace_strict(distinct, pl.Series(stems, dtype=pl.String), default=None)


ANALYSERS: Final = {
    analyser.name: analyser
    for analyser in (
        Analyser("none"),
        Analyser("english-snowball", stop_words=stop_words.ENGLISH, stemmer="english"),
        Analyser("german-snowball", stop_words=stop_words.GERMAN, stemmer="german"),
        Analyser(
            "terrier-english",
            word_pattern="[0-9A-Za-z]+",
            nfkc=False,
            stop_words=stop_words.ENGLISH,
            stemmer="porter",
            longest_word=20,
            most_digits=4,
            longest_repeat=3,
        ),
    )
}
"""Analysers by name.

`none` cuts and lowers only. `english-snowball` removes stop words and stems by Snowball's English (Porter 2);
`german-snowball` does so for German, which maps ß to ss and umlauts to their vowels: what stands beside it in French
or Italian is cut by the same rules on both sides, and is found by words that the languages share.
`terrier-english` follows Terrier's defaults: its `EnglishTokeniser` (runs of ASCII letters and digits; words
over 20 characters, with more than 4 digits or more than 3 equal characters in a row are dropped), stop words
before stems, Porter's stemmer. Its stop words are ours, since Terrier's list is a file of Terrier: to use
that file, set them by `dataclasses.replace`.
"""


def analyser(name: str) -> Analyser:
    """Return the analyser with this name.

    Raises:
        ValueError: there is none; the text lists those that are.
    """
    if name not in ANALYSERS:
        raise ValueError(f"There is no analyser {name!r}; known: {', '.join(ANALYSERS)}.")
    return ANALYSERS[name]
