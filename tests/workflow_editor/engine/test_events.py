"""Events: what they dump to, that each is made somewhere, and how long outputs are cut."""

import ast
import json
from pathlib import Path

import pytest

from agents.core.events import EVENT_TYPES, Event, NodeLog, ToolsOffered
from tools.core.definitions import JsonObject
from workflow_editor.engine.events import (
    MAX_OUTPUT_BYTES,
    NodeQueued,
    NodeSkipped,
    NodeSucceeded,
    RunQueued,
    cut_output,
)

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("event", "payload"),
    [
        (RunQueued(), {}),
        (ToolsOffered(0), {"count": 0}),
        (NodeLog("warning", "Hm.", node_key="n"), {"level": "warning", "message": "Hm."}),
        (NodeQueued(node_key="n", scope="/each.3"), {"scope": "/each.3"}),
        (NodeSkipped(node_key="n"), {}),
        (NodeSkipped(bypass=True, node_key="n"), {"bypass": True}),
        (NodeSucceeded({"a": 1}, ("out",), 3), {"output": {"a": 1}, "ports": ["out"], "duration_ms": 3}),
    ],
)
def test_a_payload_has_the_fields_but_for_the_node_and_defaults(event: Event, payload: JsonObject) -> None:
    assert event.payload() == payload


def test_every_event_is_made_where_its_fact_happens() -> None:
    sources = [path for app in ("agents", "workflow_editor") for path in (ROOT / app).rglob("*.py")]
    calls = (node for path in sources for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call))
    made = {call.func.id for call in calls if isinstance(call.func, ast.Name)}
    assert {event_class.__name__ for event_class in EVENT_TYPES.values()} - made == set()


@pytest.mark.parametrize(
    "output",
    [
        {"text": "x" * 100_000, "model": "m"},
        {"items": [{"n": index, "text": "y" * 50} for index in range(5_000)]},
        {"text": "猫" * 30_000},
        {f"field{index}": "z" * 100 for index in range(2_000)},
        {"deep": {"deep": {"deep": {"deep": {"deep": {"deep": {"deep": ["x" * 9_000] * 9}}}}}}},
    ],
    ids=["long text", "long list", "wide text", "many fields", "deep"],
)
def test_a_big_output_is_cut_but_its_fields_stay(output: JsonObject) -> None:
    payload = NodeSucceeded(output, ["out"], 1).payload()
    assert payload["truncated"] is True
    assert len(json.dumps(payload["output"], ensure_ascii=False).encode()) <= MAX_OUTPUT_BYTES * 1.1
    assert set(payload["output"]) <= set(output)
    assert payload["output"]


def test_an_output_that_fits_is_left_alone() -> None:
    output = {"n": 2**70, "odd": "\ud800"}
    assert cut_output(output) == (output, False)
