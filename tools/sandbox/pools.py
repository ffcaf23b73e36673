"""The processes that untrusted code runs in: pools of workers, made when they are first needed. No framework."""

import atexit
import os
import threading

import pydantic_monty as monty

from tools.sandbox.limits import MAX_TIMEOUT_S

CHECK = "check"
"""The pool that only reads code."""
_MAX_PROCESSES = 4
_CHECKOUT_TIMEOUT_S = 10.0
_CHECK_TIMEOUT_S = 10.0
_MAX_CHECKOUTS_PER_WORKER = 500

Purpose = int | str
_pools: dict[tuple[int, Purpose], monty.Monty] = {}
"""The pools of each process by its id and their purpose. A pool does not survive a fork, and closing the parent's from
the child would break the parent, so the child just makes its own."""
_pools_lock = threading.Lock()


def pool_for(purpose: Purpose) -> monty.Monty:
    """Return this process's pool for a purpose.

    Args:
        purpose: `CHECK`, 0 for code that calls nothing, or how deep inside tools code runs that calls tools. Code that
            waits for deeper code holds its worker meanwhile: with one pool for all, such code would wait for itself.
    """
    key = (os.getpid(), purpose)
    pool = _pools.get(key)
    if pool is not None:
        return pool
    with _pools_lock:
        if key not in _pools:
            _pools[key] = monty.Monty(
                min_processes=1,
                max_processes=1 if purpose == CHECK else _MAX_PROCESSES,
                checkout_timeout=_CHECKOUT_TIMEOUT_S,
                request_timeout=_CHECK_TIMEOUT_S if purpose == CHECK else MAX_TIMEOUT_S + 5,
                max_checkouts_per_worker=_MAX_CHECKOUTS_PER_WORKER,
            ).__enter__()
        return _pools[key]


def close_pools() -> None:
    """End this process's workers; the next run starts new ones."""
    process = os.getpid()
    with _pools_lock:
        closed = [_pools.pop(key) for key in list(_pools) if key[0] == process]
    for pool in closed:
        pool.__exit__(None, None, None)


def _fresh_lock_after_fork() -> None:
    global _pools_lock
    _pools_lock = threading.Lock()


os.register_at_fork(after_in_child=_fresh_lock_after_fork)
atexit.register(close_pools)
