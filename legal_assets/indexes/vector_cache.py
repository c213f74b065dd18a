"""A cache of encoded texts in shards, so that a killed run resumes and one changed text costs one text.

Belongs here: files of rows under the digest of the text they were made from, one folder a space (model, revision,
settings). Does not belong here: what is encoded (`embedding.py`), and the record itself (the table `embeddings`).

A shard is one `.npy` file of records, written aside and renamed, never changed, and mapped when read. Rows of several
shards together are as wide as the widest; zeros follow the shorter (sparse vectors differ in number of terms).
"""

import fcntl
import hashlib
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from legal_assets.indexes.encoding import Encoded

_DIGEST_BYTES = 32
_FEW_SHARDS = 64


def text_digest(text: str) -> str:
    """Return the SHA-256 of a text, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def pair_digest(query: str, candidate: str) -> str:
    """Return the SHA-256 of a pair of texts, in hexadecimal; where one ends and the other begins counts."""
    return hashlib.sha256(f"{len(query)}:{query}{candidate}".encode()).hexdigest()


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder, which is made; the lock of a killed process is free."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of digests that were asked for, in their order, windows of one digest ascending."""

    digests: pl.Series
    windows: NDArray[np.int32]
    spans: NDArray[np.int32]
    tokens: NDArray[np.int32]
    truncated: NDArray[np.bool_]
    vectors: NDArray[np.float32]


class VectorCache:
    """The rows of one space; digests are hexadecimal SHA-256."""

    def __init__(self, folder: Path, space: str) -> None:
        """Open the cache below `folder`; a space of another name shares nothing with it."""
        self._folder = folder / space
        self._shards: list[NDArray[Any]] = []
        self._parts = [pl.DataFrame(schema={"digest": pl.Binary, "shard": pl.UInt32, "row": pl.UInt32})]
        for path in sorted(self._folder.glob("*.npy")):
            self._add(np.load(path, mmap_mode="r"))

    def missing(self, digests: Sequence[str]) -> list[int]:
        """Return the places of the digests that have no rows, the first of each only."""
        wanted = pl.DataFrame({"digest": pl.Series(digests, dtype=pl.String).str.decode("hex")})
        absent = wanted.with_row_index("place").unique("digest", keep="first").join(self._places, "digest", "anti")
        return absent["place"].sort().to_list()

    def put(self, digests: Sequence[str], encoded: Encoded) -> None:
        """Keep the rows of texts, `digests[i]` for the text numbered `i`; whole on disk when this returns."""
        kind = np.dtype(
            [
                ("digest", f"V{_DIGEST_BYTES}"),
                ("window", "<i4"),
                ("span", "<i4", (2,)),
                ("tokens", "<i4"),
                ("truncated", "?"),
                ("vector", "<f4", encoded.vectors.shape[1:]),
            ]
        )
        shard = np.empty(len(encoded.texts), kind)
        raw = np.frombuffer(bytes.fromhex("".join(digests)), f"V{_DIGEST_BYTES}")
        shard["digest"] = raw[encoded.texts]
        shard["window"], shard["span"], shard["tokens"] = encoded.windows, encoded.spans, encoded.tokens
        shard["truncated"], shard["vector"] = encoded.truncated, encoded.vectors
        self._add(self._write(shard))

    def rows(self, digests: Sequence[str]) -> Rows:
        """Return the rows of digests, in their order.

        Raises:
            ValueError: a digest has no rows.
        """
        wanted = pl.DataFrame({"hex": pl.Series(digests, dtype=pl.String)}).with_row_index("place")
        wanted = wanted.with_columns(digest=pl.col("hex").str.decode("hex"))
        found = wanted.join(self._places, "digest", "left").sort("place", "row")
        absent = found.filter(pl.col("row").is_null())
        if absent.height:
            raise ValueError(f"The text with digest {absent['hex'][0]} was not encoded in this space.")
        records = _gather(self._shards, found) if found.height else np.empty(0, self._kind())
        return Rows(
            found["hex"],
            records["window"],
            records["span"],
            records["tokens"],
            records["truncated"],
            records["vector"],
        )

    def truncated(self, digests: Sequence[str]) -> int:
        """Return how many of these digests have a row whose text went on where the model stopped reading."""
        wanted = pl.DataFrame({"digest": pl.Series(digests, dtype=pl.String).str.decode("hex")}).unique()
        found = wanted.join(self._places, "digest").with_columns(cut=pl.lit(value=False))
        parts = [
            part.with_columns(cut=pl.Series(self._shards[number]["truncated"][part["row"].to_numpy()]))
            for (number,), part in found.group_by("shard")
        ]
        return pl.concat([found.clear(), *parts]).filter("cut")["digest"].n_unique()

    def compact(self) -> None:
        """Join the shards of this space into one when they are many, as after many small runs."""
        if len(self._shards) <= _FEW_SHARDS:
            return
        old = sorted(self._folder.glob("*.npy"))
        joined = self._write(_gather(self._shards, _every_row(self._shards)))
        for path in old:
            path.unlink()
        self._shards, self._parts = [], [self._places.clear()]
        self._add(joined)

    def _kind(self) -> np.dtype[Any]:
        if self._shards:
            return self._shards[0].dtype
        fields = [("window", "<i4"), ("span", "<i4", (2,)), ("tokens", "<i4"), ("truncated", "?")]
        return np.dtype([*fields, ("vector", "<f4", (0,))])

    def _write(self, shard: NDArray[Any]) -> NDArray[Any]:
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / f"{uuid.uuid4().hex}.npy"
        aside = path.with_suffix(".part")
        try:
            with aside.open("wb") as file:
                np.save(file, shard)
            aside.rename(path)
        finally:
            aside.unlink(missing_ok=True)
        mapped: NDArray[Any] = np.load(path, mmap_mode="r")
        return mapped

    def _add(self, shard: NDArray[Any]) -> None:
        """Note where the digests of a shard lie."""
        import pyarrow as pa

        buffer = pa.py_buffer(np.ascontiguousarray(shard["digest"]).tobytes())
        array = pa.FixedSizeBinaryArray.from_buffers(pa.binary(_DIGEST_BYTES), len(shard), [None, buffer])
        digests = pl.Series("digest", pl.from_arrow(array.cast(pa.large_binary())))
        places = pl.DataFrame(
            {
                "digest": digests,
                "shard": np.full(len(shard), len(self._shards), np.uint32),
                "row": np.arange(len(shard), dtype=np.uint32),
            }
        )
        self._shards.append(shard)
        self._parts.append(places)

    @property
    def _places(self) -> pl.DataFrame:
        """Return where rows lie; of a digest in several shards, those of the first count."""
        if len(self._parts) > 1:
            every = pl.concat(self._parts)
            self._parts = [every.filter(pl.col("shard") == pl.col("shard").min().over("digest"))]
        return self._parts[0]


def _gather(shards: Sequence[NDArray[Any]], found: pl.DataFrame) -> NDArray[Any]:
    """Return the records that a frame of `shard` and `row` names, in its order."""
    shard_of, row_of = found["shard"].to_numpy(), found["row"].to_numpy()
    widest = max((shard.dtype for shard in shards), key=lambda kind: kind.itemsize)
    records = np.zeros(found.height, widest)
    for number in np.unique(shard_of):
        here, shard = shard_of == number, shards[number]
        taken = shard[row_of[here]]
        if shard.dtype == widest:
            records[here] = taken
            continue
        wider = np.zeros(len(taken), widest)
        for name in taken.dtype.names:
            place = (slice(None), slice(0, taken[name].shape[1])) if name == "vector" else slice(None)
            wider[name][place] = taken[name]
        records[here] = wider
    return records


def _every_row(shards: Sequence[NDArray[Any]]) -> pl.DataFrame:
    lengths = [len(shard) for shard in shards]
    rows = np.concatenate([np.arange(length) for length in lengths])
    return pl.DataFrame({"shard": np.repeat(np.arange(len(shards)), lengths), "row": rows})
