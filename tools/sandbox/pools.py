"""The processes that untrusted code runs in: pools of workers, made when they are first needed. No framework."""

import atexit
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pydantic_monty as monty

from tools.core.concurrency.places import Places, current_share
from tools.sandbox.limits import MAX_TIMEOUT_S

CHECK = "check"
"""The pool that only reads code."""
_MAX_PROCESSES = 4
"""That one person keeps busy; see `tools.core.concurrency.places`."""
_CHECKOUT_TIMEOUT_S = 10.0
_CHECK_TIMEOUT_S = 10.0
_MAX_CHECKOUTS_PER_WORKER = 500

Purpose = int | str
_pools: dict[tuple[int, Purpose], tuple[monty.Monty, Places]] = {}
"""Pools by process id and purpose. They do not survive a fork, and closing the parent's pool from a child would break
it, so a child makes its own.
"""
_pools_lock = threading.Lock()


@contextmanager
def session_in(purpose: Purpose, **options: Any) -> Iterator[monty.MontySession]:
    """Lend a session of this process's pool, in a slot of the calling thread's person.

    `purpose` is `CHECK`, 0 for code without calls, or the nesting depth: code waiting for deeper code holds its worker,
    and would deadlock in a shared pool. Raises TimeoutError if no worker became free.
    """
    pool, places = _pool_for(purpose)
    with places.held(current_share(), within_s=_CHECKOUT_TIMEOUT_S), pool.checkout(**options) as session:
        yield session


def _pool_for(purpose: Purpose) -> tuple[monty.Monty, Places]:
    key = (os.getpid(), purpose)
    known = _pools.get(key)
    if known is not None:
        return known
    with _pools_lock:
        if key not in _pools:
            places = Places(1 if purpose == CHECK else _MAX_PROCESSES)
            pool = monty.Monty(
                min_processes=1,
                max_processes=places.total,
                checkout_timeout=_CHECKOUT_TIMEOUT_S,
                request_timeout=_CHECK_TIMEOUT_S if purpose == CHECK else MAX_TIMEOUT_S + 5,
                max_checkouts_per_worker=_MAX_CHECKOUTS_PER_WORKER,
            ).__enter__()
            _pools[key] = pool, places
        return _pools[key]


def close_pools() -> None:
    """End this process's workers; the next run starts new ones."""
    process = os.getpid()
    with _pools_lock:
        closed = [_pools.pop(key) for key in list(_pools) if key[0] == process]
    for pool, _ in closed:
        pool.__exit__(None, None, None)


def _fresh_lock_after_fork() -> None:
    global _pools_lock
    _pools_lock = threading.Lock()


os.register_at_fork(after_in_child=_fresh_lock_after_fork)
atexit.register(close_pools)
