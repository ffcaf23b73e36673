"""The panel names workflows; it shows the id only when the workflow is gone."""

from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.factories.workflows import workflow_create
from tools.models import ToolPolicy
from workflow_editor.models import Workflow

RULES = "/admin/tools/toolpolicy/"


@pytest.fixture
def workflow(alice: User) -> Workflow:
    return workflow_create(alice, name="Morning news")


def test_a_rule_is_written_for_a_workflow_by_name(panel: Client, workflow: Workflow) -> None:
    assert "Morning news · alice" in panel.get(f"{RULES}add/").content.decode()
    form = {"tool_pattern": "custom", "workflow_id": str(workflow.pk), "effect": "deny"}
    assert panel.post(f"{RULES}add/", form).status_code == 302
    assert ToolPolicy.objects.get().workflow_id == workflow.pk
    assert "Morning news · alice" in panel.get(RULES).content.decode()


def test_a_rule_for_a_workflow_that_is_gone_can_still_be_changed(panel: Client) -> None:
    gone = uuid4()
    rule = ToolPolicy.objects.create(tool_pattern="custom", workflow_id=gone, effect="deny")
    form = {"tool_pattern": "custom", "workflow_id": str(gone), "effect": "allow"}
    assert panel.post(f"{RULES}{rule.pk}/change/", form).status_code == 302
    rule.refresh_from_db()
    assert (rule.workflow_id, rule.effect) == (gone, "allow")
