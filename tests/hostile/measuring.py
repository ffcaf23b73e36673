"""A row of the table, and its measurement: processor time at its limit, and at a sixteenth of it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.timing import ENDS_WITHIN_S, processor_s

FACTOR = 16
MAX_RATIO = 64.0
"""Limit for 16 times the text: a linear reader takes 16 times as long, a quadratic one 256 times."""
FLOOR_S = 0.02
"""A reader that takes less at its limit holds nobody up, and its ratio says more about the machine."""
_TRIES = 3
"""The least of several tries counts: what else the machine does only adds to them."""


@dataclass(frozen=True, slots=True)
class Row:
    """One reader and one kind of text that is bad for it.

    Args:
        name: the reader and what is bad about the text.
        read: the product's own function; what it raises as a refusal it catches itself (`refusing`).
        text: returns a hostile input of so many characters (or bytes, or entries).
        limit: the largest size that the product lets in.
    """

    name: str
    read: Callable[[Any], object]
    text: Callable[[int], Any]
    limit: int


@dataclass(frozen=True, slots=True)
class Measured:
    """Processor seconds for a text and for a sixteenth of it, the least of several tries."""

    part_s: float
    whole_s: float

    @property
    def ratio(self) -> float | None:
        """Return how many times the time of the part the whole takes; None where that is too short to say."""
        return None if self.whole_s < FLOOR_S else self.whole_s / self.part_s

    @property
    def is_good(self) -> bool:
        """Report whether the reader is linear and ends."""
        return self.whole_s < ENDS_WITHIN_S and (self.ratio is None or self.ratio < MAX_RATIO)


def measured(row: Row) -> Measured:
    """Return the times at the limit, or at the smallest part of it at which the reader turns out not to be linear.

    From small to large: such a reader is found before it takes minutes.
    """
    for size in (row.limit // FACTOR**2, row.limit // FACTOR, row.limit):
        found = _compared(row, size)
        if not found.is_good:
            break
    return found


def _compared(row: Row, size: int) -> Measured:
    part, whole = row.text(size // FACTOR), row.text(size)
    part_s = whole_s = float("inf")
    for _ in range(_TRIES):
        part_s = min(part_s, processor_s(lambda: row.read(part)))
        whole_s = min(whole_s, processor_s(lambda: row.read(whole)))
        if (found := Measured(part_s, whole_s)).is_good:
            break
    return found


def repeated(piece: str, before: str = "", after: str = "") -> Callable[[int], str]:
    """Return what makes a text of about so many characters out of one piece."""
    return lambda size: before + piece * (size // len(piece)) + after


def refusing(read: Callable[[Any], object], *errors: type[Exception]) -> Callable[[Any], object]:
    """Return the reader, for which an error that is made for bad input is an answer like another."""

    def refuse(text: Any) -> object:
        try:
            return read(text)
        except errors as error:
            return error

    return refuse
