"""The beginning of a JSON value: what is stored or shown cut off need not be read to its end. Pure."""

from collections.abc import Mapping
from itertools import takewhile
from typing import Any

_NUMBER_CHARACTERS = 8


def truncated_json(value: Any, characters: int) -> Any:
    """Return a JSON value cut to its first `characters` (names included); the same object if all fits."""
    budget = _Budget(characters)
    beginning = budget.take(value)
    return value if budget.left >= 0 else beginning


class _Budget:
    def __init__(self, left: int) -> None:
        self.left = left

    def take(self, value: Any) -> Any:
        if isinstance(value, str):
            kept = value[: max(self.left, 0)]
            self.left -= len(value)
            return kept
        self.left -= _NUMBER_CHARACTERS
        if isinstance(value, Mapping):
            items = takewhile(lambda _: self.left >= 0, value.items())
            return {self.take(str(key)): self.take(inner) for key, inner in items}
        if isinstance(value, list | tuple):
            return [self.take(inner) for inner in takewhile(lambda _: self.left >= 0, value)]
        return value
