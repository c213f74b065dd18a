"""Declared blocks of comparisons: which variants were tried against which baseline.

The eight questions are ours, of the kind that the n-Clue study asks; its own blocks (Table 5) are not reproduced here,
so that corrected p-values cannot be set beside its own. A block whose systems do not exist yet is tested without them.

Belongs here: blocks as plain data, one entry each. Does not belong here: the tests (`measures/`, `metrics/`), and
which systems are enabled (`settings.py`): a block is tested with those of its variants that are.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Block:
    """Variants that answer one question, tried against one baseline.

    `measure` is what is tested. The best variant is chosen on the task `chosen_on` and reported on all tasks: on that
    one the choice is post hoc, which its rows say.
    """

    key: str
    title: str
    baseline: str
    variants: tuple[str, ...]
    measure: str = "nClue@10"
    chosen_on: str = "raw"


BLOCKS: tuple[Block, ...] = (
    Block(
        "conditions-lexical",
        "Does asking for each condition alone help BM25?",
        "bm25",
        ("bm25-and", "bm25-conditions-min", "bm25-conditions-product", "bm25-conditions-harmonic"),
    ),
    Block(
        "pages-lexical",
        "Does scoring pages help BM25?",
        "bm25",
        ("bm25-page-max", "bm25-page-mean", "bm25-distinct-pages"),
    ),
    Block("dense-joint", "Are dense models better than BM25?", "bm25", ("minilm",)),
    Block(
        "conditions-dense",
        "Does asking for each condition alone help a dense model?",
        "minilm",
        ("minilm-conditions-min", "minilm-conditions-product", "minilm-conditions-harmonic"),
    ),
    Block("fusion", "Does fusion help BM25?", "bm25", ("rrf-bm25-minilm", "rrf-bm25-tfidf", "rrf-bm25-dph")),
    Block("reranking-text", "Does reranking the first hundred help BM25?", "bm25", ("bm25-bge-reranker",)),
    Block("pages-visual", "Are page images better than BM25?", "bm25", ("colqwen2-5", "qwen3-vl-embedding-2b")),
    Block(
        "coverage",
        "Is a ranking that covers conditions with distinct pages better than the same without?",
        "bm25-distinct-pages",
        ("coverage-aware",),
    ),
)
