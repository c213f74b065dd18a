"""What cells made beside their table: index folders and the DuckDB file. A cell whose product is gone is not fresh.

Belongs here: looking whether products are still there. Does not belong here: making them (`indexes/`, `warehouse/`).
"""

from collections.abc import Sequence

from legal_assets.schemas import LEXICAL_INDEX, VECTOR_INDEX
from legal_assets.storage.partitions import Pointer
from legal_assets.wiring.resources import Workspace

_INDEXES = {"lexical_index": LEXICAL_INDEX, "page_index": LEXICAL_INDEX, "vector_index": VECTOR_INDEX}


def with_products(pointers: Sequence[Pointer], workspace: Workspace) -> list[Pointer]:
    """Return the pointers of the cells whose products are there; one without its product counts as never computed."""
    return [pointer for pointer in pointers if _has_product(pointer, workspace)]


def _has_product(pointer: Pointer, workspace: Workspace) -> bool:
    if pointer.asset == "warehouse":
        return workspace.duckdb().exists() and workspace.partitions().pins_lie_here()
    if pointer.asset in _INDEXES:
        digests = workspace.partitions().scan(_INDEXES[pointer.asset], [pointer]).select("digest").unique().collect()
        return all((workspace.indexes() / digest).is_dir() for digest in digests["digest"])
    return True
