"""Results of variable changes."""

from typing import Any

import pytest

from tests.doubles.node_harness import FakePersistentValues, NodeHarness
from tests.workflow_editor.nodes.test_effect_nodes import run
from workflow_editor.errors import NodeError

CHANGES: list[tuple[str, Any, str, Any]] = [
    ("set", None, "warm", "warm"),
    ("set", [1], "{{ inputs.items }}", ["a", {"b": 1}]),
    ("increment", None, "1", 1),
    ("increment", 7, "", 8),
    ("increment", 7, "-9", -2),
    ("increment", 0.5, "0.25", 0.75),
    ("increment", "41", "{{ inputs.one }}", 42),
    ("append", None, "first", ["first"]),
    ("append", ["first"], "{{ inputs.one }}", ["first", 1]),
    ("append", [], "{{ inputs.items }}", [["a", {"b": 1}]]),
]
REFUSED: list[tuple[str, Any, str, str]] = [
    ("increment", "many", "1", "not_a_number"),
    ("increment", 1, "some", "not_a_number"),
    ("increment", 1, "NaN", "not_a_number"),
    ("increment", True, "1", "not_a_number"),
    ("increment", 1, "9" * 5000, "not_a_number"),
    ("append", {"a": 1}, "x", "not_a_list"),
    ("append", list(range(1000)), "x", "list_too_long"),
]


def assigned(before: Any, *rows: dict[str, Any]) -> tuple[FakePersistentValues, Any]:
    values = {} if before is None else {"v": before}
    harness = NodeHarness(inputs={"one": 1, "items": ["a", {"b": 1}]})
    harness.persistent = FakePersistentValues(dict(values), dict(values))
    outcome = run("assign", {"assignments": list(rows)}, harness)
    return harness.persistent, outcome.output


@pytest.mark.parametrize("owner", ["workflow", "conversation"])
@pytest.mark.parametrize(("operation", "before", "value", "after"), CHANGES)
def test_a_change(owner: str, operation: str, before: Any, value: str, after: Any) -> None:
    row = {"name": "v", "operation": operation, "value": value, "owner": owner}
    kept, output = assigned(before, row)
    assert getattr(kept, owner) == output == {"v": after}
    other = kept.conversation if owner == "workflow" else kept.workflow
    assert other == ({} if before is None else {"v": before})


@pytest.mark.parametrize(("operation", "before", "value", "code"), REFUSED)
def test_what_cannot_be_changed_so_fails(operation: str, before: Any, value: str, code: str) -> None:
    with pytest.raises(NodeError) as refused:
        assigned(before, {"name": "v", "operation": operation, "value": value})
    assert refused.value.code == code


def test_rows_are_applied_in_order_and_a_removed_variable_is_nothing() -> None:
    kept, output = assigned(
        5, {"name": "v", "operation": "increment"}, {"name": "w", "value": "x"}, {"name": "v", "operation": "remove"}
    )
    assert (kept.workflow, output) == ({"w": "x"}, {"v": None, "w": "x"})
