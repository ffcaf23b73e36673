"""The ways that a message takes: a tool through the gateway, a mail, a webhook."""

from contextlib import closing
from dataclasses import dataclass
from typing import Any, assert_never

from tools.adapters.gateway_factory import gateway
from tools.adapters.outbound import outbound_client
from tools.core.call.nothing_found import has_failed
from tools.core.concurrency.cancellation import CancelScope
from tools.core.definitions import CallContext, JsonObject, ToolCall, ToolRef
from tools.core.envelope import message_text
from tools.core.errors import ToolError
from tools.core.formats.json_text import write_json
from tools.core.text import Text
from tools.core.tool_id import ToolId
from tools.outbound.client import OutboundRequest
from tools.secrets.redaction import redact_text
from tools.selectors.policies import caller_of
from workflow_editor.errors import NodeError, WorkflowError, failure_text
from workflow_editor.models import Alert, AlertRule
from workflow_editor.nodes.tool_call import only_tool
from workflow_editor.selectors.access import Access, workflow_for
from workflow_editor.services.mails.send import mail_is_set_up, mail_send

_LONGEST_ERROR = 500
_FIRST = Text("“{workflow}” failed", workflow="")
_AGAIN = Text("“{workflow}” failed {count} times in a row", workflow="", count=0)
_WELL = Text("“{workflow}” works again", workflow="")
_WORKFLOW = Text("Workflow: {name}", name="")
_TRIGGER = Text("Started by: {name}", name="")
_ERROR = Text("Error: {sentence}", sentence="")
_RUN = Text("Run: {link}", link="")


@dataclass(frozen=True, slots=True)
class AlertMessage:
    """A message in one language. `facts` is what a webhook is sent."""

    title: str
    text: str
    link: str
    facts: JsonObject


def message_of(alert: Alert) -> AlertMessage:
    """Write the message of an alert: workflow, trigger, error, and a link to the run at the node that failed."""
    language, name, error = alert.rule.language, alert.workflow.name, alert.error or {}
    link = f"{alert.rule.origin}/runs/{alert.run_id}"
    node = error.get("node_key")
    if node:
        link += f"?node={node}"
    title = _title(alert, name).in_language(language)
    sentence = redact_text(failure_text(error).in_language(language)[:_LONGEST_ERROR]) if error else ""
    lines = [_WORKFLOW.filled(name=name), _TRIGGER.filled(name=alert.trigger)]
    lines += [_ERROR.filled(sentence=sentence)] if sentence else []
    lines.append(_RUN.filled(link=link))
    facts: dict[str, Any] = {
        "event": "run.failed" if alert.failures else "run.recovered",
        "workflow": {"id": str(alert.workflow_id), "name": name},
        "run": {"id": str(alert.run_id), "url": link},
        "trigger": alert.trigger,
        "failures": alert.failures,
        "error": {"code": error.get("code"), "message": sentence, "node": node} if error else None,
    }
    return AlertMessage(title, "\n".join(line.in_language(language) for line in lines), link, facts)


def _title(alert: Alert, name: str) -> Text:
    if alert.failures == 0:
        return _WELL.filled(workflow=name)
    return _FIRST.filled(workflow=name) if alert.failures == 1 else _AGAIN.filled(workflow=name, count=alert.failures)


_TIMEOUT_S = 30.0
_MAX_ANSWER_BYTES = 64 * 1024
_NOBODY = Text("The person who set this up may not see the workflow any more. Save it again.")
_NO_MAIL = Text("This server cannot send e-mail. An administrator must set EMAIL_URL.")
_NOT_SENT = Text("The mail server did not take the e-mail. Ask an administrator to check EMAIL_URL.")
_REFUSED = Text("The webhook answered with status {status}. Check its URL.", status=0)


def alert_deliver(alert: Alert) -> None:
    """Send a message by its rule's channel, with an idempotency key where supported. Raises NodeError with a text for
    people.
    """
    rule, message = alert.rule, message_of(alert)
    _check_rights(alert)
    try:
        match AlertRule.Channel(rule.channel):
            case AlertRule.Channel.TOOL:
                _call_tool(alert, message)
            case AlertRule.Channel.MAIL:
                _mail(rule, message)
            case AlertRule.Channel.WEBHOOK:
                _post(alert, message)
            case channel:
                assert_never(channel)
    except ToolError as error:
        raise NodeError(error.text, code="alert_not_sent") from error


def _check_rights(alert: Alert) -> None:
    user = alert.rule.created_by
    if user is None or not user.is_active:
        raise NodeError(_NOBODY, code="alert_without_account")
    if alert.rule.workflow_id is None:
        may_see = user.is_staff
    else:
        try:
            may_see = workflow_for(user, alert.workflow_id, Access.EDIT) is not None
        except WorkflowError:
            may_see = False
    if not may_see:
        raise NodeError(_NOBODY, code="alert_without_account")


def _call_tool(alert: Alert, message: AlertMessage) -> None:
    rule = alert.rule
    if rule.created_by is None:
        raise NodeError(_NOBODY, code="alert_without_account")
    context = CallContext(
        caller=caller_of(rule.created_by),
        origin="node",
        workflow_id=str(alert.workflow_id),
        run_id=str(alert.run_id),
        idempotency_key=str(alert.pk),
    )
    with closing(gateway().offer([ToolRef(ToolId(rule.tool_id))], context)) as toolbox:
        function = only_tool(toolbox).function
        # Fields that the person has filled in at the tool are not ours to fill in.
        written = {"title": message.title, "content": f"{message.title}\n{message.text}", "link_url": message.link}
        arguments = {name: text for name, text in written.items() if name in function.parameters["properties"]}
        call = ToolCall(f"alert_{alert.pk.hex}", function.name, arguments)
        result = toolbox.call(call, timeout_s=_TIMEOUT_S, cancel=CancelScope())
    if has_failed(result):
        raise NodeError(message_text(result), code="alert_not_sent")


def _mail(rule: AlertRule, message: AlertMessage) -> None:
    if not mail_is_set_up():
        raise NodeError(_NO_MAIL, code="mail_not_set_up")
    try:
        mail_send(
            rule.address,
            subject=Text.verbatim(message.title),
            body=Text.verbatim(f"{message.text}\n"),
            language=rule.language,
        )
    except OSError as error:
        raise NodeError(_NOT_SENT, code="alert_not_sent") from error


def _post(alert: Alert, message: AlertMessage) -> None:
    headers = {"Content-Type": "application/json", "Idempotency-Key": str(alert.pk)}
    request = OutboundRequest("POST", alert.rule.webhook_url(), headers, write_json(message.facts))
    client = outbound_client(_MAX_ANSWER_BYTES)
    status = client.send(request, timeout_s=_TIMEOUT_S, max_redirects=0).status
    if not 200 <= status < 300:
        raise NodeError(_REFUSED.filled(status=status), code="alert_not_sent")
