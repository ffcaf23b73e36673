"""Exact search among vectors that fit into memory. Pure; imported with the first search, since numpy comes with it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
"""One row for each text; rows have length 1, so that a product of two is their cosine."""
_STORED = np.dtype("<f4")
"""Vectors are stored as little-endian 32-bit floats, on every machine."""


@dataclass(frozen=True, slots=True)
class VectorIndex:
    ids: NDArray[np.int64]
    """In ascending order."""
    rows: Vectors

    @classmethod
    def of_stored(cls, ids: Sequence[int], vectors: Sequence[bytes | memoryview], dimensions: int) -> "VectorIndex":
        rows = np.empty((len(ids), dimensions), dtype=np.float32)
        for row, vector in zip(rows, vectors, strict=True):
            row[:] = np.frombuffer(vector, dtype=_STORED)
        return cls(np.asarray(ids, dtype=np.int64), rows)

    @property
    def size_bytes(self) -> int:
        return int(self.rows.nbytes + self.ids.nbytes)

    def nearest(self, query: Vectors, count: int) -> list[tuple[int, float]]:
        """Return ids and cosines of the vectors nearest to a unit vector, nearest first."""
        if not self._fits(query):
            return []
        cosines = self.rows @ query
        count = min(count, len(cosines))
        best = np.argpartition(-cosines, count - 1)[:count]
        # Equal ones by their ids, so that the same question always has the same answer.
        ordered = best[np.lexsort((self.ids[best], -cosines[best]))]
        return [(int(self.ids[place]), float(cosines[place])) for place in ordered]

    def cosines(self, query: Vectors, ids: Sequence[int]) -> dict[int, float]:
        """Return the cosine of those of these ids that have a vector; the ids of the index are in order."""
        if not self._fits(query):
            return {}
        wanted = np.asarray(ids, dtype=np.int64)
        places = np.searchsorted(self.ids, wanted)
        found = [(int(at), one) for at, one in zip(places, ids, strict=True) if at < len(self.ids)]
        return {one: float(self.rows[at] @ query) for at, one in found if int(self.ids[at]) == one}

    def _fits(self, query: Vectors) -> bool:
        """Return whether the index is not empty and has the query's length, which a service may have changed."""
        return len(self.ids) > 0 and self.rows.shape[1] == len(query)


def unit_rows(rows: Vectors) -> Vectors:
    """Return the vectors at length 1; one of nothing but zeros stays as it is."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return (rows / np.where(lengths == 0, 1, lengths)).astype(np.float32)


def stored_vector(row: Vectors) -> bytes:
    return row.astype(_STORED).tobytes()
