"""A tool node calls whatever an AI node can: built-in tools, knowledge, workflows, agents, functions of a server."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from tests.doubles import mcp_faults
from tests.doubles.task_queue import TaskQueue
from tests.factories.agents import agent_create
from tests.factories.documents import greeting_document, node
from tests.factories.knowledge import indexed_base
from tests.factories.run_documents import chain, failing
from tests.factories.workflows import workflow_create
from tests.workflow_editor.services.run_asserts import assert_over, payload_of
from tools.adapters import gateway_factory as adapters
from tools.services.tool_configs import tool_config_create
from workflow_editor.errors import GraphInvalidError
from workflow_editor.models import Run, Wait
from workflow_editor.services.runs.start import run_start

Json = dict[str, Any]


@pytest.fixture
def call(queue: TaskQueue, alice: User) -> Any:
    def run_node(tool: Json, arguments: Json | None = None, **config: Any) -> Run:
        settings = {"tool": {"id": "t1", **tool}, "arguments": arguments or {}, **config}
        workflow = workflow_create(alice, name="Parent", document=chain(node("call", "tool", settings)))
        run = run_start(workflow, alice, inputs={})[0]
        queue.run_all()
        run.refresh_from_db()
        return run

    return run_node


@pytest.fixture
def helpers(settings: Any, alice: User) -> Iterator[Any]:
    settings.MCP_PROGRAMS = {"faults": mcp_faults.program()}
    adapters.gateway.cache_clear()
    config = {"transport": "stdio", "program": "faults"}
    yield tool_config_create(owner=alice, type="mcp-server", name="Helpers", config=config)
    adapters.gateway.cache_clear()


def output(run: Run) -> Json:
    assert_over(run, "succeeded")
    given: Json = payload_of(run, "node_succeeded", "call")["output"]
    assert given["success"] is True
    return given


def test_a_built_in_tool(call: Any) -> None:
    data = output(call({"type": "system:get_current_time"}, {"timezone": "Asia/Shanghai"}))["data"]
    assert "+08:00" in str(data)


def test_a_knowledge_base(call: Any, alice: User) -> None:
    base = indexed_base(alice, {"tea.txt": "Tea is green."})
    (passage,) = output(call({"type": f"kb:{base.slug}"}, {"query": "green"}))["data"]
    assert passage["document"] == "tea.txt"


def test_a_workflow(call: Any, alice: User) -> None:
    greeting = workflow_create(alice, name="Greeting", document=greeting_document())
    run = call({"type": f"workflow:{greeting.slug}"}, {"topic": "Ada"})
    assert "Ada" in str(output(run)["data"])
    child = Run.objects.exclude(pk=run.pk).get()
    assert child.workflow == greeting


def test_a_workflow_that_fails_fails_the_node(call: Any, alice: User) -> None:
    broken = workflow_create(alice, name="Broken", document=chain(failing("broken")))
    run = call({"type": f"workflow:{broken.slug}"})
    assert_over(run, "failed")
    assert run.error is not None
    assert run.error["code"] == "tool_execution_failed"


def test_an_agent(call: Any, alice: User) -> None:
    agent = agent_create(alice)
    assert "At your service" in str(output(call({"type": f"agent:{agent.slug}"}, {"message": "Hello"}))["data"])


@pytest.mark.parametrize("by_id", [True, False])
def test_one_function_of_a_server(call: Any, helpers: Any, by_id: bool) -> None:
    config = {"type": "mcp-server", "toolConfig": str(helpers.pk), "function": "say"}
    tool = {"type": f"mcp:{helpers.pk}:say"} if by_id else config
    assert output(call(tool, {"word": "tea"}))["data"] == {"text": "say {'word': 'tea'}"}


NOT_CALLABLE: list[tuple[Json, str]] = [
    ({"type": "no-such-type"}, "tool_not_implemented"),
    ({"type": "system:get_the_moon"}, "tool_not_implemented"),
    ({"type": "workflow:nowhere"}, "tool_missing"),
    ({"type": "kb:nothing"}, "tool_missing"),
    ({"type": "mcp:nobody:say"}, "tool_missing"),
    ({"type": "system:get_current_time", "enabled": False}, "tool_disabled"),
]


@pytest.mark.parametrize(("tool", "code"), NOT_CALLABLE)
def test_what_cannot_be_called_is_refused_before_the_run(call: Any, tool: Json, code: str) -> None:
    with pytest.raises(GraphInvalidError) as caught:
        call(tool)
    assert [problem["code"] for problem in caught.value.details["problems"]] == [code]
    assert not Run.objects.exists()


def test_arguments_that_do_not_fit_fail_the_node(call: Any) -> None:
    run = call({"type": "system:get_current_time"}, {"timezone": "UTC", "sugar": 1})
    assert_over(run, "failed")
    assert "sugar" in (run.error or {})["message"]


def test_a_slow_workflow_may_have_more_time_than_other_calls(call: Any, alice: User) -> None:
    slow = workflow_create(alice, name="Slow", document=chain(node("wait", "delay", {"seconds": 300})))
    run = call({"type": f"workflow:{slow.slug}"}, timeout=600_000)
    wait = Wait.objects.get(node_run__run=run)
    assert wait.due_at is not None
    assert wait.due_at > timezone.now() + timedelta(seconds=500)
