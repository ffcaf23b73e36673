"""Events and their payloads."""

import json
from typing import Any

import pytest

from workflow_editor.engine import events
from workflow_editor.engine.events import EVENT_CLASSES, MAX_OUTPUT_BYTES, Event, cut_output, event_from

JsonObject = dict[str, Any]

PAYLOADS: list[tuple[Event, JsonObject]] = [
    (events.RunQueued(), {}),
    (events.RunStarted(), {}),
    (events.RunCancelRequested(), {}),
    (
        events.RunFinished("succeeded", {"a": 1}, None, {"input_tokens": 1, "output_tokens": 2}, 5),
        {
            "status": "succeeded",
            "output": {"a": 1},
            "error": None,
            "usage": {"input_tokens": 1, "output_tokens": 2},
            "duration_ms": 5,
        },
    ),
    (events.NodeQueued("n"), {}),
    (events.NodeStarted("n", 1, "process", "AI"), {"attempt": 1, "node_type": "process", "name": "AI"}),
    (events.NodeTextAppended("n", "r1", 3, "x"), {"stream": "r1", "offset": 3, "text": "x"}),
    (events.ModelCallStarted("n", 1, "m", "P"), {"round": 1, "model": "m", "provider": "P"}),
    (
        events.ModelCallFinished("n", 1, "stop", {"input_tokens": 1, "output_tokens": 2}, 0, 9),
        {
            "round": 1,
            "finish_reason": "stop",
            "usage": {"input_tokens": 1, "output_tokens": 2},
            "tool_calls": 0,
            "duration_ms": 9,
        },
    ),
    (
        events.ToolCallStarted("n", "c1", 1, "tool:1", "fetch", "Fetch", {"q": 1}),
        {
            "call_id": "c1",
            "round": 1,
            "tool_id": "tool:1",
            "function": "fetch",
            "title": "Fetch",
            "arguments": {"q": 1},
        },
    ),
    (
        events.ToolCallFinished("n", "c1", 1, "tool:1", "fetch", "Fetch", True, {"success": True}, 7, False),
        {
            "call_id": "c1",
            "round": 1,
            "tool_id": "tool:1",
            "function": "fetch",
            "title": "Fetch",
            "success": True,
            "result": {"success": True},
            "duration_ms": 7,
            "test_mode": False,
        },
    ),
    (events.ToolsOffered("n", 2), {"count": 2}),
    (
        events.ToolSkipped("n", "tool:1", "Fetch", "denied", "No."),
        {"tool_id": "tool:1", "title": "Fetch", "code": "denied", "message": "No."},
    ),
    (
        events.KnowledgeSearched("n", "handbook", 2, [{"number": 1, "document": "looms.pdf"}], 4),
        {
            "knowledge_base": "handbook",
            "found": 2,
            "passages": [{"number": 1, "document": "looms.pdf"}],
            "duration_ms": 4,
        },
    ),
    (
        events.KnowledgeSkipped("n", "handbook", "not_found", "Gone."),
        {"knowledge_base": "handbook", "code": "not_found", "message": "Gone."},
    ),
    (events.NodeLog("n", "warning", "Hm."), {"level": "warning", "message": "Hm."}),
    (events.NodeSucceeded("n", {"a": 1}, ["out"], 3), {"output": {"a": 1}, "ports": ["out"], "duration_ms": 3}),
    (
        events.NodeSucceeded("n", {"a": 1}, ["out"], 0, pinned=True),
        {"output": {"a": 1}, "ports": ["out"], "duration_ms": 0, "pinned": True},
    ),
    (
        events.NodeFailed("n", {"code": "c", "message": "m", "details": {}}, 2, 4),
        {"error": {"code": "c", "message": "m", "details": {}}, "attempt": 2, "duration_ms": 4},
    ),
    (
        events.NodeRetryScheduled("n", 1, 1.5, {"code": "c", "message": "m", "details": {}}),
        {"attempt": 1, "delay_s": 1.5, "error": {"code": "c", "message": "m", "details": {}}},
    ),
    (
        events.NodeWaiting("n", "approval", "2026-11-22T08:00:00+00:00", {"title": "Sure?"}),
        {"kind": "approval", "due_at": "2026-11-22T08:00:00+00:00", "wait": {"title": "Sure?"}},
    ),
    (
        events.NodeResumed("n", "approval", {"decision": "approved"}, "ada"),
        {"kind": "approval", "answer": {"decision": "approved"}, "by": "ada"},
    ),
    (events.NodeQueued("n", scope="/each.3"), {"scope": "/each.3"}),
    (events.NodeSkipped("n"), {}),
    (events.NodeSkipped("n", bypass=True), {"bypass": True}),
    (events.NodeCancelled("n"), {}),
]


@pytest.mark.parametrize(("event", "payload"), PAYLOADS, ids=[row[0].type for row in PAYLOADS])
def test_an_event_has_this_payload_and_can_be_read_back(event: Event, payload: JsonObject) -> None:
    assert event.payload() == payload
    assert event_from(event.type, getattr(event, "node_key", None), payload) == event


def test_every_event_is_in_the_table() -> None:
    assert {row[0].type for row in PAYLOADS} == set(EVENT_CLASSES)


def test_members_that_nobody_knows_are_ignored() -> None:
    assert event_from("node_queued", "n", {"replayed": True}) == events.NodeQueued("n")


def test_an_unknown_event_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        event_from("node_exploded", "n", {})


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
    payload = events.NodeSucceeded("n", output, ["out"], 1).payload()
    assert payload["truncated"] is True
    assert len(json.dumps(payload["output"], ensure_ascii=False).encode()) <= MAX_OUTPUT_BYTES * 1.1
    assert set(payload["output"]) <= set(output)
    assert payload["output"]


def test_an_output_that_fits_is_left_alone() -> None:
    output = {"n": 2**70, "odd": "\ud800"}
    assert cut_output(output) == (output, False)
