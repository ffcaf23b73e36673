"""Built-in embedder: hashed words and parts of words. Not an AI: it compares spelling, not meaning.

It needs no key and no network, so knowledge works at once, and tests and demonstrations are reproducible.
"""

import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import log, sqrt

import numpy as np

from agents.core.messages import Usage
from agents.knowledge.text.terms import query_terms
from agents.knowledge.text.vectors import Vectors, unit_rows

DIMENSIONS = 1024
MODEL_NAME = "spelling"
_PART_SIZES = (3, 4)
_WORD_WEIGHT, _PART_WEIGHT = 1.0, 0.35


class OfflineEmbedder:
    """See `agents.knowledge.embedding.embedding.Embedder`."""

    batch = 256

    def similarity(self, cosine: float) -> float:
        """Return the cosine stretched: a question shares few letters even with the passage that answers it."""
        return (1.0 + sqrt(min(max(cosine, 0.0), 1.0))) / 2.0

    def cost(self, texts: Sequence[str]) -> Usage:
        """Return nothing: the built-in one is free."""
        return Usage()

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors; nothing is called and nothing can fail."""
        rows = np.zeros((len(texts), DIMENSIONS), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word, times in Counter(query_terms(text)).items():
                for place, weight in _features(word):
                    row[place] += weight * (1.0 + log(times))
        return unit_rows(rows)


@lru_cache(50_000)
def _features(word: str) -> tuple[tuple[int, float], ...]:
    """Return where a word goes and with which weight; half of the hashes subtract, so that clashes cancel out."""
    return tuple(_place(feature, weight) for feature, weight in _parts(word))


def _parts(word: str) -> Iterator[tuple[str, float]]:
    yield word, _WORD_WEIGHT
    if word.isascii():
        fenced = f"<{word}>"
        for size in _PART_SIZES:
            for position in range(len(fenced) - size + 1):
                yield fenced[position : position + size], _PART_WEIGHT
    else:
        yield from ((character, _PART_WEIGHT) for character in word)


def _place(feature: str, weight: float) -> tuple[int, float]:
    hashed = zlib.crc32(feature.encode())
    return hashed % DIMENSIONS, weight if hashed & 0x8000_0000 else -weight
