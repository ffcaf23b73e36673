"""An AI node with earlier messages, files and the caller's own tools."""

import base64
from typing import Any

import pytest

from agents.core.attachments import FilePart
from tests.doubles.conversation import FakeTool, FakeToolbox
from tests.doubles.node_harness import FakeFiles, NodeHarness
from tests.doubles.scripted_model import ScriptedModel, ScriptedReply
from tests.workflow_editor.nodes.test_effect_nodes import failure, run

JsonObject = dict[str, Any]
CONFIG = {
    "userPrompt": "{{ inputs.message }}",
    "history": "{{ inputs.history }}",
    "files": "{{ inputs.files }}",
    "clientTools": "{{ inputs.clientTools }}",
    "clientSettings": "{{ inputs.clientSettings }}",
}
ADD = {"type": "function", "function": {"name": "add", "description": "Adds.", "parameters": {"type": "object"}}}
PNG = {"name": "a.png", "media_type": "image/png", "data": base64.b64encode(b"png").decode()}


def test_earlier_messages_and_files_reach_the_model() -> None:
    stored = FilePart("b.pdf", "application/pdf", "cGRm")
    inputs = {
        "message": "And now?",
        "history": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}],
        "files": [PNG, {"file_id": "f1"}],
    }
    with ScriptedModel([ScriptedReply("ok")]) as model:
        run("process", CONFIG, NodeHarness(inputs=inputs, model=model, files=FakeFiles({"f1": stored})))
    sent = model.requests[0].messages
    assert [(message.role, message.text) for message in sent] == [
        ("user", "Hi"),
        ("assistant", "Hello"),
        ("user", "And now?"),
    ]
    assert [file.name for file in sent[-1].files] == ["a.png", "b.pdf"]
    assert model.requests[0].history == 2


def test_a_call_of_the_callers_tool_ends_the_node_with_the_call() -> None:
    inputs = {"message": "1 + 1?", "clientTools": {"tools": [ADD], "tool_choice": "required"}}
    toolbox = FakeToolbox(FakeTool("search"))
    calls = [("c1", "add", '{"a": 1}'), ("c2", "search", "{}")]
    with ScriptedModel([ScriptedReply("Adding.", calls)]) as model:
        outcome = run("process", CONFIG, NodeHarness(inputs=inputs, model=model, toolbox=toolbox))
    assert outcome.output["finishReason"] == "tool_calls"
    assert outcome.output["pendingCalls"] == [
        {"id": "c1", "type": "function", "function": {"name": "add", "arguments": '{"a": 1}'}}
    ]
    assert toolbox.calls == []
    assert model.requests[0].tool_choice == "required"
    assert [function.name for function in model.requests[0].functions] == ["search", "add"]


def test_the_callers_results_go_on_without_a_new_prompt() -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "add", "arguments": "{}"}}
    history = [
        {"role": "user", "content": "1 + 1?"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": "2"},
    ]
    inputs = {"message": "", "history": history, "clientTools": {"tools": [ADD]}}
    with ScriptedModel([ScriptedReply("2")]) as model:
        outcome = run("process", CONFIG, NodeHarness(inputs=inputs, model=model))
    assert outcome.output["result"] == "2"
    assert [message.role for message in model.requests[0].messages] == ["user", "assistant", "tool"]


@pytest.mark.parametrize(
    ("inputs", "code"),
    [
        ({"message": ""}, "prompt_missing"),
        ({"message": "", "history": [{"role": "assistant", "content": "Hi"}]}, "prompt_missing"),
        ({"message": "p", "history": [{"role": "robot"}]}, "history_invalid"),
        ({"message": "p", "files": [{"file_id": "ghost"}]}, "file_refused"),
        ({"message": "p", "files": [PNG | {"media_type": "application/zip"}]}, "file_refused"),
        ({"message": "p", "clientTools": [ADD]}, "client_tools_invalid"),
        ({"message": "p", "clientSettings": {"temperature": "hot"}}, "client_settings_invalid"),
        ({"message": "p", "clientSettings": [0.5]}, "client_settings_invalid"),
    ],
)
def test_what_does_not_fit_is_refused_before_the_model_is_asked(inputs: JsonObject, code: str) -> None:
    assert failure("process", CONFIG, NodeHarness(inputs=inputs)).code == code


def test_a_tool_of_the_caller_may_not_hide_one_of_the_agent() -> None:
    inputs = {"message": "p", "clientTools": {"tools": [ADD]}}
    harness = NodeHarness(inputs=inputs, toolbox=FakeToolbox(FakeTool("add")))
    assert failure("process", CONFIG, harness).code == "client_tools_invalid"
