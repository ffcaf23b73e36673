"""Few threads take up work at the same time, and nobody waits for those that are slow or wait."""

import asyncio
import os
import threading
from collections.abc import Iterator

import pytest

from workflow_editor.adapters.database import threads
from workflow_editor.adapters.database.threads import DatabaseThreads, in_database_thread, let_others_begin

WITHIN_S = 60


@pytest.fixture
def one_at_once(monkeypatch: pytest.MonkeyPatch) -> Iterator[DatabaseThreads]:
    """Three threads of which one counts, and none is ever slow."""
    monkeypatch.setattr(threads, "SLOW_AFTER_S", 3600)
    made = DatabaseThreads(most=3, at_once=1)
    monkeypatch.setattr(threads, "_threads", made)
    with made.pool:
        yield made


async def test_results_and_errors_arrive(one_at_once: DatabaseThreads) -> None:
    assert await asyncio.gather(*(in_database_thread(pow, number, 2) for number in range(20))) == [
        number**2 for number in range(20)
    ]
    with pytest.raises(ZeroDivisionError):
        await in_database_thread(lambda: 1 // 0)
    assert await in_database_thread(int, "7") == 7


async def test_no_more_than_that_work_at_the_same_time(one_at_once: DatabaseThreads) -> None:
    at_work, most = 0, 0

    def work() -> None:
        nonlocal at_work, most
        at_work += 1
        most = max(most, at_work)
        os.sched_yield()
        at_work -= 1

    await asyncio.gather(*(in_database_thread(work) for _ in range(20)))
    assert most == 1


async def test_others_begin_when_one_waits(one_at_once: DatabaseThreads) -> None:
    over = threading.Event()

    def wait() -> bool:
        let_others_begin()
        return over.wait(WITHIN_S)

    waiting = [asyncio.ensure_future(in_database_thread(wait)) for _ in range(2)]
    await in_database_thread(over.set)
    assert await asyncio.gather(*waiting) == [True, True]


async def test_others_begin_when_one_is_slow(one_at_once: DatabaseThreads, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "SLOW_AFTER_S", 0.001)
    over = threading.Event()
    slow = [asyncio.ensure_future(in_database_thread(over.wait, WITHIN_S)) for _ in range(2)]
    await in_database_thread(over.set)
    assert await asyncio.gather(*slow) == [True, True]


async def test_when_all_threads_wait_work_begins_with_the_first_that_is_over(one_at_once: DatabaseThreads) -> None:
    over, begun = threading.Event(), threading.Semaphore(0)

    def wait() -> bool:
        let_others_begin()
        begun.release()
        return over.wait(WITHIN_S)

    waiting = [asyncio.ensure_future(in_database_thread(wait)) for _ in range(3)]
    for _ in waiting:
        assert await asyncio.to_thread(begun.acquire, True, WITHIN_S)
    last = [asyncio.ensure_future(in_database_thread(int, number)) for number in "123"]
    await asyncio.sleep(0)
    assert not any(one.done() for one in last)
    over.set()
    assert await asyncio.gather(*last) == [1, 2, 3]
    assert all(await asyncio.gather(*waiting))


async def test_cancelled_work_does_not_begin(one_at_once: DatabaseThreads) -> None:
    over = threading.Event()
    done: list[int] = []
    first = asyncio.ensure_future(in_database_thread(over.wait, WITHIN_S))
    cancelled = asyncio.ensure_future(in_database_thread(done.append, 1))
    await asyncio.sleep(0)
    cancelled.cancel()
    await asyncio.sleep(0)
    over.set()
    assert await first
    await in_database_thread(done.append, 2)
    assert done == [2]


def test_nothing_to_let_begin_elsewhere() -> None:
    let_others_begin()
