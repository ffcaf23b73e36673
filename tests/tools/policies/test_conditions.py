"""Conditions of rules: what they see, what is refused when stored, and what cannot hold up a call."""

from types import SimpleNamespace
from typing import Any

import pytest

from tests.chinese import is_chinese
from tests.doubles.tool_ports import ALICE
from tests.timing import assert_ends
from tools.policies.conditions import ConditionError, Question, compile_condition

ARGS: dict[str, Any] = {"method": "DELETE", "url": "https://example.com/a", "to": ["a@x.org", "b@y.org"], "n": 3}

HOLDS: list[tuple[str, bool | None]] = [
    ("args.method == 'DELETE'", True),
    ("args.n > 5", False),
    ("args.to.all(address, address.endsWith('@x.org'))", False),
    ("args.to.exists(address, address.endsWith('@x.org'))", True),
    ("has(args.body) && args.body != ''", False),
    ("'writers' in caller.roles && caller.name == 'alice' && caller.id == 1", True),
    ("workflow == 'w1' && mode == 'live'", True),
    ("args.url.matches('^https://example\\\\.com/')", True),
    ("args.missing == 1", None),
    ("args.method + 1 == 2", None),
    ("args.method", None),
    ("1 / 0 == 1", None),
]


@pytest.mark.parametrize(("source", "holds"), HOLDS)
def test_a_condition_holds_or_not_or_is_undecided(source: str, holds: bool | None) -> None:
    assert compile_condition(source).holds(Question(ALICE, ARGS)) is holds


REFUSED = [
    ("args.method ==", "too early"),
    ("args method", "line 1, column 6: “method”"),
    ("nodes.a == 1", "nodes"),
    ("a.map(x, a.map(y, a.map(z, z)))", "2 times"),
    ("true || " * 200 + "true", "1,000 characters"),
    ("(" * 900, "nested too deeply"),
]


@pytest.mark.parametrize(("source", "reason"), REFUSED, ids=[reason for _, reason in REFUSED])
def test_what_cannot_be_read_or_is_too_costly_is_refused(source: str, reason: str) -> None:
    with pytest.raises(ConditionError) as caught:
        compile_condition(source)
    assert reason in caught.value.text.en
    assert is_chinese(caught.value.text.in_language("zh"))


WALK = "args.l.all(x, args.l.all(y, x * y < 90000))"
COSTLY = [
    ("two loops over a long list", WALK, {"l": list(range(1000))}),
    ("a huge text", "args.s.contains('b')", {"s": "a" * 1_000_000}),
    ("a huge list", "size(args.l) > 1", {"l": list(range(50_000))}),
    ("texts put together without end", "size(" + "+".join(["args.l"] * 140) + ") > 1", {"l": list(range(9_000))}),
]


@pytest.mark.parametrize(("source", "args"), [row[1:] for row in COSTLY], ids=[row[0] for row in COSTLY])
@pytest.mark.everyday_rows(3)
def test_what_would_take_longer_than_the_limits_is_not_evaluated_here(
    monkeypatch: pytest.MonkeyPatch, source: str, args: dict[str, Any]
) -> None:
    condition, evaluated = compile_condition(source), list[object]()
    monkeypatch.setattr(condition, "_program", SimpleNamespace(execute=evaluated.append))
    assert condition.holds(Question(ALICE, args)) is None
    assert evaluated == []


def test_a_loop_over_the_letters_of_a_text_is_undecided() -> None:
    condition = compile_condition("args.s.split('').all(x, x != 'b')")
    assert_ends(lambda: condition.holds(Question(ALICE, {"s": "a" * 50_000})))
    assert condition.holds(Question(ALICE, {"s": "a" * 50_000})) is None


def test_short_lists_are_walked() -> None:
    condition = compile_condition(WALK)
    assert condition.holds(Question(ALICE, {"l": list(range(50))})) is True


def test_what_puts_texts_together_is_still_decided() -> None:
    condition = compile_condition("args.l.exists(x, x + '!' == args.s)")
    assert condition.holds(Question(ALICE, {"l": ["a" * 50] * 1_000, "s": "b"})) is False
