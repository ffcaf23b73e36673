"""Fair slots of a worker pool, per person and trigger. No framework.

A pool of `size` workers has a reserve for people who hold no slot, so one person or trigger never blocks the others.
Counts are per process, each with its own reserve.
"""

import threading
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Share:
    """The person that work is done for, and the trigger that started it; what nobody asked for has neither."""

    person: Hashable = None
    trigger: Hashable = None


@dataclass(eq=False, slots=True)
class _Waiting:
    share: Share
    granted: threading.Event = field(default_factory=threading.Event)


class Places:
    """Slots of one pool.

    `size` is the limit per person. The reserve, a quarter of it and at least one, is added on top. A trigger always
    leaves as many free for its person.
    """

    def __init__(self, size: int) -> None:
        self._lock = threading.Lock()
        self._waiting: list[_Waiting] = []
        self.resize(size)

    def resize(self, size: int) -> None:
        """Reset to another size, dropping all counts."""
        self._persons: Counter[Hashable] = Counter()
        self._triggers: Counter[Hashable] = Counter()
        self.size, self.reserve = size, max(1, size // 4)
        self.total = self._free = size + self.reserve

    @property
    def is_full(self) -> bool:
        """True when only the reserve is left, or less."""
        return self._free <= self.reserve

    def has_place(self, share: Share) -> bool:
        """Return whether there is a place for a share at this moment."""
        for_person = self._free > self.reserve or (self._free > 0 and not self._persons[share.person])
        leaves_enough = self._free > 2 * self.reserve or not self._triggers[share.trigger]
        return for_person and (share.trigger is None or leaves_enough)

    def take(self, share: Share) -> bool:
        with self._lock:
            return self._take(share)

    def release(self, share: Share) -> None:
        """Release a slot to the waiter that holds the fewest, the first among equals."""
        with self._lock:
            self._free += 1
            _count_down(self._persons, share.person)
            _count_down(self._triggers, share.trigger)
            for waiting in sorted(self._waiting, key=lambda one: self._persons[one.share.person]):
                if self._take(waiting.share):
                    self._waiting.remove(waiting)
                    waiting.granted.set()
                    return

    @contextmanager
    def held(self, share: Share, *, within_s: float) -> Iterator[None]:
        """Hold a slot while the block runs. Raises TimeoutError if none becomes free in time."""
        self._wait(share, within_s)
        try:
            yield
        finally:
            self.release(share)

    def held_by(self, person: Hashable) -> int:
        return self._persons[person]

    def _wait(self, share: Share, within_s: float) -> None:
        with self._lock:
            if self._take(share):
                return
            waiting = _Waiting(share)
            self._waiting.append(waiting)
        if waiting.granted.wait(within_s):
            return
        with self._lock:
            # It may have come just now.
            if not waiting.granted.is_set():
                self._waiting.remove(waiting)
                raise TimeoutError

    def _take(self, share: Share) -> bool:
        if not self.has_place(share):
            return False
        self._free -= 1
        self._persons[share.person] += 1
        self._triggers[share.trigger] += 1
        return True


def _count_down(counts: Counter[Hashable], key: Hashable) -> None:
    counts[key] -= 1
    if counts[key] <= 0:
        del counts[key]


_current: ContextVar[Callable[[], Share]] = ContextVar("share", default=Share)


@contextmanager
def sharing(find: Callable[[], Share]) -> Iterator[None]:
    """Let what the block does be done for a share, which is only asked for where a place is needed."""
    before = _current.set(find)
    try:
        yield
    finally:
        _current.reset(before)


def current_share() -> Share:
    """Return for whom the calling thread works."""
    return _current.get()()
