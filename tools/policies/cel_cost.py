"""Upper bound on the work of a CEL expression, since evaluation cannot be interrupted. Pure.

`tests/workflow_editor/nodes/test_evaluation_cost.py` checks it against the clock.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any

from tools.core.definitions import JsonObject

SMALL_NS = 40_000_000
"""Work allowed in a shared thread."""
_QUICK_CHARACTERS = 1_000
"""Longest source that always parses quickly."""
_CONVERTED_NS = 800
"""To hand one value over; then per character."""
_CONVERTED_CHARACTER_NS = 5
_WALKED_NS = 200
"""To compare or copy one value; then per character."""
_WALKED_CHARACTER_NS = 1
_TOKEN_NS = 300
_COPIED_NS = 60
"""To copy one entry of a list that grows: it is copied with each of its values."""
_LONGEST_CHAIN = 12
_MARKS = re.compile(
    r"""(?P<string>"(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+')"""
    r"""|\.\s*(?P<loop>all|exists|exists_one|existsOne|map|filter)\s*\(|(?P<open>[(\[{])|(?P<close>[)\]}])"""
    r"""|(?P<word>\w+)|(?P<sign>\S)"""
)
_PATTERN_CHARACTER_NS = 250_000
"""A pattern is compiled with each use: `\\w` takes that long."""
_SEARCHED_NS = 50
"""To search one character for a pattern that does not count."""
_MATCHES = re.compile(r"""\.\s*matches\s*\(\s*(?P<pattern>"[^"\{]*"|'[^'\{]*')\s*\)""")
_BEFORE_INDEX = re.compile(r"""[\w)\]}"']""")


@dataclass(slots=True)
class Loop:
    """A macro that walks a list, with those inside of it."""

    name: str
    inside: "list[Loop]" = field(default_factory=list)

    def passes(self, length: float) -> float:
        """Return how many passes it and its inner loops make when no list is longer than `length`."""
        return length * (1 + passes_of(self.inside, length))


def passes_of(loops: Sequence[Loop], length: float) -> float:
    """Return the passes of loops that run one after the other."""
    return sum(loop.passes(length) for loop in loops)


class Cost:
    """Work of an expression, from its text."""

    def __init__(self, source: str) -> None:
        self.loops: list[Loop] = []
        """The outer ones."""
        self._tokens = self._leaves = self._loop_count = self._maps = self._matches = 0
        self._makes = False
        self._read(source)
        patterns = [found["pattern"] for found in _MATCHES.finditer(source)]
        self._patterns_ns = sum(map(len, patterns)) * _PATTERN_CHARACTER_NS
        self._is_never_small = (
            not is_quickly_read(source)
            or len(patterns) < self._matches
            or self._maps > 1
            or self._loop_count > _LONGEST_CHAIN
        )
        # The size that a value can grow to: each loop can join as many copies as there are words and numbers.
        grows = self._makes and not self._is_never_small
        self._growth = float(max(self._leaves, 2)) ** (self._loop_count + 1) if grows else 1.0

    @property
    def is_plain(self) -> bool:
        """True if the expression only reads values, without concatenation or patterns."""
        return not (self._makes or self._matches)

    def is_small(self, values: JsonObject, slower: int = 1) -> bool:
        """Return whether evaluation with these values is surely cheap; `slower` multiplies the time."""
        return self.nanoseconds(values) * slower <= SMALL_NS

    def nanoseconds(self, values: JsonObject) -> float:
        """Return the most that the evaluation can take; more than `SMALL_NS` may be anything."""
        if self._is_never_small:
            return inf
        count, characters, longest = measured(values)
        converted = count * _CONVERTED_NS + characters * _CONVERTED_CHARACTER_NS
        if converted > SMALL_NS:
            return inf
        walked = (count * _WALKED_NS + characters * _WALKED_CHARACTER_NS) * self._growth
        passes, copied = 1.0, 0.0
        if self.loops:
            length = max(longest, self._leaves) * self._growth
            if self._maps:
                walked *= length
            passes += passes_of(self.loops, length)
            # Lists that a filter or a map makes are copied with each pass.
            copied = self._loop_count * passes * (length * _COPIED_NS + walked)
        searched = passes * (self._patterns_ns + self._matches * walked * _SEARCHED_NS)
        return converted + passes * self._tokens * (_TOKEN_NS + walked) + copied + searched + 4 * walked

    def _read(self, source: str) -> None:
        open_: list[Loop | None] = []
        for mark in _MARKS.finditer(source):
            self._tokens += 1
            if mark["loop"]:
                loop = Loop(mark["loop"])
                around = next((one for one in reversed(open_) if one is not None), None)
                (around.inside if around else self.loops).append(loop)
                open_.append(loop)
                self._loop_count += 1
                self._maps += loop.name == "map"
            elif mark["open"]:
                open_.append(None)
                before = source[: mark.start()].rstrip()[-1:]
                self._makes |= mark["open"] == "{" or (mark["open"] == "[" and not _BEFORE_INDEX.match(before))
            elif mark["close"]:
                if open_:
                    open_.pop()
            elif mark["sign"]:
                self._makes |= mark["sign"] == "+"
            else:
                self._leaves += 1
                self._matches += mark["word"] == "matches"


def is_quickly_read(source: str) -> bool:
    """Say whether the parser surely takes little time for the source."""
    return len(source) <= _QUICK_CHARACTERS


def measured(value: JsonObject) -> tuple[int, int, int]:
    """Return the number of values and characters, and the longest list or object; stops counting once large."""
    values, characters, length = 0, 0, 0
    left: list[JsonObject | list[Any]] = [value]
    while left:
        container = left.pop()
        length = max(length, len(container))
        values += len(container)
        inside: Iterable[Any] = container
        if isinstance(container, dict):
            values += len(container)
            characters += sum(map(len, container))
            inside = container.values()
        for inner in inside:
            if isinstance(inner, str):
                characters += len(inner)
            elif isinstance(inner, dict | list):
                left.append(inner)
    return values, characters, length
