"""Sockets of a person, counted in all web processes."""

from typing import Any

import pytest

from workflow_editor.realtime.socket_counts import REPORTED_FROM, SocketCounts

LIMIT = 100


@pytest.fixture(autouse=True)
def limit(settings: Any) -> None:
    settings.MAX_SOCKETS = LIMIT


def opened(counts: SocketCounts, person: int, times: int = 10 * LIMIT) -> int:
    """Open so many sockets, and return how many were let in."""
    return sum(counts.enter(person) for _ in range(times))


def test_a_process_lets_nobody_have_more() -> None:
    counts = SocketCounts()
    assert (opened(counts, 1), opened(counts, 2)) == (LIMIT, LIMIT)
    counts.leave(1)
    assert opened(counts, 1) == 1


@pytest.mark.parametrize("first", [0, 30, 60, 95])
def test_those_of_other_processes_count(first: int) -> None:
    one, other = SocketCounts(), SocketCounts()
    before = opened(one, 11, first)
    total = before + opened(other, 11) + opened(one, 11)
    # What a process does not report yet is on top.
    assert LIMIT <= total <= LIMIT + REPORTED_FROM


def test_a_process_that_ended_at_once_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    gone, left = SocketCounts(), SocketCounts()
    opened(gone, 21)
    assert opened(left, 21, 30) == REPORTED_FROM
    now = SocketCounts.enter.__globals__["time"]
    monkeypatch.setitem(SocketCounts.enter.__globals__, "time", lambda: now() + 31)
    assert opened(left, 21, 30) == 30


def test_few_sockets_touch_no_store(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SocketCounts, "_elsewhere", None)
    counts = SocketCounts()
    assert opened(counts, 31, REPORTED_FROM) == REPORTED_FROM
    assert not counts.is_due(31)


def test_what_stays_open_is_reported_again(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = SocketCounts(), SocketCounts()
    opened(one, 41, 60)
    now = SocketCounts.enter.__globals__["time"]
    monkeypatch.setitem(SocketCounts.enter.__globals__, "time", lambda: now() + 25)
    assert one.is_due(41)
    one.report(41)
    monkeypatch.setitem(SocketCounts.enter.__globals__, "time", lambda: now() + 50)
    assert opened(other, 41) == LIMIT - 60
