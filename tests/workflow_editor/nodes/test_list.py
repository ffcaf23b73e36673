"""Results of each step of a list node, alone, in sequence, and at the maximum size."""

from typing import Any

import pytest

from tests.doubles.node_harness import NodeHarness
from tests.timing import assert_ends
from workflow_editor.errors import NodeError
from workflow_editor.nodes.builtin.list_node import ListConfig, ListNode
from workflow_editor.nodes.lists.run import MAX_ITEMS, as_list, identity, in_order, run_steps
from workflow_editor.nodes.lists.steps import ListStep
from workflow_editor.nodes.meanings import FIRST

ANN = {"name": "Ann", "age": 31, "city": {"name": "Lyon"}}
BOB = {"name": "Bob", "age": "9", "city": {"name": "Bern"}}
CAT = {"name": "Cat", "city": {"name": "Lyon"}}
PEOPLE = [ANN, BOB, CAT]
CITIES = [{"town": "Lyon", "country": "FR"}, {"town": "Rome", "country": "IT"}]

STEPS: list[tuple[str, list[Any], dict[str, Any], list[Any]]] = [
    ("filter", PEOPLE, {"field": "city.name", "value": "Lyon"}, [ANN, CAT]),
    ("filter", PEOPLE, {"field": "age", "operator": "greaterThan", "value": "10"}, [ANN]),
    ("filter", PEOPLE, {"field": "age", "operator": "isEmpty"}, [CAT]),
    ("filter", [1, 2, 3], {"operator": "greaterOrEqual", "value": "2"}, [2, 3]),
    ("sort", PEOPLE, {"field": "age"}, [BOB, ANN, CAT]),
    ("sort", PEOPLE, {"field": "age", "descending": True}, [ANN, BOB, CAT]),
    ("sort", ["item 10", "Item 9", None, 3, "", "2"], {}, ["2", 3, "Item 9", "item 10", None, ""]),
    ("unique", [1, "1", 1.0, "a", "A", {"x": 1}, {"x": 1}, None, None], {}, [1, "a", "A", {"x": 1}, None]),
    ("unique", PEOPLE, {"field": "city.name"}, [ANN, BOB]),
    ("limit", [1, 2, 3, 4], {"count": 2, "offset": 1}, [2, 3]),
    ("limit", [1], {"count": 5, "offset": 9}, []),
    ("pick", [ANN], {"fields": "name, city.name as city, gone"}, [{"name": "Ann", "city": "Lyon", "gone": None}]),
    (
        "group",
        PEOPLE,
        {"field": "city.name"},
        [{"key": "Lyon", "items": [ANN, CAT]}, {"key": "Bern", "items": [BOB]}],
    ),
    ("summarize", PEOPLE, {"field": "age", "summary": "sum"}, [{"sum": 40}]),
    ("summarize", [0.1] * 10, {"summary": "sum"}, [{"sum": 1.0}]),
    ("summarize", PEOPLE, {"field": "age", "summary": "count"}, [{"count": 2}]),
    ("summarize", [], {"field": "age", "summary": "average"}, [{"average": None}]),
    ("summarize", PEOPLE, {"field": "name", "summary": "texts"}, [{"texts": "Ann, Bob, Cat"}]),
    ("summarize", PEOPLE, {"field": "age", "summary": "minimum"}, [{"minimum": "9"}]),
    (
        "summarize",
        PEOPLE,
        {"field": "name", "by": "city.name", "summary": "last"},
        [{"name": "Lyon", "last": "Cat"}, {"name": "Bern", "last": "Bob"}],
    ),
    (
        "join",
        PEOPLE,
        {"field": "city.name", "other": "{{ inputs.other }}", "other_field": "town"},
        [{"town": "Lyon", "country": "FR", **ANN}, {"town": "Lyon", "country": "FR", **CAT}],
    ),
    (
        "join",
        [BOB],
        {"field": "city.name", "other": "{{ inputs.other }}", "other_field": "town", "joining": "left"},
        [BOB],
    ),
    (
        "join",
        [BOB],
        {"field": "city.name", "other": "{{ inputs.other }}", "other_field": "town", "joining": "all"},
        [BOB, *CITIES],
    ),
    ("join", [1, 2, 3], {"other": "[4, 5]"}, [{"left": 1, "right": 4}, {"left": 2, "right": 5}]),
    ("join", [1], {"other": "[4, 5]", "joining": "all"}, [{"left": 1, "right": 4}, 5]),
    ("append", [1], {"other": "[2, 3]"}, [1, 2, 3]),
    ("split", [1, 2, 3, 4, 5], {"count": 2}, [[1, 2], [3, 4], [5]]),
    ("flatten", [[1, 2], [], 3, None], {}, [1, 2, 3]),
    ("flatten", [{"tags": ["a", "b"]}, {"tags": "c"}], {"field": "tags"}, ["a", "b", "c"]),
]


def listed(items: list[Any], *steps: dict[str, Any]) -> dict[str, Any]:
    harness = NodeHarness(inputs={"items": items, "other": CITIES})
    config = ListConfig.model_validate({"items": "{{ inputs.items }}", "steps": list(steps)})
    return dict(ListNode().preview(config, harness.variables()).output)


@pytest.mark.parametrize(("operation", "items", "fields", "after"), STEPS)
def test_a_step(operation: str, items: list[Any], fields: dict[str, Any], after: list[Any]) -> None:
    before = list(items)
    output = listed(items, {"operation": operation, **fields})
    assert output == {"items": after, "count": len(after), "first": after[0] if after else None}
    assert items == before


def test_steps_follow_one_another() -> None:
    output = listed(
        PEOPLE,
        {"operation": "filter", "field": "age", "operator": "isNotEmpty"},
        {"operation": "sort", "field": "age", "descending": True},
        {"operation": "pick", "fields": "name"},
        {"operation": "limit", "count": 1},
    )
    assert output["items"] == [{"name": "Ann"}]


@pytest.mark.parametrize("fields", ["name as x, age as x", "name, age as name", "name, name"])
def test_two_picked_fields_of_one_name_are_refused(fields: str) -> None:
    step = ListStep.model_validate({"operation": "pick", "fields": fields})
    with pytest.raises(NodeError) as refused:
        run_steps(PEOPLE, [step], NodeHarness().variables())
    assert refused.value.code == "name_repeated"
    (problem,) = ListNode().problems(ListConfig(items="{{ inputs.a }}", steps=[step]))
    assert (problem.code, problem.field, problem.severity) == ("name_repeated", "/steps/0/fields", "warning")
    assert len(run_steps(PEOPLE, [step], NodeHarness(version=FIRST).variables())) == len(PEOPLE)


@pytest.mark.parametrize(("value", "items"), [(None, []), ("", []), ("x", ["x"]), ({"a": 1}, [{"a": 1}]), ("[1]", [1])])
def test_whatever_is_no_list_is_one(value: Any, items: list[Any]) -> None:
    assert as_list(value) == items


@pytest.mark.parametrize(
    "step",
    [
        {"operation": "join", "other": "{{ inputs.other }}", "field": "k"},
        {"operation": "append", "other": "{{ inputs.other }}"},
        {"operation": "flatten", "field": "many"},
    ],
)
def test_a_list_that_would_grow_without_end_is_refused(step: dict[str, Any]) -> None:
    many = [{"k": 1, "many": list(range(100))}] * 60_000
    with pytest.raises(NodeError) as refused:
        run_steps(many, [ListStep.model_validate(step)], NodeHarness({"other": many}).variables())
    assert refused.value.code == "list_too_long"


@pytest.fixture(scope="module")
def most_items() -> list[Any]:
    shuffled = [at * 7919 % MAX_ITEMS for at in range(MAX_ITEMS)]
    return [{"age": at, "name": f"item {at}", "city": {"name": f"c{at % 900}"}, "tags": [at]} for at in shuffled]


@pytest.mark.parametrize(("operation", "fields"), [(row[0], row[2]) for row in STEPS])
def test_a_hundred_thousand_items_are_done_in_time(
    most_items: list[Any], operation: str, fields: dict[str, Any]
) -> None:
    changed = {"summarize": {"field": "age"}, "append": {"other": ""}}.get(operation, {})
    step = ListStep.model_validate({"operation": operation, **fields, **changed})
    assert_ends(lambda: run_steps(most_items, [step], NodeHarness({"other": []}).variables()))


def test_values_of_all_kinds_come_into_one_order_whatever_order_they_had() -> None:
    ordered = [-1, False, "2", 3.5, "10", "a1", "a2", "a10", "B", "true", [1], {"x": 1}, None]
    expected = [identity(value) for value in in_order(ordered, lambda value: value, descending=False)]
    for turn in range(len(ordered)):
        turned = ordered[turn:] + ordered[:turn]
        found = in_order(turned, lambda value: value, descending=False)
        assert [identity(value) for value in found] == expected
