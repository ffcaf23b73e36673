"""The panel names workflows; it shows the id only when the workflow is gone."""

from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories.workflows import workflow_create
from tests.tools.audit.test_audit_log import OUTCOME, record_of
from tools.adapters.gateway_factory import OrmAuditLog
from tools.core.definitions import CallContext, Caller
from tools.models import ToolInvocation, ToolPolicy
from workflow_editor.models import Workflow

AUDIT = "/admin/tools/toolinvocation/"
RULES = "/admin/tools/toolpolicy/"


@pytest.fixture
def workflow(alice: User) -> Workflow:
    return workflow_create(alice, name="Morning news")


def called_from(user: User, workflow_id: UUID) -> ToolInvocation:
    log = OrmAuditLog()
    context = CallContext(Caller(user.pk, user.username), workflow_id=str(workflow_id), origin="node")
    log.finished(log.started(record_of(user, context=context)), OUTCOME)
    return ToolInvocation.objects.latest("pk")


def test_the_audit_log_names_workflows(panel: Client, workflow: Workflow, alice: User) -> None:
    row, gone = called_from(alice, workflow.pk), uuid4()
    called_from(alice, gone)
    page = panel.get(AUDIT)
    assert "Morning news · alice" in page.content.decode()
    assert str(gone) in page.content.decode()
    assert "Morning news · alice" in panel.get(f"{AUDIT}{row.pk}/change/").content.decode()
    assert list(panel.get(AUDIT, {"workflow": str(workflow.pk)}).context["cl"].queryset) == [row]


def test_names_of_a_page_are_one_query(panel: Client, workflow: Workflow, alice: User) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            panel.get(AUDIT)
        return len(found)

    called_from(alice, workflow.pk)
    panel.get(AUDIT)
    one = queries()
    for number in range(5):
        called_from(alice, workflow_create(alice, name=f"W{number}").pk)
    assert queries() == one


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
