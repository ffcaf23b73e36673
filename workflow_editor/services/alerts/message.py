"""Content of an alert about a run."""

from dataclasses import dataclass
from typing import Any

from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.secrets.redaction import redact_text
from workflow_editor.errors import failure_text
from workflow_editor.models import Alert

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
