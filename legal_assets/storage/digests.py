"""Content digests: SHA-256 of bytes and of the content columns of a frame.

Belongs here: what makes two contents equal. Does not belong here: where they are kept.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import polars as pl

_SLICE_ROWS = 500_000


def bytes_digest(data: bytes) -> str:
    """Return the SHA-256 of bytes, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def value_digest(value: object) -> str:
    """Return the SHA-256 of a value that JSON can write, keys sorted."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), default=str)
    return bytes_digest(text.encode())


class FrameDigest:
    """The SHA-256 over rows that come in parts.

    Every column contributes its name, its type and streams of canonical little-endian buffers (null marks, lengths,
    values). The streams are joined over the parts, so that how rows are cut into parts, offsets of slices and bytes
    behind nulls do not matter. Minus zero counts as zero; all NaN are alike.
    """

    def __init__(self, schema: Mapping[str, pl.DataType]) -> None:
        """Digest columns of these names and types, in this order."""
        self._schema = dict(schema)
        self._streams: dict[str, Any] = {}
        self._rows = 0

    def update(self, frame: pl.DataFrame) -> None:
        """Add rows, a slice at a time."""
        self._rows += frame.height
        for part in frame.select(list(self._schema)).iter_slices(_SLICE_ROWS):
            table = part.to_arrow()
            for name in self._schema:
                for stream, data in _buffers(name, table.column(name).combine_chunks()):
                    self._streams.setdefault(stream, hashlib.sha256()).update(data)

    def hexdigest(self) -> str:
        """Return the digest of all rows so far."""
        digest = hashlib.sha256(str(self._rows).encode())
        for name, kind in self._schema.items():
            digest.update(f"\0{name}\0{kind}".encode())
        for stream in sorted(self._streams) if self._rows else ():
            digest.update(f"\0{stream}\0".encode() + self._streams[stream].digest())
        return digest.hexdigest()


def frame_digest(frame: pl.DataFrame, columns: Sequence[str]) -> str:
    """Return the SHA-256 over these columns of a frame, in its row order (see `FrameDigest`)."""
    digest = FrameDigest({name: frame.schema[name] for name in columns})
    digest.update(frame)
    return digest.hexdigest()


def _buffers(name: str, array: Any) -> Iterator[tuple[str, bytes]]:
    """Yield (stream, bytes) of one Arrow array, nested arrays flattened."""
    import numpy as np
    import pyarrow as pa
    import pyarrow.compute

    compute: Any = pyarrow.compute
    kind = array.type
    yield f"{name}.null", array.is_null().to_numpy(zero_copy_only=False).astype("u1").tobytes()
    if pa.types.is_null(kind):
        return
    if pa.types.is_struct(kind):
        for field, child in zip(kind, array.flatten(), strict=True):
            yield from _buffers(f"{name}.{field.name}", child)
    elif pa.types.is_large_list(kind) or pa.types.is_list(kind):
        lengths = compute.fill_null(compute.list_value_length(array), 0).cast(pa.int64())
        yield f"{name}.length", lengths.to_numpy(zero_copy_only=False).astype("<i8").tobytes()
        yield from _buffers(f"{name}.item", array.flatten())
    elif pa.types.is_large_string(kind) or pa.types.is_string(kind) or pa.types.is_large_binary(kind):
        binary = compute.fill_null(array.cast(pa.large_binary()), b"")
        lengths = compute.binary_length(binary).cast(pa.int64())
        yield f"{name}.length", lengths.to_numpy(zero_copy_only=False).astype("<i8").tobytes()
        offsets = np.frombuffer(binary.buffers()[1], dtype="<i8")[binary.offset : binary.offset + len(binary) + 1]
        data = binary.buffers()[2]
        if data is not None and len(offsets):
            yield f"{name}.bytes", data[int(offsets[0]) : int(offsets[-1])].to_pybytes()
    elif pa.types.is_floating(kind):
        values = compute.fill_null(array, 0.0).to_numpy(zero_copy_only=False) + 0.0
        yield f"{name}.value", np.where(np.isnan(values), np.nan, values).astype(values.dtype).tobytes()
    elif pa.types.is_boolean(kind):
        values = compute.fill_null(array, False).to_numpy(zero_copy_only=False)
        yield f"{name}.value", values.astype("u1").tobytes()
    else:
        integers = pa.int32() if kind.bit_width == 32 else pa.int64()
        plain = array if pa.types.is_integer(kind) else array.cast(integers)
        yield f"{name}.value", compute.fill_null(plain, 0).to_numpy(zero_copy_only=False).tobytes()
