"""Order of admission when not all may run at once."""

import random
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

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


def test_a_person_with_many_workflows_is_one_person() -> None:
    many = {f"m{index}": replace(line(f"m{index}"), person="ana") for index in range(4)}
    assert order(3, **many, other=replace(line("b1 b2", first=60), person="ben")) == ["m0", "b1", "m1"]


def test_what_a_person_has_running_elsewhere_counts() -> None:
    busy = replace(line("a1"), person="ana", person_running=5)
    assert order(2, busy=busy, idle=replace(line("b1 b2", first=60), person="ben")) == ["b1", "b2"]


@pytest.mark.parametrize("seed", range(100))
def test_nobody_is_let_in_while_others_with_fewer_wait(seed: int) -> None:
    draw = random.Random(seed)  # noqa: S311  repeatable, not secret
    capacity = draw.randint(1, 60)
    queue = [(draw.choice("abcd"), draw.randint(1, 30), draw.randint(0, 5)) for _ in range(draw.randint(1, 8))]
    running: Counter[str] = Counter()
    for person, _, going_on in queue:
        running[person] += going_on
    lines = [
        Line([(START, (person, number))] * count, going_on, person=person, person_running=running[person])
        for number, (person, count, going_on) in enumerate(queue)
    ]
    waiting = Counter({person: sum(n for other, n, _ in queue if other == person) for person, _, _ in queue})
    begun = list(next_runs(lines, capacity))
    assert len(begun) == min(capacity, waiting.total())
    for person, _ in begun:
        assert running[person] == min(running[other] for other in +waiting)
        running[person] += 1
        waiting[person] -= 1
