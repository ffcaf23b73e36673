"""Workflows that their owners offer to other agents: found and run on behalf of a caller."""

from typing import Any
from uuid import UUID

from django.contrib.auth.models import User

from tools.definitions import CallContext, Caller, JsonObject, Text
from tools.errors import ToolArgumentsError, ToolConfigurationError, ToolError, ToolUnavailableError
from tools.threads import thread_connection
from tools.workflow_functions import RunEnd, WorkflowFunction, WorkflowRun
from workflow_editor.errors import GraphInvalidError, InvalidInputError, LimitError, WorkflowError
from workflow_editor.models import ProcessNode, Run, Status, Workflow
from workflow_editor.nodes.builtin.start import StartConfig, StartField
from workflow_editor.selectors.access import Access, workflow_for
from workflow_editor.services.runs.start import run_start
from workflow_editor.services.runs.wait import run_wait
from workflow_editor.services.versions import version_newest

TRIGGER = "mcp"
_TYPES: dict[str, JsonObject] = {
    "text": {"type": "string"},
    "paragraph": {"type": "string"},
    "number": {"type": "number"},
    "boolean": {"type": "boolean"},
    "select": {"type": "string"},
    "json": {},
}
_ENDS: dict[str, RunEnd] = {
    Status.SUCCEEDED: "succeeded",
    Status.FAILED: "failed",
    Status.CANCELLED: "cancelled",
}


class OfferedWorkflows:
    """Implements `tools.workflow_functions.Workflows`."""

    def find(self, slug: str, caller: Caller) -> WorkflowFunction | None:
        with thread_connection():
            workflow = _offered(slug, caller)
            return None if workflow is None else _function(workflow)

    def run(self, slug: str, inputs: JsonObject, context: CallContext, timeout_s: float) -> WorkflowRun:
        with thread_connection():
            run_id = _started(slug, inputs, context)
            run_wait(run_id, timeout_s)
            run = Run.objects.get(pk=run_id)
            return WorkflowRun(str(run.pk), _ENDS.get(run.status, "open"), run.output, _error(run.error))


def offered_workflows(user: User) -> list[str]:
    """Return the slugs of all workflows that are offered and that the user may run."""
    rows = Workflow.objects.filter(offered_over_mcp=True, agent__isnull=True).order_by("slug")
    return [row.slug for row in rows if _may_run(user, row)]


def _offered(slug: str, caller: Caller) -> Workflow | None:
    user = _user(caller)
    row = Workflow.objects.filter(slug=slug, offered_over_mcp=True, agent__isnull=True).first()
    return row if user is not None and row is not None and _may_run(user, row) else None


def _user(caller: Caller) -> User | None:
    return User.objects.filter(pk=caller.user_id or 0, is_active=True).first()


def _may_run(user: User, workflow: Workflow) -> bool:
    try:
        workflow_for(user, workflow.pk, Access.EDIT)
    except WorkflowError:
        return False
    return True


def input_schema(workflow: Workflow) -> JsonObject:
    """Return what the start node of the graph asks for, as a JSON Schema of type object."""
    start = ProcessNode.objects.filter(workflow=workflow, type="start").first()
    return _schema_of(start.config if start else {})


def _schema_of(start: JsonObject) -> JsonObject:
    fields = StartConfig.model_validate(start).fields
    return {
        "type": "object",
        "properties": {field.name: _schema(field) for field in fields},
        "required": [field.name for field in fields if field.required and field.default in (None, "")],
        "additionalProperties": False,
    }


def _function(workflow: Workflow) -> WorkflowFunction:
    version = version_newest(workflow)
    if version is None:
        schema = input_schema(workflow)
    else:
        starts = (node["config"] for node in version.document["nodes"] if node["type"] == "start")
        schema = _schema_of(next(starts, {}))
    return WorkflowFunction(workflow.slug, workflow.name, workflow.description, schema)


def _schema(field: StartField) -> JsonObject:
    schema: JsonObject = dict(_TYPES[field.type])
    if field.type == "select":
        schema["enum"] = list(field.options)
    if words := " ".join(part for part in (field.title, field.description) if part):
        schema["description"] = words
    if field.default is not None:
        schema["default"] = field.default
    return schema


def _started(slug: str, inputs: JsonObject, context: CallContext) -> UUID:
    workflow, user = _offered(slug, context.caller), _user(context.caller)
    if workflow is None or user is None:
        raise ToolConfigurationError(Text("This workflow is no longer offered.", "该工作流已不再提供。"))
    try:
        run, _ = run_start(
            workflow,
            user,
            inputs=inputs,
            mode=context.mode,
            trigger=TRIGGER,
            version=version_newest(workflow),
            idempotency_key=context.idempotency_key,
        )
    except WorkflowError as error:
        raise as_tool_error(error) from error
    return run.pk


def as_tool_error(error: WorkflowError) -> ToolError:
    """Tell an error of this layer as the tools layer does."""
    if isinstance(error, InvalidInputError):
        return ToolArgumentsError(error.text, details=error.details)
    if isinstance(error, LimitError):
        return ToolUnavailableError(error.text)
    if isinstance(error, GraphInvalidError):
        return ToolConfigurationError(error.text)
    return ToolError(error.text)


def _error(error: Any) -> Text | None:
    if not isinstance(error, dict):
        return None
    said = str(error.get("message") or "")
    return Text(said, str(error.get("message_zh") or said))
