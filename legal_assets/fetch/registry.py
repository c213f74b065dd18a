"""Raw documents from the registry of imported files and from the bundled sample.

Belongs here: which files make a corpus. A corpus with imported files leaves its sample documents out. Does not
belong here: reading folders (`imports.py`).
"""

from importlib.resources import files
from typing import TYPE_CHECKING

import polars as pl

from legal_assets.fetch.imports import TAKEN
from legal_assets.schemas import RAW_DOCUMENTS, REJECTS
from legal_assets.storage.digests import bytes_digest, value_digest
from legal_assets.storage.raw import RawStore

if TYPE_CHECKING:
    from legal_assets.sample_site.documents import SampleDocument


def sample_digest(corpus: str) -> str:
    """Return the digest of the texts of a corpus's bundled documents, for the code version of what is made of them.

    The texts are read, not rendered: the definitions are loaded often.
    """
    if corpus != "cjeu":
        return ""
    texts = sorted((files("legal_assets.sample_site") / "judgments").iterdir(), key=lambda entry: entry.name)
    return value_digest([bytes_digest(text.read_bytes()) for text in texts])


def imported_documents(registry: pl.DataFrame) -> pl.DataFrame:
    """Return the raw documents among the imported files."""
    return registry.filter(pl.col("reason") == TAKEN).select(
        "corpus",
        pl.col("record_id").alias("file_id"),
        "doc_id",
        pl.lit("import").alias("source"),
        "name",
        "ecli",
        pl.lit(None, pl.String).alias("url"),
        "language",
        "media_type",
        "sha256",
        "size",
        pl.lit("ok").alias("status"),
        pl.lit(None, pl.String).alias("error"),
        pl.col("imported_at").alias("fetched_at"),
        pl.lit(None, pl.String).alias("etag"),
        pl.lit(None, pl.String).alias("last_modified"),
    )


def imported_rejects(registry: pl.DataFrame) -> pl.DataFrame:
    """Return the imported files that could not be taken."""
    return registry.filter(pl.col("reason") != TAKEN).select(
        "corpus", pl.lit("fetch").alias("room"), "record_id", "reason", "detail"
    )


def sample_documents(corpus: str, raw: RawStore) -> pl.DataFrame:
    """Put the bundled documents of a corpus into the raw store and return them as raw documents."""
    return RAW_DOCUMENTS.frame(
        [
            {
                "corpus": corpus,
                "file_id": f"{each.celex}.{each.language}.html",
                "doc_id": each.celex,
                "source": "sample",
                "name": each.file_name,
                "ecli": each.ecli.removeprefix("ECLI:"),
                "url": None,
                "language": each.language,
                "media_type": each.media_type,
                "sha256": raw.put(corpus, each.content),
                "size": len(each.content),
                "status": "ok",
                "error": None,
                "fetched_at": None,
                "etag": None,
                "last_modified": None,
            }
            for each in _samples(corpus)
        ]
    )


def raw_documents(
    corpus: str, registry: pl.DataFrame, profile: str, raw: RawStore
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return the raw documents of a corpus and the rejects of the registry.

    Raises:
        ValueError: there is no document at all.
    """
    documents = imported_documents(registry)
    if documents.is_empty() and profile == "sample":
        documents = sample_documents(corpus, raw)
    if documents.is_empty():
        raise ValueError(
            f"Corpus {corpus} has no document: profile {profile} brings none and no folder was imported. "
            f"Run `legal-assets import {corpus} FOLDER`, or unset LEGAL_ASSETS_PROFILE."
        )
    return RAW_DOCUMENTS.conform(documents), REJECTS.conform(imported_rejects(registry))


def _samples(corpus: str) -> "list[SampleDocument]":
    from legal_assets.sample_site.documents import sample_judgments

    return sample_judgments() if corpus == "cjeu" else []
