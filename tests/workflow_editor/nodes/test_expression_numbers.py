"""Whole and decimal numbers together in expressions."""

import operator
from collections.abc import Callable
from math import fmod
from typing import Any

import pytest

from workflow_editor.nodes.evaluation.numbers import with_functions
from workflow_editor.nodes.evaluation_errors import ExpressionError
from workflow_editor.nodes.lookup import NodeNames
from workflow_editor.nodes.meanings import NEWEST
from workflow_editor.nodes.variables import RunVariables

ID = 7615917337495251231
INPUTS = {"price": 2.5, "count": 2, "id": ID, "texts": ["a", "b"], "rows": [{"p": 1}, {"p": 2.5}], "big": 2**63 - 1}
OPERATORS: dict[str, Callable[[float, float], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "%": fmod,
}


def evaluate(expression: str, inputs: dict[str, Any] | None = None) -> Any:
    return RunVariables(inputs or INPUTS, NodeNames({}), lambda _: None).evaluate(expression)


@pytest.mark.parametrize("sign", OPERATORS)
@pytest.mark.parametrize("pair", [(7, 2.5), (-7, 2.5), (7.5, 2), (2.5, -2), (0.1, 3)])
def test_an_operator_takes_one_number_of_each_kind(sign: str, pair: tuple[float, float]) -> None:
    left, right = pair
    wanted = OPERATORS[sign](left, right)
    assert evaluate(f"inputs.l {sign} inputs.r", {"l": left, "r": right}) == wanted
    assert evaluate(f"({left}) {sign}{right}") == wanted


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("inputs.price * 3 > 5", True),
        ("inputs.price * 2 == 5", True),
        ("1 + 2 * inputs.price - -1", 7.0),
        ("-inputs.price * 2 + 1", -4.0),
        ("2 - inputs.price - 1", -1.5),
        ("(1 + inputs.count) * inputs.price", 7.5),
        ("7 / 2 * inputs.price", 7.5),
        ("-7 / 2 + 0 * inputs.price", -3.0),
        ("-7 % 2 + 0 * inputs.price", -1.0),
        ("inputs.id + 1 == 7615917337495251232 && inputs.price * 2 == 5.0", True),
        ("inputs.rows.map(r, r.p * 2)", [2, 5.0]),
        ("inputs.rows[inputs.count - 1].p + 1", 3.5),
        ("{'total': inputs.price * inputs.count}.total", 5.0),
        ("[inputs.price * 2, 1][0] > 4 ? 'a' + 'b' : 'c'", "ab"),
        ("size(inputs.texts + ['c']) * 1.5", 4.5),
        ("'2.5 * 3' + r'\\' + \"\"\"'+'\"\"\" == '' || inputs.price * 3 > 1", True),
        ("inputs.price * 3 in [7.5]", True),
        ("has(inputs.price) && !(inputs.price * 2 < 1)", True),
        ("1.5e+1 + 1 + 0x10", 32.0),
        ("5.5 % 2.5", 0.5),
    ],
)
def test_a_mixed_expression_gives(expression: str, value: Any) -> None:
    assert repr(evaluate(expression)) == repr(value)


@pytest.mark.parametrize(
    ("expression", "value"),
    [("inputs.id + 1", ID + 1), ("inputs.id * 1", ID), ("7 / 2", 3), ("-7 / 2", -3), ("-7 % 2", -1), ("4 / 2", 2)],
)
def test_whole_numbers_stay_whole(expression: str, value: int) -> None:
    assert repr(evaluate(expression)) == repr(value)


@pytest.mark.parametrize(
    ("expression", "part"),
    [
        ("inputs.price * 3 / 0", "divides by zero"),
        ("inputs.price * 3 + 1 / 0", "divides by zero"),
        ("inputs.price % 0", "divides by zero"),
        ("inputs.big + 1 + inputs.price", "out of range"),
        ("inputs.price * 3 + 'x'", "cannot compute"),
        ("inputs.price * inputs.texts", "cannot compute"),
        ("inputs.price * 3 + inputs.ghost", "“ghost”"),
    ],
)
def test_what_cannot_be_calculated_is_reported_in_a_sentence(expression: str, part: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        evaluate(expression)
    assert part in caught.value.text.en
    assert "_of" not in caught.value.text.en


def test_only_operators_become_functions() -> None:
    written = "a.b['x+y'](1 - 2) ? -c.map(d, d % 2) : [1, 'e' + f][0] in {g: h / 2}"
    assert with_functions(written) == (
        "a.b['x+y'](difference_of(1, 2)) ? -c.map(d , remainder_of(d, 2)) : "
        "[1 , sum_of('e', f)][0] in {g : quotient_of(h, 2)}"
    )


def test_a_large_mixed_expression_is_calculated_where_it_can_be_stopped() -> None:
    rows = [{"p": number} for number in range(3_000)]
    expression = "inputs.rows.exists(r, r.p * 1.5 > 4000.0)"
    assert evaluate(expression, {"rows": rows}) is True


# CEL language definition, "Standard Definitions": `size(string)` is the number of Unicode code points.
@pytest.mark.parametrize(
    ("expression", "size"),
    [
        ("size(inputs.name)", 2),
        ("inputs.name.size()", 2),
        ("size ( '茶😀' )", 2),
        ("size(inputs.name) + inputs.price", 4.5),
        ("inputs.names.map(n, size(n))", [2, 3]),
        ("size('size(') + inputs.size", 9),
        ("size(inputs.names)", 2),
        ("size(inputs)", 4),
        ("size(bytes(inputs.name))", 6),
    ],
)
def test_a_size_counts_characters(expression: str, size: Any) -> None:
    inputs = {"name": "茶壶", "names": ["茶壶", "tea"], "size": 4, "price": 2.5}
    found = RunVariables(inputs, NodeNames({}), lambda _: None, version=NEWEST).evaluate(expression)
    assert repr(found) == repr(size)


def test_a_node_of_the_first_version_still_counts_bytes() -> None:
    assert evaluate("size(inputs.name)", {"name": "茶壶"}) == 6


def test_what_has_no_size_is_refused_as_before() -> None:
    variables = RunVariables({"n": 5}, NodeNames({}), lambda _: None, version=NEWEST)
    with pytest.raises(ExpressionError, match="“size” does not exist in expressions, or not for such values"):
        variables.evaluate("size(inputs.n) > 1")
