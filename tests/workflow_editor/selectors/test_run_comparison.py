"""Differences of two outputs."""

from typing import Any

import pytest
from django.utils import timezone

from tests.factories.runs import node_run_create, run_create
from workflow_editor.models import ContainerState, Status, Workflow
from workflow_editor.selectors.run.comparison import MAX_CHANGES, MAX_VALUE_BYTES, compared_value, run_comparison

JsonObject = dict[str, Any]


def compared(workflow: Workflow, left: JsonObject | None, right: JsonObject | None) -> JsonObject:
    first, second = run_create(workflow), run_create(workflow)
    node_run_create(first, "greet", output=left)
    node_run_create(second, "greet", output=right)
    (row,) = run_comparison(first, second)["rows"]
    found: JsonObject = row
    return found


def value(it: Any) -> JsonObject:
    return {"value": it}


DIFFERENCES: list[tuple[JsonObject | None, JsonObject | None, list[tuple[str, Any, Any]]]] = [
    ({"a": 1}, {"a": 1}, []),
    ({"a": 1}, {"a": 2}, [("/a", value(1), value(2))]),
    ({"a": None}, {}, [("/a", value(None), None)]),
    ({}, {"a/b": {"~": 1}}, [("/a~1b", None, value({"~": 1}))]),
    ({"a": {"~": 1}}, {"a": {"~": 2}}, [("/a/~0", value(1), value(2))]),
    ({"a": [1, 2]}, {"a": [1, 3, 4]}, [("/a/1", value(2), value(3)), ("/a/2", None, value(4))]),
    ({"a": True}, {"a": 1}, [("/a", value(True), value(1))]),
    ({"a": [1]}, {"a": {"0": 1}}, [("/a", value([1]), value({"0": 1}))]),
    (None, {"a": 1}, [("", value(None), value({"a": 1}))]),
    (None, None, []),
]


@pytest.mark.parametrize(("left", "right", "changes"), DIFFERENCES)
def test_differences_are_reported_with_their_places(
    workflow: Workflow, left: JsonObject | None, right: JsonObject | None, changes: list[tuple[str, Any, Any]]
) -> None:
    row = compared(workflow, left, right)
    assert [(change["path"], change["left"], change["right"]) for change in row["changes"]] == changes
    assert row["same"] is (not changes)


def test_so_many_differences_are_reported_and_no_more(workflow: Workflow) -> None:
    row = compared(workflow, {"a": list(range(500))}, {"a": list(range(1, 501))})
    assert len(row["changes"]) == MAX_CHANGES


def test_long_outputs_are_cut(workflow: Workflow) -> None:
    row = compared(workflow, {"a": "x" * 100_000}, {"a": "y" * 100_000})
    assert len(row["left"]["output"]["a"]) < 20_000
    assert len(row["changes"][0]["left"]["value"]) < 2_000
    assert row["changes"][0]["is_cut"] is True


@pytest.mark.parametrize(
    ("left", "right", "path", "sides"),
    [
        ({"a": "x" * 100_000}, {"a": "y" * 100_000}, "/a", (value("x" * 100_000), value("y" * 100_000))),
        ({"a/b": [{"~": 1}]}, {"a/b": [{"~": 2}]}, "/a~1b/0/~0", (value(1), value(2))),
        ({"a": [None]}, {"a": []}, "/a/0", (value(None), None)),
        ({"a": "text"}, {"a": 1}, "/a/0", (None, None)),
        ({"a": [1]}, {"a": [1]}, "/a/-1", (None, None)),
        ({"a": 1}, {"a": 2}, "", (value({"a": 1}), value({"a": 2}))),
    ],
)
def test_one_value_is_returned_whole(
    workflow: Workflow, left: JsonObject, right: JsonObject, path: str, sides: tuple[Any, Any]
) -> None:
    runs = run_create(workflow), run_create(workflow)
    for run, output in zip(runs, (left, right), strict=True):
        node_run_create(run, "greet", output=output)
    found = compared_value(*runs, "greet", path)
    assert (found["left"], found["right"], found["is_cut"]) == (*sides, False)
    assert compared_value(*runs, "nobody", path)["left"] is None


def test_a_value_over_a_megabyte_is_marked_as_cut(workflow: Workflow) -> None:
    runs = run_create(workflow), run_create(workflow)
    for run, letter in zip(runs, "xy", strict=True):
        node_run_create(run, "greet", output={"a": letter * (MAX_VALUE_BYTES + 1)})
    found = compared_value(*runs, "greet", "/a")
    assert found["is_cut"] is True
    assert len(found["left"]["value"]) > 1_000


def test_another_status_is_a_difference(workflow: Workflow) -> None:
    left, right = run_create(workflow), run_create(workflow)
    node_run_create(left, "greet", output={"a": 1})
    node_run_create(right, "greet", output={"a": 1}, status=Status.SKIPPED)
    (row,) = run_comparison(left, right)["rows"]
    assert (row["same"], row["changes"]) == (False, [])


def test_a_pass_of_a_container_is_compared_by_its_scope(workflow: Workflow) -> None:
    left, right = run_create(workflow), run_create(workflow)
    for run, output in ((left, {"a": 1}), (right, {"a": 2})):
        node_run_create(run, "each", output={"count": 1})
        node_run_create(run, "inner", scope="/each.0", output=output, usage={"input_tokens": 3, "cost": 0.25})
    (row,) = run_comparison(left, right, "/each.0")["rows"]
    assert (row["node_key"], row["scope"]) == ("inner", "/each.0")
    assert row["left"]["usage"] == {"input_tokens": 3, "output_tokens": 0}
    assert row["left"]["cost"] == 0.25
    assert [row["node_key"] for row in run_comparison(left, right)["rows"]] == ["each"]


def test_the_passes_of_a_container_are_compared_one_by_one(workflow: Workflow) -> None:
    left, right = run_create(workflow), run_create(workflow)
    for run, passes in ((left, 2), (right, 3)):
        node_run_create(run, "greet", output={"count": passes})
        ContainerState.objects.create(run=run, node_key="greet", next_index=passes, started_at=timezone.now())
        for index in range(passes):
            node_run_create(run, "inner", scope=f"/greet.{index}", output={"text": f"{index} of {passes}"})
    (row,) = run_comparison(left, right)["rows"]
    assert (row["node_key"], row["passes"]) == ("greet", 3)
    (inner,) = run_comparison(left, right, scope="/greet.1")["rows"]
    assert (inner["scope"], inner["passes"], inner["same"]) == ("/greet.1", 0, False)
    (last,) = run_comparison(left, right, scope="/greet.2")["rows"]
    assert (last["left"], last["right"]["output"]) == (None, {"text": "2 of 3"})
