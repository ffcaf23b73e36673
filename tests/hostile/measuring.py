"""What a row of the table is and how its time is taken: processor time, the best of several tries."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.timing import processor_s, slowness

MAX_RATIO = 9.0
"""Of four times the text: a linear reader takes 4, a quadratic one 16.

Over one doubling a linear reader took 3.1 times as long once, because the whole no longer fitted into the cache.
"""
MAX_SECONDS = 1.0
"""Of a quick machine; a slower one has as many times more."""
FLOOR_S = 0.005
"""Below it a ratio says more about the machine than about the reader."""
_TRIES = 15
"""What grows too fast does so in each of them; tests beside this one disturb several in a row."""


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
    """Processor seconds at a quarter of a row's limit and at its limit, as a quick machine would take."""

    quarter_s: float
    whole_s: float

    @property
    def ratio(self) -> float | None:
        """Return how many times the time of a quarter of the text the whole takes; None where that is too short."""
        return None if self.whole_s < FLOOR_S else self.whole_s / max(self.quarter_s, FLOOR_S / MAX_RATIO)

    @property
    def is_good(self) -> bool:
        """Say whether the reader is linear, and quick enough at its limit."""
        return self.whole_s <= MAX_SECONDS and (self.ratio is None or self.ratio <= MAX_RATIO)


def measured(row: Row) -> Measured:
    """Return the best time of several for both sizes, which take turns; ends with the first tries that are good."""
    quarter, whole = row.text(row.limit // 4), row.text(row.limit)
    quarter_s = whole_s = float("inf")
    for _ in range(_TRIES):
        times = slowness()
        quarter_s = min(quarter_s, processor_s(lambda: row.read(quarter)) / times)
        whole_s = min(whole_s, processor_s(lambda: row.read(whole)) / times)
        found = Measured(quarter_s, whole_s)
        if found.is_good:
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
