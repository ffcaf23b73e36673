"""The processes that JavaScript runs in, made when they are first needed. No framework."""

import atexit
import os
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic

from tools.core.concurrency.places import Places, current_share
from tools.evaluation.worker import WorkerProcess
from tools.sandbox.outcome import BUSY, SandboxBusyError

_MAX_WORKERS = 4
"""Per depth and person; see `tools.core.concurrency.places`."""
_WAIT_FOR_WORKER_S = 10.0
_START_WITHIN_S = 30.0
"""A worker that finds no compiled interpreter compiles it first, about a second of a core."""
_MAX_RUNS = 500
_MAX_ANSWER_BYTES = 64 * 1024**2


class _Pool:
    def __init__(self) -> None:
        self.idle: list[WorkerProcess] = []
        self.places = Places(_MAX_WORKERS)


_pools: dict[int, _Pool] = {}
_lock = threading.Lock()
_kept_in: list[str] = []
"""The file that keeps the compiled interpreter, if there is one."""


def keep_compiled_in(folder: Path) -> None:
    """Let workers keep the compiled interpreter in a folder (2.4 MB), so that the next one starts without compiling."""
    _kept_in[:] = [str(folder / "quickjs")]


@contextmanager
def worker_for(purpose: int) -> Iterator[WorkerProcess]:
    """Lend a worker; after a failure it is killed, since its state is unknown.

    `purpose` as in `tools.sandbox.pools`: code must not wait for itself. Raises SandboxBusyError if none is free or
    starts in time.
    """
    with _lock:
        pool = _pools.setdefault(purpose, _Pool())
    with ExitStack() as place:
        try:
            place.enter_context(pool.places.held(current_share(), within_s=_WAIT_FOR_WORKER_S))
        except TimeoutError as error:
            raise SandboxBusyError(BUSY) from error
        worker = pool.idle.pop() if pool.idle else _started()
        try:
            yield worker
        except BaseException:
            worker.close()
            raise
        pool.idle.append(worker) if worker.requests < _MAX_RUNS else worker.close()


def _started() -> WorkerProcess:
    worker = WorkerProcess("tools.sandbox.javascript.process", *_kept_in, max_answer_bytes=_MAX_ANSWER_BYTES)
    try:
        worker.receive(monotonic() + _START_WITHIN_S)
    except (EOFError, TimeoutError) as error:
        worker.close()
        raise SandboxBusyError(BUSY) from error
    return worker


def close_workers() -> None:
    """End the workers that do nothing; the next run starts new ones."""
    with _lock:
        pools = list(_pools.values())
    for pool in pools:
        while pool.idle:
            pool.idle.pop().close()


def _know_none() -> None:
    """Forget the workers of a parent process: they are not ours."""
    global _lock
    _lock = threading.Lock()
    _pools.clear()


os.register_at_fork(after_in_child=_know_none)
atexit.register(close_workers)
