"""Wakes threads that wait in the same process for the end of a run, or for its pause."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

_lock = threading.Lock()
_waiters: dict[UUID, list[threading.Event]] = {}


@contextmanager
def awaiting(run_id: UUID) -> Iterator[threading.Event]:
    """Yield a flag that is set when this process finishes the run, or lets it wait."""
    flag = threading.Event()
    with _lock:
        _waiters.setdefault(run_id, []).append(flag)
    try:
        yield flag
    finally:
        with _lock:
            flags = _waiters[run_id]
            flags.remove(flag)
            if not flags:
                del _waiters[run_id]


def notify(run_id: UUID) -> None:
    with _lock:
        for flag in _waiters.get(run_id, ()):
            flag.set()
