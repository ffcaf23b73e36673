"""The order in which runs begin when not all may run at once. Pure."""

import heapq
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Generic, TypeVar

R = TypeVar("R")
NEVER = datetime.min.replace(tzinfo=UTC)
_JUST_NOW = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Line(Generic[R]):
    """Queued runs of one workflow."""

    runs: Sequence[tuple[datetime, R]]
    """(time of creation, run), oldest first; at least one."""
    running: int = 0
    """Running runs of the workflow."""
    limit: int | None = None
    """Maximum; None for no limit."""
    last_begun_at: datetime = NEVER
    """When a run of the workflow was last let in."""
    person: Hashable = None
    """The owner of the workflow; None for one whom no other line has."""
    person_running: int = 0
    """Running runs of all the owner's workflows."""


def next_runs(lines: Iterable[Line[R]], capacity: int | None) -> Iterator[R]:
    """Yield the runs that may begin now, fairest first, at most `capacity` (None for no limit).

    Order: the person with the fewest running, their workflow with the fewest, the one longest not admitted, the oldest
    run. So a backlog of one person or workflow delays nobody else.
    """
    begun: Counter[Hashable] = Counter()
    heap = [
        (_of_person(line), line.running, line.last_begun_at, line.runs[0][0], number, 0, line)
        for number, line in enumerate(lines)
        if line.runs and _has_capacity(line, line.running)
    ]
    heapq.heapify(heap)
    left = capacity
    while heap and (left is None or left > 0):
        of_person, running, last, at, number, index, line = heapq.heappop(heap)
        person = number if line.person is None else ("person", line.person)
        now = _of_person(line) + begun[person]
        if of_person != now:
            # Another workflow of the person was let in meanwhile.
            heapq.heappush(heap, (now, running, last, at, number, index, line))
            continue
        yield line.runs[index][1]
        begun[person] += 1
        left = None if left is None else left - 1
        if index + 1 < len(line.runs) and _has_capacity(line, running + 1):
            following = (of_person + 1, running + 1, _JUST_NOW, line.runs[index + 1][0], number, index + 1, line)
            heapq.heappush(heap, following)


def _of_person(line: Line[R]) -> int:
    return line.running if line.person is None else line.person_running


def _has_capacity(line: Line[R], running: int) -> bool:
    return line.limit is None or running < line.limit
