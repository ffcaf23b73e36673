"""A cap in the forms of MCP: the tool's result says so, and how long to wait."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.factories.runs import run_create
from tests.factories.workflows import workflow_create
from tools.core.envelope import ResultForm
from workflow_editor.mcp.offered_tools import call_offered, offered_tools
from workflow_editor.mcp.server import _answer
from workflow_editor.models import Run, Workflow


@pytest.mark.django_db(transaction=True)
def test_a_workflow_at_a_cap_is_a_failed_result_with_the_time_to_wait(alice: User, settings: Any) -> None:
    settings.MAX_MONEY_PER_DAY = 1
    workflow = workflow_create(alice, name="Greeting")
    Workflow.objects.filter(pk=workflow.pk).update(offered_over_mcp=True)
    run_create(workflow, usage={"cost": 2.0})
    (tool,) = offered_tools(alice)
    answer = _answer(call_offered(alice, tool.function.name, {"topic": "Ada"}), ResultForm.ENVELOPE)
    assert answer.is_error
    assert answer.structured_content is not None
    assert answer.structured_content["code"] == 5002
    assert "spending limit" in answer.structured_content["message"]
    assert 0 < answer.structured_content["data"]["retry_after_s"] <= 86_400
    assert Run.objects.count() == 1
