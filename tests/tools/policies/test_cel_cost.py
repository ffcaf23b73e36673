"""The possible cost of an expression is estimated before it is evaluated."""

from typing import Any

import pytest

from tools.policies.cel_cost import Cost, passes_of

PASSES = [
    ("no loop", "inputs.x == 1 && size(inputs.x) > 3", 0),
    ("one loop", "inputs.x.exists(a, a > 1)", 100),
    ("one after the other", "inputs.x.all(a, a > 1) || inputs.x.exists(b, b > 1)", 200),
    ("one inside the other", "inputs.x.all(a, inputs.x.exists(b, b > a))", 10_100),
    ("two inside of one", "inputs.x.all(a, a.exists(b, b) && a.all(c, c))", 20_100),
    ("chained loops are not nested", "inputs.x.filter(a, a > 1).map(b, b)", 200),
    ("brackets of other kinds nest too", "[inputs.x].all(a, {'k': [a.exists(b, (b))]}['k'][0])", 10_100),
    ("words in texts are texts", "'x.map(' == \".all(\" && inputs.x == '('", 0),
    ("fields of such a name are no loops", "inputs.map == inputs.filter", 0),
]


@pytest.mark.parametrize(("source", "passes"), [row[1:] for row in PASSES], ids=[row[0] for row in PASSES])
def test_loops_are_counted_as_they_stand(source: str, passes: float) -> None:
    assert passes_of(Cost(source).loops, 100) == passes


def rows(count: int, characters: int = 1) -> dict[str, Any]:
    return {"rows": [{"title": "t" * characters} for _ in range(count)]}


PLACES = [
    ("a comparison", "inputs.rows[0].title == 'x' && size(inputs.rows) > 2", rows(1_000, 100), True),
    ("a long text that is only looked at", "inputs.text != ''", {"text": "a" * 500_000}, True),
    ("a short list, walked once", "inputs.rows.exists(r, r.title == 'x')", rows(40, 20), True),
    ("a short list, filtered", "inputs.rows.filter(r, r.title == 'x').size() > 1", rows(20, 20), True),
    ("two texts put together", "inputs.text + inputs.text == 'x'", {"text": "a" * 10_000}, True),
    ("a text put together without a loop", "+".join(["inputs.text"] * 80), {"text": "a" * 100_000}, False),
    ("a list that maps make ever longer", "[1].map(a, [a, a]).map(a, [a, a])", {}, False),
    ("a list that is walked in itself", "inputs.rows.all(a, inputs.rows.exists(b, a == b))", rows(1_000), False),
    ("copies of long texts", "inputs.rows.map(r, inputs.rows[0].title)", rows(200, 10_000), False),
    ("a list in the expression", f"[{'1,' * 300}1].all(a, [{'1,' * 300}1].all(b, a == b))", {}, False),
    ("a pattern", "'a'.matches('(a{100}){100}b')", {}, False),
    ("a source that is long to read", f"'{'x' * 2_000}' == ''", {}, False),
    ("values that are long to hand over", "inputs.rows == []", rows(50_000), False),
]


@pytest.mark.parametrize(("source", "inputs", "small"), [row[1:] for row in PLACES], ids=[row[0] for row in PLACES])
def test_only_what_is_surely_small_is_small(source: str, inputs: dict[str, Any], small: bool) -> None:
    assert Cost(source).is_small({"inputs": inputs, "nodes": {}}) is small
