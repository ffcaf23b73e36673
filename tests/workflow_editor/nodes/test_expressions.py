"""CEL expressions and the operators of condition rows, as tables."""

from typing import Any, get_args

import pytest

from tests.chinese import is_chinese
from workflow_editor.nodes.evaluation.condition_operators import OPERATORS, OperatorName, holds
from workflow_editor.nodes.evaluation.expressions import compile_expression
from workflow_editor.nodes.evaluation_errors import ExpressionError
from workflow_editor.nodes.lookup import NodeNames
from workflow_editor.nodes.meanings import FIRST
from workflow_editor.nodes.variables import RunVariables

OUTPUTS: dict[str, dict[str, Any]] = {
    "fetch": {"2nd": {"3D": 9}, "count": 4, "title": "T", "items": [1, 2], "选题": "猫"},
    "start": {"选题": "猫"},
    "video": {"url": "u"},
    "ai": {"result": "好的"},
    "rack": {"n": 1},
}
NAMES = {
    "fetch": "Fetch",
    "start": "发布需求",
    "video": "视频URL（抖音）",
    "idle": "Idle",
    "ai": "写作",
    "rack": '19" Rack',
}


def evaluate(expression: str) -> Any:
    return RunVariables({"n": 2, "which": "fetch"}, NodeNames(NAMES), OUTPUTS.get).evaluate(expression)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("nodes.fetch.count > 3 && inputs.n == 2", True),
        ('nodes["视频URL（抖音）"].url', "u"),
        ("nodes['Fetch'].title", "T"),
        ('nodes[\'19" Rack\'].n == 1 && nodes["19\\" Rack"].n == 1', True),
        ("nodes.fetch.选题 == '猫'", True),
        ("nodes.发布需求.选题", "猫"),
        ("nodes.fetch.2nd.3D == nodes.fetch . 2nd['3D']", True),
        ("nodes.fetch.2nd.3D > 1.5e0 && 2.5 > 1.5", True),
        ("[1.5,.5e0,1e3][2] == 1000.0 && 0x10u == 16u", True),
        ('"nodes.fetch.2nd"', "nodes.fetch.2nd"),
        ("发布需求.选题 == nodes.fetch.选题", True),
        ('"发布需求.选题"', "发布需求.选题"),
        ("has(nodes.idle.x)", False),
        ("nodes.fetch.items.exists(i, i > 1)", True),
        ("size(nodes) > 2", True),
        ("nodes[inputs.which].count", 4),
        ("nodes.ai.结果 == '好的' && 写作.结果 == nodes.ai.result", True),
        ("nodes.ai == {'result': '好的'}", True),
        ("'nodes.ghost' + '!'", "nodes.ghost!"),
    ],
)
def test_an_expression_gives(expression: str, value: Any) -> None:
    assert evaluate(expression) == value


@pytest.mark.parametrize(
    ("expression", "part"),
    [
        ("nodes.fetch.ghost", "“ghost”"),
        ("inputs.n + 'x'", "types"),
        ("'x' * inputs.n", "string * int"),
        ("1 / 0", "divides by zero"),
        ("9223372036854775807 + 1", "out of range"),
        ("ghost == 1", "ghost"),
        ("inputs.n.startsWith(1)", "startsWith"),
        ("int('x')", "The function int"),
        ("nodes.fetch.items[9]", "end of a list"),
        ("1 +", "ends too early"),
        ("1 ? ", "ends too early"),
        ("a b", "line 1, column 3: “b”"),
        ("'x", "line 1, column 1: “'x”"),
        ("a and b", "“and” cannot be used here"),
        ("for", "“for” cannot be used here"),
        ("x.map(1, 2)", "line 1, column 7"),
        ("x" * 10_001, "10,000"),
    ],
)
def test_a_mistake_is_reported_in_a_sentence(expression: str, part: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        evaluate(expression)
    assert part in caught.value.text.en
    # Behind the colon may stand words of the library.
    assert is_chinese(caught.value.text.in_language("zh").partition("：")[0])


def test_only_outputs_that_are_named_are_loaded() -> None:
    asked: list[str] = []

    def load(key: str) -> dict[str, Any] | None:
        asked.append(key)
        return OUTPUTS.get(key)

    RunVariables({}, NodeNames(NAMES), load).evaluate("nodes.fetch.count > 1 && 'nodes.video' != ''")
    assert asked == ["fetch"]


def test_references_are_known_before_the_run() -> None:
    found = compile_expression("nodes.fetch.a == nodes['x y'].b && inputs.n > 1 && nodes[inputs.which] != null")
    assert set(found.references()) == {
        ("nodes", "fetch"),
        ("nodes", "x y"),
        ("inputs", "n"),
        ("nodes", None),
        ("inputs", "which"),
    }


ROWS: list[tuple[OperatorName, Any, Any, bool]] = [
    ("equals", "a", "a", True),
    ("equals", 5, "5", True),
    ("equals", 5, "5.0", False),
    ("equals", 5, 5.0, True),
    ("equals", 7615917337495251231, 7615917337495251232, False),
    ("equals", 7615917337495251231, "7615917337495251231", True),
    ("equals", "007", "7", False),
    ("equals", 7, "007", False),
    ("equals", "1e3", 1000, False),
    ("equals", True, "true", True),
    ("equals", None, "", False),
    ("equals", None, None, True),
    ("equals", [1, {"a": "2"}], ["1", {"a": 2.0}], True),
    ("equals", {"a": 1}, {"a": 1}, True),
    ("equals", 1, True, False),
    ("notEquals", "a", "b", True),
    ("notEquals", 5, "5", False),
    ("greaterThan", 5, "4", True),
    ("greaterThan", "5", "4.5", True),
    ("greaterThan", "abc", "4", False),
    ("greaterThan", True, "0", False),
    ("greaterThan", 5, "5", False),
    ("lessThan", "3", 4, True),
    ("lessThan", None, 4, False),
    ("lessThan", "nan", 4, False),
    ("greaterOrEqual", 5, "5", True),
    ("greaterOrEqual", "x", "x", False),
    ("lessOrEqual", 5, "5", True),
    ("lessOrEqual", 6, "5", False),
    ("contains", "hello", "ell", True),
    ("contains", [1, 2], "2", True),
    ("contains", [1, 2], "12", False),
    ("contains", {"key": 1}, "key", True),
    ("contains", 1234, "23", True),
    ("notContains", "hello", "x", True),
    ("notContains", ["a"], "a", False),
    ("startsWith", "猫咪", "猫", True),
    ("startsWith", 123, "12", True),
    ("startsWith", "x", "y", False),
    ("endsWith", "a.md", ".md", True),
    ("endsWith", "a.md", ".txt", False),
    ("isEmpty", None, None, True),
    ("isEmpty", "  ", None, True),
    ("isEmpty", [], None, True),
    ("isEmpty", {}, None, True),
    ("isEmpty", 0, None, False),
    ("isEmpty", False, None, False),
    ("isNotEmpty", "x", None, True),
    ("isNotEmpty", "", None, False),
]


@pytest.mark.parametrize(("operator", "left", "right", "result"), ROWS)
def test_an_operator_holds(operator: OperatorName, left: Any, right: Any, result: bool) -> None:
    assert holds(operator, left, right) is result


@pytest.mark.parametrize(("left", "right"), [(5, "5.0"), (None, ""), (7, "007"), (1000, "1e3")])
def test_nodes_of_the_first_version_compare_as_they_did(left: Any, right: Any) -> None:
    assert holds("equals", left, right, FIRST)
    assert holds("contains", [left], right, FIRST)


def test_the_table_is_complete() -> None:
    assert tuple(OPERATORS) == get_args(OperatorName)
    assert {row[0] for row in ROWS} == set(OPERATORS)
