"""Systems composed of searches for conditions and pages, as plain data, one entry each.

Belongs here: which there are, their role, and the method (`rankings/composed.py`) by which each ranks. They are run
together for each corpus that has conjunctive queries, or for each of its dense models, since they share their searches.
Does not belong here: systems that are partitions of their own (`catalog.py`).
"""

from legal_assets.catalog import SYSTEMS, Role, System


def _composed(key: str, title: str, method: str, role: Role = "fair") -> System:
    return System(key, "composed", title, role, method, "english-snowball")


COMPOSED: tuple[System, ...] = (
    _composed("bm25-and", "BM25 of documents with every term of all conditions", "all-terms"),
    _composed(
        "bm25-conditions-min",
        "BM25 for each condition, least of shares of the list's best, 0 where missing",
        "conditions-min",
    ),
    _composed(
        "bm25-conditions-product",
        "BM25 for each condition, product of shares of the list's best, 0 where missing",
        "conditions-product",
    ),
    _composed(
        "bm25-conditions-harmonic",
        "BM25 for each condition, harmonic mean of shares of the list's best, 0 where missing",
        "conditions-harmonic",
    ),
    _composed("bm25-page-max", "Best page by BM25", "page-max"),
    _composed("bm25-page-mean", "Mean of the three best pages by BM25", "page-mean"),
    _composed("bm25-distinct-pages", "Distinct pages for conditions, the weakest by BM25", "distinct-pages"),
    _composed("coverage-aware", "Fused candidates by coverage of conditions with distinct pages", "coverage"),
    _composed("bm25-single-page", "All conditions on one page, by BM25", "single-page", "control"),
    _composed("bm25-without-1", "BM25 without the first condition", "without-1", "control"),
    _composed("bm25-without-2", "BM25 without the second condition", "without-2", "control"),
    _composed("bm25-without-3", "BM25 without the third condition, where there is one", "without-3", "control"),
    _composed("random", "An order that looks random", "random", "control"),
    _composed("concept-prior", "Documents that mention most concepts, whatever is asked", "concept-prior", "control"),
    _composed("fact-count", "Number of conditions that facts say are met", "fact-count", "privileged"),
)

_COMBINED = {
    "min": "least of scores",
    "product": "product of scores",
    "harmonic": "harmonic mean of scores",
}


def decomposed(model: str) -> tuple[System, ...]:
    """Return the systems that ask a dense model for each condition alone; `model` of each says how lists are joined."""
    return tuple(
        System(
            f"{model}-conditions-{how}",
            "decomposed",
            f"{model} for each condition, {words} from 0 to 1 in each list, 0 where missing",
            "fair",
            how,
            parts=(model,),
        )
        for how, words in _COMBINED.items()
    )


DECOMPOSED: tuple[System, ...] = tuple(
    system for dense in SYSTEMS if dense.family == "dense" for system in decomposed(dense.key)
)

EVERY_SYSTEM: tuple[System, ...] = (*SYSTEMS, *COMPOSED, *DECOMPOSED)

ROLES: dict[str, str] = {system.key: system.role for system in EVERY_SYSTEM}
"""Role of every system, by its key."""
