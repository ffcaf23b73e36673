"""Whose run comes next when not all may run at once. Pure."""

import heapq
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Generic, TypeVar

R = TypeVar("R")
NEVER = datetime.min.replace(tzinfo=UTC)
_JUST_NOW = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Line(Generic[R]):
    """The runs of one workflow that stand in the queue."""

    runs: Sequence[tuple[datetime, R]]
    """(time of creation, run), oldest first; at least one."""
    running: int = 0
    """How many runs of the workflow are going on."""
    limit: int | None = None
    """How many may; None for any number."""
    last_begun_at: datetime = NEVER
    """When a run of the workflow was last let in."""


def next_runs(lines: Iterable[Line[R]], capacity: int | None) -> Iterator[R]:
    """Yield the runs that may begin now, fairest first.

    The workflow with the fewest running comes first, of several the one that was longest not let in, and then the one
    whose run is oldest; so a workflow with a thousand runs in the queue cannot keep another one waiting.

    Args:
        lines: one for each workflow.
        room: how many runs may begin in all; None for any number.
    """
    heap = [
        (line.running, line.last_begun_at, line.runs[0][0], number, 0, line)
        for number, line in enumerate(lines)
        if line.runs and _has_capacity(line, line.running)
    ]
    heapq.heapify(heap)
    left = capacity
    while heap and (left is None or left > 0):
        running, _, _, number, index, line = heapq.heappop(heap)
        yield line.runs[index][1]
        left = None if left is None else left - 1
        if index + 1 < len(line.runs) and _has_capacity(line, running + 1):
            heapq.heappush(heap, (running + 1, _JUST_NOW, line.runs[index + 1][0], number, index + 1, line))


def _has_capacity(line: Line[R], running: int) -> bool:
    return line.limit is None or running < line.limit
