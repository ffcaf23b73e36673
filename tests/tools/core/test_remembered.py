"""Remembered entries stay bounded, and those in use stay longest."""

from tools.core.remembered import Remembered


def test_the_one_asked_for_longest_ago_is_forgotten() -> None:
    numbers: Remembered[str, int] = Remembered(2)
    numbers.put("a", 1)
    numbers.put("b", 2)
    assert numbers.get("a") == 1
    numbers.put("c", 3)
    assert (numbers.get("a"), numbers.get("b"), numbers.get("c")) == (1, None, 3)


def test_a_value_is_made_once() -> None:
    numbers: Remembered[str, int] = Remembered(2)
    assert numbers.of("a", lambda: 7) == 7
    assert numbers.of("a", lambda: 8) == 7
