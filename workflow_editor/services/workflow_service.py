"""Workflows for the tool `workflow_management`: every act with the rights of the person behind the call."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User

from tools.adapters.thread_connections import thread_connection
from tools.core.definitions import CallContext, JsonObject
from tools.core.errors import ToolDeniedError, ToolNothingFoundError
from tools.core.text import Text
from tools.selectors.policies import caller_user
from workflow_editor.errors import ForbiddenError, NotFoundError, WorkflowError
from workflow_editor.models import Run, Workflow
from workflow_editor.selectors.access import Access, run_for, workflow_for
from workflow_editor.selectors.graphs.exports import workflow_export
from workflow_editor.selectors.lists.workflows import workflow_list_for_user
from workflow_editor.services.runs.await_completion import run_wait
from workflow_editor.services.runs.start import run_start
from workflow_editor.services.workflow_functions import as_tool_error, input_schema
from workflow_editor.services.workflows import workflow_create

TRIGGER = "tool"
MAX_DEPTH = 4
"""Runs that one run may have above it."""
_WALKED = 50
"""Runs that are looked at on the way up, forks and sub-workflows included."""
_NOBODY = Text("This call has no user, so it has no rights.")
_TOO_DEEP = Text("Runs started by tools can be nested at most {most} levels deep.", most=MAX_DEPTH)
_CIRCLE = Text("This run was started by that workflow. Workflows cannot start each other in a cycle.")
_KEY = "tool:{run}:{call}"
"""Idempotency key of a run started by a tool, which contains the calling run."""


class CallersWorkflows:
    """Implements `tools.core.registered.workflows.WorkflowService`."""

    def find(self, search: str, limit: int, context: CallContext) -> list[JsonObject]:
        with _rights(context) as user:
            rows = workflow_list_for_user(user, search=search).order_by("name", "pk")[:limit]
            return [_summary(row, vars(row)["role"]) for row in rows]

    def read(self, workflow_id: str, context: CallContext) -> JsonObject:
        with _rights(context) as user:
            workflow = workflow_for(user, workflow_id)
            exported = workflow_export(workflow)
            about = {name: exported[name] for name in ("name", "description", "document")}
            return {"id": str(workflow.pk), **about, "inputs": input_schema(workflow)}

    def create(self, name: str, description: str, document: JsonObject | None, context: CallContext) -> JsonObject:
        with _rights(context) as user:
            return _summary(workflow_create(user, name=name, description=description, document=document), "owner")

    def run(self, workflow_id: str, inputs: JsonObject, wait_s: float, context: CallContext) -> JsonObject:
        with _rights(context) as user:
            workflow = workflow_for(user, workflow_id, Access.EDIT)
            _refuse_circles(workflow, context)
            key = context.idempotency_key and _KEY.format(run=context.run_id or "", call=context.idempotency_key)
            run, _ = run_start(workflow, user, inputs=inputs, mode=context.mode, trigger=TRIGGER, idempotency_key=key)
            if wait_s > 0:
                run_wait(run.pk, wait_s)
            return _state(Run.objects.get(pk=run.pk))

    def run_status(self, run_id: str, context: CallContext) -> JsonObject:
        with _rights(context) as user:
            return _state(run_for(user, run_id))


@contextmanager
def _rights(context: CallContext) -> Iterator[User]:
    """Return the calling person, converting refusals to the tools layer's."""
    with thread_connection():
        user = caller_user(context.caller)
        if user is None:
            raise ToolDeniedError(_NOBODY)
        try:
            yield user
        except NotFoundError as error:
            raise ToolNothingFoundError(error.text) from error
        except ForbiddenError as error:
            raise ToolDeniedError(error.text) from error
        except WorkflowError as error:
            raise as_tool_error(error) from error


def _refuse_circles(workflow: Workflow, context: CallContext) -> None:
    """Raise ToolDeniedError for a run below one of the same workflow, or too deep."""
    depth = 0
    for run in _runs_above(context):
        depth += 1
        if run.workflow_id == workflow.pk:
            raise ToolDeniedError(_CIRCLE)
    if depth > MAX_DEPTH:
        raise ToolDeniedError(_TOO_DEEP)


def _runs_above(context: CallContext) -> Iterator[Run]:
    """Yield the run that calls and those that it came from: by a tool, as a sub-workflow, or as a fork."""
    next_id = UUID(context.run_id) if context.run_id else None
    for _ in range(_WALKED):
        run = Run.objects.select_related("parent_node_run").filter(pk=next_id).first() if next_id else None
        if run is None:
            return
        yield run
        next_id = _came_from(run)


def _came_from(run: Run) -> UUID | None:
    if run.parent_node_run is not None:
        return run.parent_node_run.run_id
    if run.trigger == TRIGGER and run.idempotency_key:
        above = run.idempotency_key.split(":")[1]
        return UUID(above) if above else None
    return run.forked_from_id


def _summary(workflow: Workflow, role: str) -> JsonObject:
    return {
        "id": str(workflow.pk),
        "name": workflow.name,
        "description": workflow.description,
        "role": role,
        "updatedAt": workflow.updated_at.isoformat(),
    }


def _state(run: Run) -> JsonObject:
    error: Any = run.error
    return {
        "runId": str(run.pk),
        "workflowId": str(run.workflow_id),
        "status": str(run.status),
        "output": run.output,
        "error": error.get("message") if isinstance(error, dict) else None,
    }
