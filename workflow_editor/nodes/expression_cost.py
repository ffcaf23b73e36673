"""How much work an expression can make, told before it is evaluated: nothing can stop it once it runs. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

MAX_STEPS = 2_000_000
"""Some four seconds in the worst case."""
_COPIED_PER_STEP = 20
"""A list that grows is copied with each of its values; that many copies take as long as one step."""
_CHARACTERS_PER_COPY = 1_000
_MARKS = re.compile(
    r"""(?P<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
    r"""|\.\s*(?P<loop>all|exists|exists_one|existsOne|map|filter)\s*\(|(?P<open>[(\[{])|(?P<close>[)\]}])"""
)
_GROWING = frozenset({"map", "filter"})


@dataclass(slots=True)
class Loop:
    """A macro that walks a list, with those inside of it."""

    grows: bool
    """It makes a list."""
    inside: "list[Loop]" = field(default_factory=list)

    def steps(self, length: int, characters: int) -> float:
        """Return the steps when no list is longer than `length` and no text longer than `characters`."""
        walked = float(length)
        if self.grows:
            walked = max(walked, length * length * (1 + characters / _CHARACTERS_PER_COPY) / _COPIED_PER_STEP)
        return walked * max(1.0, steps_of(self.inside, length, characters))


def loops_in(source: str) -> list[Loop]:
    """Return the outer loops of an expression, one after the other."""
    outer: list[Loop] = []
    open_: list[Loop | None] = []
    for mark in _MARKS.finditer(source):
        if mark["loop"]:
            loop = Loop(mark["loop"] in _GROWING)
            around = next((one for one in reversed(open_) if one is not None), None)
            (around.inside if around else outer).append(loop)
            open_.append(loop)
        elif mark["open"]:
            open_.append(None)
        elif mark["close"] and open_:
            open_.pop()
    return outer


def steps_of(loops: Sequence[Loop], length: int, characters: int) -> float:
    """Return the steps of loops that run one after the other."""
    return sum(loop.steps(length, characters) for loop in loops)


def is_too_much(loops: Sequence[Loop], source: str, values: Any) -> bool:
    """Say whether the loops of an expression could take too long with these values (JSON)."""
    if not loops:
        return False
    length, characters = _measured(values)
    # Lists and texts can stand in the expression itself, too; a text can be cut into as many pieces as it has letters.
    length = max(length, source.count(","), characters if "split" in source else 0)
    return steps_of(loops, length, characters) > MAX_STEPS


def _measured(values: Any) -> tuple[int, int]:
    """Return the length of the longest list or object, and of the longest text."""
    length, characters, left = 0, 0, [values]
    while left:
        value = left.pop()
        if isinstance(value, str):
            characters = max(characters, len(value))
        elif isinstance(value, dict | list):
            length = max(length, len(value))
            left.extend(value.values() if isinstance(value, dict) else value)
    return length, characters
