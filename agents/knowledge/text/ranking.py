"""Brings what two searches found into one order. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

SearchMode = Literal["hybrid", "vector", "lexical"]
MODES: tuple[SearchMode, ...] = get_args(SearchMode)

TOP_K = 5
MAX_TOP_K = 50
THRESHOLD = 0.7
CANDIDATES = 50
"""Minimum number of passages examined per search."""
_RANK_OFFSET = 60
"""Source: Cormack, Clarke, Büttcher: Reciprocal Rank Fusion (SIGIR 2009)."""


@dataclass(frozen=True, slots=True)
class Scores:
    """Match scores of a passage, from 0 to 1."""

    chunk_id: int
    similarity: float | None
    """Vector similarity to the query, on the embedder's scale; None without a vector."""
    coverage: float
    """Share of the query's words in the passage."""

    @property
    def score(self) -> float:
        """The better of the two: what the threshold is held against."""
        return max(self.similarity or 0.0, self.coverage)


def fused(lists: Sequence[Sequence[int]]) -> list[int]:
    """Return the ids of several lists, best first, by reciprocal rank fusion; equal ones by their ids."""
    points: dict[int, float] = {}
    for ids in lists:
        for rank, chunk_id in enumerate(ids):
            points[chunk_id] = points.get(chunk_id, 0.0) + 1.0 / (_RANK_OFFSET + rank)
    return sorted(points, key=lambda chunk_id: (-points[chunk_id], chunk_id))


def kept(order: Sequence[int], scores: Mapping[int, Scores], *, top_k: int, threshold: float) -> list[Scores]:
    """Return the first `top_k` of those that reach the threshold, in their order."""
    return [scores[chunk_id] for chunk_id in order if scores[chunk_id].score >= threshold][:top_k]
