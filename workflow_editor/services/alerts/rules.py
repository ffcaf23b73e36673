"""Alert rules: targets and conditions."""

from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils import timezone

from tools.core.errors import RecordNotFoundError, ToolError
from tools.core.naming.ids import uuid_of
from tools.core.text import Text
from tools.core.tool_id import ToolId
from tools.executors.registry import registry
from tools.outbound.origins import origin_of
from tools.selectors.tool_configs import TOOLS
from workflow_editor.errors import ConflictError, InvalidInputError, NodeError
from workflow_editor.models import Alert, AlertRule, Workflow
from workflow_editor.models.ids import uuid7
from workflow_editor.services.alerts.channels import alert_deliver
from workflow_editor.services.mails.send import mail_is_set_up

MOST_RULES = 20
"""Per workflow, and in total."""
Channel = AlertRule.Channel
_NO_TOOL = Text("Choose a tool that sends notifications: Feishu, DingTalk or WeCom.")
_NO_ADDRESS = Text("Enter an e-mail address.")
_NO_URL = Text("Enter an address that begins with https:// or http://.")
_NO_MAIL = Text("This server cannot send e-mail. An administrator must set EMAIL_URL.")
_TOO_MANY = Text("There are already {most} notifications. Delete some first.", most=MOST_RULES)
_NO_WORKFLOW = Text("Save and run a workflow first: a test is about one of them.")


class Given(NamedTuple):
    """Author of a rule, and data for its mails and links."""

    user: User
    origin: str
    language: str


@transaction.atomic
def alert_rule_create(given: Given, workflow: Workflow | None, *, channel: str, **fields: Any) -> AlertRule:
    """Make a rule for a workflow; with None, for all. `channel` is one of `AlertRule.Channel`.

    Raises:
        InvalidInputError: as `alert_rule_update`.
        ConflictError: (`too_many_alerts`) no more may be made.
    """
    if AlertRule.objects.filter(workflow=workflow).count() >= MOST_RULES:
        raise ConflictError(_TOO_MANY, code="too_many_alerts")
    return alert_rule_update(given, AlertRule(workflow=workflow, channel=channel), **fields)


def alert_rule_update(given: Given, rule: AlertRule, *, target: str = "", **fields: Any) -> AlertRule:
    """Change `every`, `on_recovery`, `is_enabled` or target; messages then have this person's rights and language.

    `target` is a tool id, or a mail or webhook address; empty keeps it. Raises InvalidInputError (`/target`) if nothing
    can be sent there.
    """
    is_new = not (rule.tool_id or rule.address)
    if target or is_new:
        _set_target(given.user, rule, target.strip())
    for name, value in fields.items():
        setattr(rule, name, value)
    rule.created_by, rule.origin, rule.language, rule.problem = given.user, given.origin, given.language, None
    rule.save()
    return rule


def alert_rule_test(rule: AlertRule, user: User) -> None:
    """Send a trial failure message at once.

    Raises ConflictError if it could not be sent, or there is no workflow for it.
    """
    workflow = rule.workflow or Workflow.objects.filter(owner=user).first() or Workflow.objects.first()
    if workflow is None:
        raise ConflictError(_NO_WORKFLOW, code="no_workflow")
    alert = Alert(
        rule=rule, workflow=workflow, streak=0, failures=1, run_id=uuid7(), trigger="test", next_at=timezone.now()
    )
    try:
        alert_deliver(alert)
    except NodeError as error:
        raise ConflictError(error.text, code=error.code) from error


def _set_target(user: User, rule: AlertRule, target: str) -> None:
    rule.tool_id = rule.address = rule.secret_address = ""
    match Channel(rule.channel):
        case Channel.TOOL:
            rule.tool_id = _notifying_tool(user, target)
        case Channel.MAIL:
            rule.address = _mail_address(target)
        case Channel.WEBHOOK:
            rule.address = _origin(target)
            rule.set_webhook_url(target)


def _notifying_tool(user: User, target: str) -> str:
    config_id: UUID | None = uuid_of(ToolId(target).name)
    try:
        tool = TOOLS.get("use", user, config_id) if config_id else None
    except RecordNotFoundError:
        tool = None
    if tool is None or registry.get_notification_platform(tool.type) is None:
        raise InvalidInputError.at("/target", "no_notification_tool", _NO_TOOL)
    return str(tool.tool_id)


def _mail_address(target: str) -> str:
    if not mail_is_set_up():
        raise InvalidInputError.at("/target", "mail_not_set_up", _NO_MAIL)
    try:
        validate_email(target)
    except ValidationError:
        raise InvalidInputError.at("/target", "invalid_email", _NO_ADDRESS) from None
    return target


def _origin(target: str) -> str:
    try:
        if not target.startswith(("https://", "http://")):
            raise InvalidInputError.at("/target", "invalid_url", _NO_URL)
        return origin_of(target)
    except ToolError:
        raise InvalidInputError.at("/target", "invalid_url", _NO_URL) from None
