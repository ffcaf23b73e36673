"""Alert rules of failing runs: of one workflow for its editors, of all for administrators."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from django.contrib.auth.models import User
from pydantic import Field
from rest_framework.permissions import IsAdminUser
from rest_framework.request import Request

from tools.api.contract.endpoints import FoundBy, endpoint
from tools.api.contract.shapes import Shape
from tools.api.permissions import signed_in
from tools.forms.local_text import request_language
from workflow_editor.api.requests import origin_of
from workflow_editor.api.rows import EditedWorkflow
from workflow_editor.api.texts import localized
from workflow_editor.errors import failure_text
from workflow_editor.models import AlertRule
from workflow_editor.selectors.lists.alerts import alert_rule_for, alert_rule_list
from workflow_editor.services.alerts import rules
from workflow_editor.services.alerts.rules import Given

STAFF = (IsAdminUser,)
OwnRule = Annotated[AlertRule, FoundBy(alert_rule_for)]
Every = Annotated[int, Field(ge=0, le=10_000)]


class AlertRuleCreate(Shape):
    """The first failure is always notified, then each `every`th in a row (0: none), and the success after them."""

    every: Every = 0
    on_recovery: bool = True
    is_enabled: bool = True
    channel: AlertRule.Channel
    target: str = Field(min_length=1, max_length=2000)
    """A tool's id, a mail address, or that of a webhook."""


class AlertRulePatch(Shape, partial=True):
    """Changes to an alert rule. An empty `target` keeps the one that is stored."""

    target: Annotated[str, Field(max_length=2000)]
    every: Every
    on_recovery: bool
    is_enabled: bool


class AlertRuleShape(Shape):
    """A notification. Of a webhook's address only the origin is shown; `problem` is why the last message failed."""

    id: UUID
    every: int
    on_recovery: bool
    is_enabled: bool
    channel: AlertRule.Channel
    tool_id: str
    address: str
    created_by: str | None = None
    problem: str
    sent_at: datetime | None


@endpoint("GET", "alert-rules/", operation="alert_rule_list", permissions=STAFF)
def alert_rules() -> list[AlertRuleShape]:
    """List the notifications about failures of any workflow."""
    return [_shown(rule) for rule in alert_rule_list(None)]


@endpoint("POST", "alert-rules/", status=201, permissions=STAFF)
def alert_rule_create(request: Request, body: AlertRuleCreate) -> AlertRuleShape:
    """Notify somebody from now on."""
    return _shown(rules.alert_rule_create(_given(request), None, **body.model_dump()))


@endpoint("GET", "workflows/<uuid:workflow_id>/alert-rules/")
def workflow_alert_rule_list(workflow: EditedWorkflow) -> list[AlertRuleShape]:
    """List the notifications about failures of one workflow."""
    return [_shown(rule) for rule in alert_rule_list(workflow)]


@endpoint("POST", "workflows/<uuid:workflow_id>/alert-rules/", status=201)
def workflow_alert_rule_create(request: Request, workflow: EditedWorkflow, body: AlertRuleCreate) -> AlertRuleShape:
    """Notify somebody from now on."""
    return _shown(rules.alert_rule_create(_given(request), workflow, **body.model_dump()))


@endpoint("PATCH", "alert-rules/<uuid:alert_rule_id>/")
def alert_rule_update(request: Request, rule: OwnRule, body: AlertRulePatch) -> AlertRuleShape:
    """Change a notification."""
    return _shown(rules.alert_rule_update(_given(request), rule, **body.sent()))


@endpoint("DELETE", "alert-rules/<uuid:alert_rule_id>/")
def alert_rule_delete(rule: OwnRule) -> None:
    """Notify nobody any more."""
    rule.delete()


@endpoint("POST", "alert-rules/<uuid:alert_rule_id>/test/")
def alert_rule_test(user: User, rule: OwnRule) -> None:
    """Send a message as if the workflow had failed."""
    rules.alert_rule_test(rule, user)


def _given(request: Request) -> Given:
    return Given(signed_in(request), origin_of(request), request_language())


def _shown(rule: AlertRule) -> AlertRuleShape:
    author = rule.created_by
    return AlertRuleShape.of(
        rule, created_by=author.username if author else None, problem=localized(failure_text(rule.problem))
    )
