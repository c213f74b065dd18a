"""Contract of queries that are written for a passage, by a language model or by rule.

Belongs here: the text with its origin and what the acceptance checks measured. Does not belong here: what is ranked
(`collections.py`).
"""

import polars as pl

from legal_assets.schemas.contract import Column, Table
from legal_assets.schemas.documents import CORPUS, DOC_ID, PASSAGE_ID

GENERATED_QUERIES = Table(
    "generated_queries",
    "One row per commentary passage that cites a ruling and profile: the query written for it, with its origin; "
    "refused ones keep the reasons and are rejects too.",
    ("corpus", "profile", "passage_id"),
    (
        CORPUS,
        Column("profile", pl.String(), "Who asks: `expert`, `layman` or `keyword`."),
        PASSAGE_ID,
        DOC_ID,
        Column(
            "text", pl.String(), "The query; of a refused one the last that was written, null for none.", nullable=True
        ),
        Column("is_accepted", pl.Boolean(), "Whether it passed the checks."),
        Column("reasons", pl.List(pl.String()), "Why it was refused; empty if accepted."),
        Column("attempts", pl.Int32(), "How often it was asked for."),
        Column("language", pl.String(), "Language of the query, identified."),
        Column("provider", pl.String(), "`anthropic`, or `rule` for one made without a model."),
        Column("model", pl.String(), "Model that answered, or the name and version of the rule."),
        Column("prompt_version", pl.String(), "Version of the prompt; of a rule its name."),
        Column("prompt_digest", pl.String(), "SHA-256 of prompt file and passage as sent."),
        Column("longest_run", pl.Int32(), "Longest run of words shared with the passage, in words."),
        Column("overlap", pl.Float64(), "Share of the query's trigrams of words that the passage has."),
        Column("input_tokens", pl.Int64(), "Tokens read by the model, all attempts; 0 for a rule."),
        Column("output_tokens", pl.Int64(), "Tokens written by the model, all attempts; 0 for a rule."),
        Column("cost_usd", pl.Float64(), "Price of all attempts at the prices of the settings.", observation=True),
    ),
)
