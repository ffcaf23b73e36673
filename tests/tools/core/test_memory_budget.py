"""The memory of a process is never more than its budget: requests wait for it, and give up in time."""

import asyncio

import pytest

from tools.core.concurrency.memory_budget import MemoryBudget, Reservation


def granted(*asked: Reservation) -> list[bool]:
    return [each.granted.done() and not each.granted.cancelled() for each in asked]


def test_memory_is_granted_in_turn_and_never_beyond_the_total() -> None:
    budget = MemoryBudget(100)
    first, second, third = (budget.ask(amount) for amount in (60, 50, 40))
    assert granted(first, second, third) == [True, False, False]
    first.shrink(50)
    assert granted(second, third) == [True, False]
    first.release()
    first.release()
    assert granted(third) == [True]
    second.release()
    assert granted(budget.ask(60), budget.ask(1)) == [True, False]


def test_more_than_the_total_is_granted_alone() -> None:
    budget = MemoryBudget(100)
    one, other = budget.ask(10), budget.ask(1_000)
    assert granted(other) == [False]
    one.release()
    assert granted(other, budget.ask(1)) == [True, False]


def test_memory_that_is_no_longer_wanted_lets_those_behind_pass() -> None:
    budget = MemoryBudget(100)
    held, wide, narrow = budget.ask(50), budget.ask(80), budget.ask(20)
    with pytest.raises(TimeoutError):
        asyncio.run(wide.arrive(0))
    assert granted(narrow) == [False]
    wide.release()
    assert granted(wide, narrow) == [False, True]
    held.release()
    assert granted(budget.ask(80)) == [True]


async def test_a_request_goes_on_as_soon_as_there_is_memory() -> None:
    budget = MemoryBudget(100)
    held, asked = budget.ask(60), budget.ask(60)
    waiting = asyncio.ensure_future(asked.arrive(60))
    await asyncio.sleep(0)
    assert not waiting.done()
    held.release()
    await waiting
    await asked.arrive(0)
