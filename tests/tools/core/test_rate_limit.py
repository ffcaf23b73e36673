"""Calls that are counted together, in one process and in several."""

import threading
from collections.abc import Callable

import pytest

from tests.doubles.memory_store import MemoryStore
from tests.doubles.tool_ports import FakeClock
from tools.calls.rate_limit import RateLimiter
from tools.core.concurrency.clock import SystemClock
from tools.core.concurrency.keyed_mutex import KeyedMutex
from tools.core.definitions import CallLimit


def limiter(now: Callable[[], float], store: MemoryStore | None = None) -> RateLimiter:
    store = store or MemoryStore(now)
    return RateLimiter(store, KeyedMutex(store, SystemClock()), now)


def test_the_window_slides() -> None:
    clock = FakeClock()
    limit, counted = CallLimit(2, 10), limiter(clock.monotonic)
    waits = []
    for at in (0.0, 4.0, 5.0, 9.5, 10.0, 12.0, 14.0):
        clock.now = 1000.0 + at
        waits.append(counted.reserve("c", limit))
    assert waits == [0, 0, pytest.approx(5), pytest.approx(0.5), 0, pytest.approx(2), 0]


def test_keys_are_counted_apart() -> None:
    counted = limiter(FakeClock().monotonic)
    assert [counted.reserve(key, CallLimit(1, 10)) for key in ("a", "b", "a")] == [0, 0, 10]


def test_a_smaller_limit_counts_what_was_called_before() -> None:
    clock = FakeClock()
    counted = limiter(clock.monotonic)
    for _ in range(3):
        assert counted.reserve("c", CallLimit(5, 10)) == 0
        clock.now += 1
    assert counted.reserve("c", CallLimit(1, 10)) == pytest.approx(9)


def test_a_pause_stops_whoever_has_no_limit_too() -> None:
    clock = FakeClock()
    counted = limiter(clock.monotonic)
    counted.pause("c", 30)
    assert (counted.reserve("c", None), counted.reserve("d", None)) == (30, 0)
    clock.now += 30
    assert counted.reserve("c", None) == 0


def test_a_pause_is_an_hour_at_most() -> None:
    counted = limiter(FakeClock().monotonic)
    counted.pause("c", 1e9)
    assert counted.reserve("c", None) == 3600


def test_who_shares_a_store_counts_together() -> None:
    clock = FakeClock()
    store = MemoryStore(clock.monotonic)
    granted: list[float] = []

    def work() -> None:
        mine = limiter(clock.monotonic, store)
        granted.extend(mine.reserve("c", CallLimit(7, 60)) for _ in range(5))

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(granted), granted.count(0.0)) == (30, 7)
