"""Who comes next when not all may run at once."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from workflow_editor.engine.fairness import Line, next_runs

START = datetime(2026, 11, 22, tzinfo=UTC)


def line(names: str, *, first: int = 0, running: int = 0, limit: int | None = None) -> Line[str]:
    """A queue of runs, one a minute from minute `first` on."""
    return Line([(START + timedelta(minutes=first + i), name) for i, name in enumerate(names.split())], running, limit)


def order(capacity: int | None, **lines: Line[str]) -> list[str]:
    return list(next_runs(lines.values(), capacity))


def test_a_long_queue_does_not_keep_others_waiting() -> None:
    assert order(4, big=line("b1 b2 b3 b4 b5"), small=line("s1 s2", first=60)) == ["b1", "s1", "b2", "s2"]


def test_the_workflow_with_the_fewest_running_comes_first() -> None:
    assert order(3, busy=line("b1 b2", running=2), idle=line("i1 i2 i3", first=60)) == ["i1", "i2", "b1"]


def test_of_equals_who_was_longest_not_let_in_comes_first() -> None:
    lately = replace(line("l1 l2"), last_begun_at=START)
    assert order(2, lately=lately, never=line("n1", first=60)) == ["n1", "l1"]


def test_of_equals_the_oldest_comes_first() -> None:
    assert order(2, late=line("l1", first=5), early=line("e1", first=1)) == ["e1", "l1"]


def test_a_limit_of_a_workflow_is_kept() -> None:
    assert order(9, one=line("a1 a2 a3", running=1, limit=2), two=line("b1", first=60)) == ["b1", "a1"]
    assert order(9, full=line("a1", running=2, limit=2)) == []


def test_without_capacity_nobody_begins() -> None:
    assert order(0, one=line("a1")) == []


def test_without_a_limit_all_begin() -> None:
    assert order(None, one=line("a1 a2 a3")) == ["a1", "a2", "a3"]
