"""The memory of a process is never more than its budget: threads wait for it, and give up in time."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Lock

import pytest

from tools.core.concurrency.memory_budget import MemoryBudget


def test_no_more_is_held_than_there_is_however_many_come_at_once() -> None:
    budget, lock, start = MemoryBudget(100), Lock(), Barrier(8)
    held = most = 0

    def work(amount: int) -> None:
        nonlocal held, most
        start.wait()
        for _ in range(50):
            with budget.held(amount, within_s=60):
                with lock:
                    held += amount
                    most = max(most, held)
                with lock:
                    held -= amount

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, (10, 20, 30, 40, 50, 60, 70, 100)))
    assert 0 < most <= 100


def test_what_waits_too_long_gives_up_and_holds_nothing() -> None:
    budget = MemoryBudget(100)
    with budget.held(60, within_s=0):
        with pytest.raises(TimeoutError), budget.held(50, within_s=0.01):
            pass
        with budget.held(40, within_s=0):
            pass
    with budget.held(1_000, within_s=0):
        pass
