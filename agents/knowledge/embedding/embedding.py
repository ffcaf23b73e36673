"""Protocols of text embedders and their token meters. Numpy is imported for type checks only. Pure."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from agents.core.messages import Usage

if TYPE_CHECKING:
    from agents.knowledge.text.vectors import Vectors


class Embedder(Protocol):
    @property
    def batch(self) -> int:
        """Most texts of one call."""
        ...

    def similarity(self, cosine: float) -> float:
        """Return a cosine of two of its vectors on the scale from 0 to 1 that thresholds are on."""
        ...

    def cost(self, texts: Sequence[str]) -> Usage:
        """Return the known upper bound of the cost."""
        ...

    def embed(self, texts: Sequence[str]) -> "Vectors":
        """Return one vector per text, in order. Raises ProviderError, with its remedy, if the service failed."""
        ...


class EmbeddingMeter(Protocol):
    def reserve(self, model: str, call: Usage) -> None:
        """Set aside what a call may take at most; raises to refuse it."""
        ...

    def add(self, used: Usage) -> None: ...


class Tally:
    """An `EmbeddingMeter` that refuses nothing and adds up."""

    def __init__(self) -> None:
        self.usage = Usage()

    def reserve(self, model: str, call: Usage) -> None:
        """Every call may be made."""

    def add(self, used: Usage) -> None:
        self.usage += used
