"""One thing that the clean-up finds."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Leftover:
    """A place with something to clean; `clean` changes it, and None means that it cannot be changed, for `reason`."""

    kind: str
    place: str
    clean: Callable[[], object] | None = None
    reason: str = ""
