"""Work that an expression could make is told before it begins."""

from typing import Any

import pytest

from workflow_editor.nodes.expression_cost import MAX_STEPS, is_too_much, loops_in, steps_of
from workflow_editor.nodes.expressions import ExpressionError
from workflow_editor.nodes.lookup import NodeNames
from workflow_editor.nodes.variables import RunVariables

STEPS = [
    ("no loop", "inputs.x == 1 && size(inputs.x) > 3", 0),
    ("one loop", "inputs.x.exists(a, a > 1)", 100),
    ("one after the other", "inputs.x.all(a, a > 1) || inputs.x.exists(b, b > 1)", 200),
    ("one inside the other", "inputs.x.all(a, inputs.x.exists(b, b > a))", 10_000),
    ("two inside of one", "inputs.x.all(a, a.exists(b, b) && a.all(c, c))", 20_000),
    ("loops that make lists copy them as they grow", "inputs.x.map(a, a + 1)", 500),
    ("chained loops are not nested", "inputs.x.filter(a, a > 1).map(b, b)", 1_000),
    ("brackets of other kinds nest too", "[inputs.x].all(a, {'k': [a.exists(b, (b))]}['k'][0])", 10_000),
    ("words in texts are texts", "'x.map(' == \".all(\" && inputs.x == '('", 0),
    ("fields of such a name are no loops", "inputs.map == inputs.filter", 0),
]


@pytest.mark.parametrize(("source", "steps"), [row[1:] for row in STEPS], ids=[row[0] for row in STEPS])
def test_loops_are_counted_as_they_stand(source: str, steps: float) -> None:
    assert steps_of(loops_in(source), 100, 0) == steps


def rows(count: int, characters: int = 1) -> dict[str, Any]:
    return {"rows": [{"title": "t" * characters} for _ in range(count)]}


LIMITS = [
    ("a thousand titles", "inputs.rows.map(r, r.title)", rows(1_000, 100), False),
    ("a large list without a loop", "size(inputs.rows) > 1", rows(100_000), False),
    ("a large list, walked once", "inputs.rows.exists(r, r.title == 'x')", rows(100_000), False),
    ("a large list, walked in itself", "inputs.rows.all(a, inputs.rows.exists(b, a == b))", rows(5_000), True),
    ("a large list of copies", "inputs.rows.map(r, r.title)", rows(20_000), True),
    ("copies of long texts", "inputs.rows.map(r, inputs.rows[0].title)", rows(2_000, 100_000), True),
    ("a list in the expression", f"[{'1,' * 2_000}1].all(a, [{'1,' * 2_000}1].all(b, a == b))", {}, True),
    ("the letters of a text", "inputs.text.split('').map(a, a)", {"text": "a" * 20_000}, True),
]


@pytest.mark.parametrize(("source", "values", "refused"), [row[1:] for row in LIMITS], ids=[row[0] for row in LIMITS])
def test_what_could_take_too_long_is_refused(source: str, values: dict[str, Any], refused: bool) -> None:
    assert is_too_much(loops_in(source), source, {"inputs": values, "nodes": {}}) is refused


def test_an_expression_that_could_take_too_long_fails_before_it_begins() -> None:
    outputs: dict[str, dict[str, Any]] = {}
    variables = RunVariables(rows(5_000), NodeNames({}), outputs.get)
    source = "inputs.rows.map(a, inputs.rows.map(b, inputs.rows.map(c, a == b && b == c)))"
    with pytest.raises(ExpressionError, match="too long") as caught:
        variables.evaluate(source)
    assert "列表过长" in caught.value.text.zh


def test_the_limit_is_far_above_ordinary_conditions() -> None:
    assert steps_of(loops_in("inputs.x.all(a, inputs.x.exists(b, a == b))"), 1_000, 1_000) < MAX_STEPS
