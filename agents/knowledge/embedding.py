"""What turns texts into vectors, as a protocol. Pure; numpy is named only where types are checked."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from agents.knowledge.vectors import Vectors


class Embedder(Protocol):
    """One embedding model."""

    @property
    def batch(self) -> int:
        """Most texts of one call."""
        ...

    def similarity(self, cosine: float) -> float:
        """Return a cosine of two of its vectors on the scale from 0 to 1 that thresholds are on."""
        ...

    def embed(self, texts: Sequence[str]) -> "Vectors":
        """Return one vector for each text, in their order.

        Raises:
            ProviderError: the service failed; its text says what to do.
        """
        ...
