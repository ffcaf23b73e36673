"""The example of seed 004, called by an agent over both wire formats."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User

from agents.core.messages import ToolCallPart
from agents.models import ModelProfile
from agents.providers.text_protocol import render_call
from agents.services.providers import provider_create
from tests.doubles.aimock import API_KEY, Aimock
from tests.doubles.task_queue import TaskQueue
from tests.factories.agents import agent_create
from tests.factories.documents import edge, node
from tests.factories.run_documents import ask, graph
from tests.factories.workflows import workflow_create
from tests.workflow_editor.nodes.test_interface import SEED_SCHEMA, SEED_WORKFLOW
from tests.workflow_editor.services.run_asserts import assert_over, payload_of
from workflow_editor.agent_runtime.start import agent_run_start
from workflow_editor.models import Run, Workflow
from workflow_editor.services.comfytavern_interface import ComfyTavernInterface

FUNCTION = "summarize_text"
MODELS = {"openai": "gpt-4o", "anthropic": "claude-sonnet-5-5"}


@pytest.fixture
def summarize_text(alice: User) -> Workflow:
    interface = ComfyTavernInterface.read(SEED_WORKFLOW["interfaceInputs"], SEED_WORKFLOW["interfaceOutputs"])
    start = interface.document("Start", "End", "Note")["nodes"][0]
    nodes = [
        start,
        ask("write", {"text": "茶的历史，简述。"}),
        node("end", "end", {"outputs": [{"name": "summary_result", "value": "{{ nodes.write.result }}"}]}),
    ]
    workflow = workflow_create(alice, document=graph(nodes, [edge("start", "write"), edge("write", "end")]))
    workflow.slug, workflow.name = "summarize_text", "Summarize text"
    workflow.description = SEED_WORKFLOW["description"]
    workflow.save()
    return workflow


@pytest.mark.parametrize("wire", ["openai", "anthropic"])
def test_the_workflow_of_the_seed_is_called_end_to_end(
    alice: User, summarize_text: Workflow, aimock: Aimock, queue: TaskQueue, wire: str
) -> None:
    address = aimock.openai_url if wire == "openai" else aimock.anthropic_url
    provider = provider_create(name=wire, preset=f"custom-{wire}", base_url=address, api_key=API_KEY)
    arguments = json.dumps({"text_to_summarize": "很长的文本", "summary_length": "简短"}, ensure_ascii=False)
    aimock.script({"toolCalls": [{"name": FUNCTION, "arguments": arguments}]}, {"content": "摘要：茶的历史。"})
    agent = agent_create(
        alice,
        model={"provider": str(provider.id), "name": MODELS[wire], "temperature": None},
        tool_ids_inventory=["system:get_current_time", "workflow:summarize_text"],
    )
    run = agent_run_start(agent, alice, message="请总结")
    queue.run_all()
    assert_over(run, "succeeded")
    assert run.output is not None
    assert run.output["answer"] == "摘要：茶的历史。"
    child = Run.objects.get(parent_node_run__run=run)
    assert child.inputs == {"text_to_summarize": "很长的文本", "summary_length": "简短"}
    assert payload_of(run, "child_run_finished", "agent")["run_id"] == str(child.pk)
    first, second = aimock.bodies()
    assert offered(first) == {name: SEED_SCHEMA[name] for name in ("description", "parameters")}
    (reported,) = (json.loads(message["content"]) for message in second["messages"] if message["role"] == "tool")
    assert (reported["success"], reported["data"]) == (True, "茶的历史，简述。")


def offered(body: dict[str, Any]) -> dict[str, Any]:
    functions = {tool["function"]["name"]: tool["function"] for tool in body["tools"]}
    return {name: functions[FUNCTION][name] for name in ("description", "parameters")}


@pytest.mark.parametrize("wire", ["openai", "anthropic"])
def test_a_model_without_native_calls_uses_a_tool(alice: User, aimock: Aimock, queue: TaskQueue, wire: str) -> None:
    address = aimock.openai_url if wire == "openai" else aimock.anthropic_url
    provider = provider_create(name=wire, preset=f"custom-{wire}", base_url=address, api_key=API_KEY)
    ModelProfile.objects.create(model_pattern="small-*", capabilities={"native_tools": False})
    call = render_call(ToolCallPart("", "sys_get_current_time", '{"timezone": "UTC"}'))
    aimock.script({"content": f"Let me see. {call}"}, {"content": "It is late."})
    agent = agent_create(
        alice,
        model={"provider": str(provider.id), "name": "small-1", "temperature": None},
        tool_ids_inventory=["get_current_time"],
    )
    run = agent_run_start(agent, alice, message="How late is it?")
    queue.run_all()
    assert_over(run, "succeeded")
    assert run.output is not None
    assert run.output["answer"] == "It is late."
    assert payload_of(run, "tool_call_finished", "agent")["result"]["data"]["timezone"] == "UTC"
    first, second = aimock.bodies()
    assert "tools" not in first or not first["tools"]
    assert "## How to call a tool" in str(first["messages"])
    assert '<tool_result name="sys_get_current_time">' in str(second["messages"][-1]["content"])
