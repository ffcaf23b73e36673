"""Budget for rendering a template in-process before it moves to a killable worker. Pure.

Steps are charged before their work, and each takes at least a microsecond, so the budget is conservative.
`tests/workflow_editor/nodes/test_evaluation_cost.py` checks it against the clock.
"""

from collections.abc import Mapping
from math import isfinite
from typing import Any

STEPS = 12_000
_CHARACTERS_PER_STEP = 200
"""Read by a parser or a filter."""
_JSON_CHARACTERS_PER_STEP = 20
_BITS_PER_STEP = 50
_VALUE_STEPS = 3
"""To write one number, text, list or object as JSON."""


class TooMuchHereError(Exception):
    """The work could take too long for the process that others wait for."""


class Budget:
    """The steps that are left for one template. May be used by one thread."""

    __slots__ = ("left",)

    def __init__(self, steps: float = STEPS) -> None:
        self.left = steps

    @property
    def is_limited(self) -> bool:
        """False in a killable process."""
        return isfinite(self.left)

    def spend(self, steps: float) -> None:
        """Deduct steps. Raises TooMuchHereError if too few are left."""
        self.left -= steps
        if self.left < 0:
            raise TooMuchHereError

    def spend_json(self, count: int) -> None:
        """Deduct the steps of parsing JSON of `count` characters."""
        self.spend(count / _JSON_CHARACTERS_PER_STEP)

    def spend_value(self, value: Any) -> None:
        """Take the steps away that walking through a value takes."""
        self.spend(value_steps(value, self.left))


def value_steps(value: Any, most: float = STEPS) -> float:
    """Return the steps of walking through a value; stops counting at a little above `most`."""
    steps, left = _own_steps(value), [value] if isinstance(value, Mapping | list | tuple) else []
    while left and steps <= most:
        container = left.pop()
        steps += _VALUE_STEPS * len(container)
        if steps > most:
            break
        for inner in [*container, *container.values()] if isinstance(container, Mapping) else container:
            steps += _own_steps(inner)
            if isinstance(inner, dict | list | tuple):
                left.append(inner)
    return steps


def _own_steps(value: Any) -> float:
    """Return the steps of one value without those inside of it."""
    if isinstance(value, str):
        return 1 + len(value) / _CHARACTERS_PER_STEP
    if isinstance(value, int):
        return 1 + value.bit_length() / _BITS_PER_STEP
    return 1 + abs(value.stop - value.start) if isinstance(value, range) else 1
