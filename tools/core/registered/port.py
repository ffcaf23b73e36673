"""Port to an upper app, registered at startup. No framework."""

from typing import Generic, TypeVar

T = TypeVar("T")


class RegisteredPort(Generic[T]):
    """A part that another app gives."""

    def __init__(self) -> None:
        self._part: T | None = None

    def register(self, part: T) -> None:
        """Take the part; an app calls this once, when it is ready."""
        self._part = part

    def get(self) -> T:
        """Return the registered implementation. Raises LookupError if there is none."""
        if self._part is None:
            raise LookupError("no app has registered this part")
        return self._part
