"""Short texts that are kept for a while, such as tokens and locks. No framework."""

from typing import Protocol


class ExpiringStore(Protocol):
    """Keeps texts until they expire. Safe to share by threads; may be shared by processes."""

    def add(self, key: str, value: str, life_s: float) -> bool:
        """Store a text unless the key is taken; False when it is."""
        ...

    def set(self, key: str, value: str, life_s: float) -> None: ...

    def get(self, key: str) -> str | None:
        """Return the text, or None when there is none or it has expired."""
        ...

    def delete(self, key: str) -> None:
        """Drop the text."""
        ...
