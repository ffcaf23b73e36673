"""Each piece of advice is followed by its reader, with the right that it names and no other."""

from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import node
from tests.factories.run_documents import chain
from tests.factories.workflows import workflow_create
from tools.adapters.gateway_factory import gateway
from tools.core.call.advice import EVERY_ADVICE, LOOK_UP_RUN, OPEN_RUN, READ_OVER_HTTP, Advice
from tools.core.concurrency.cancellation import CancelScope
from tools.core.definitions import CallContext, ToolCall, ToolRef
from tools.core.envelope import ToolResult
from tools.core.tool_id import ToolId, ToolKind
from tools.selectors.policies import caller_of
from workflow_editor.mcp.offered_tools import call_offered, offered_tools
from workflow_editor.models import Workflow
from workflow_editor.selectors.run.answers import answer_path
from workflow_editor.services.tokens import token_create

pytestmark = pytest.mark.django_db(transaction=True)

Reader = Callable[[User, Workflow], tuple[ToolResult, Any]]
"""Makes the call that gets the advice; returns its result and the status that following it shows."""


def call(user: User, ref: ToolRef, arguments: dict[str, Any]) -> ToolResult:
    with closing(gateway().offer([ref], CallContext(caller=caller_of(user), origin="test_button"))) as toolbox:
        (tool,) = toolbox.tools()
        return toolbox.call(ToolCall("c1", tool.function.name, arguments), timeout_s=5, cancel=CancelScope())


def by_mcp(user: User, workflow: Workflow) -> tuple[ToolResult, Any]:
    row, raw = token_create(user, name="agent", scopes=("mcp",))
    (tool,) = offered_tools(user)
    result = call_offered(user, tool.function.name, {}, row.pk)
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {raw}")
    return result, client.get(answer_path(result.facts.run_id)).json()["status"]


def by_hand(user: User, workflow: Workflow) -> tuple[ToolResult, Any]:
    result = call(user, ToolRef(ToolId.of(ToolKind.WORKFLOW, workflow.slug)), {})
    client = APIClient()
    client.force_login(user)
    return result, client.get(f"/api/runs/{result.data['run_id']}/").json()["status"]


def by_tool(user: User, workflow: Workflow) -> tuple[ToolResult, Any]:
    def manage(operation: str, **arguments: Any) -> ToolResult:
        config = {"operation": operation}
        ref = ToolRef(ToolId.of(ToolKind.INLINE, "manage"), ui_type="workflow-management", name="M", config=config)
        return call(user, ref, arguments)

    result = manage("run", workflow_id=str(workflow.pk), wait=False)
    return result, manage("status", run_id=result.data["runId"]).data["status"]


READERS: dict[str, Reader] = {READ_OVER_HTTP.name: by_mcp, OPEN_RUN.name: by_hand, LOOK_UP_RUN.name: by_tool}


@pytest.mark.parametrize("advice", EVERY_ADVICE, ids=lambda advice: advice.name)
def test_advice_can_be_followed(alice: User, queue: TaskQueue, monkeypatch: pytest.MonkeyPatch, advice: Advice) -> None:
    monkeypatch.setattr("workflow_editor.agent_runtime.tool_calls.run_wait", lambda *_: None)
    workflow = workflow_create(alice, name="Slow", document=chain(node("pause", "delay", {"seconds": 3600})))
    Workflow.objects.filter(pk=workflow.pk).update(offered_over_mcp=True)
    result, status = READERS[advice.name](alice, workflow)
    assert advice.text.en in result.message
    assert status in ("queued", "waiting")
