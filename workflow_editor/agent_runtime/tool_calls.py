"""Calls of workflows and agents as tools: by a node, which then waits without a thread, or from outside of any run."""

from dataclasses import replace
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from tools.adapters.thread_connections import thread_connection
from tools.core.definitions import CallContext, JsonObject
from tools.core.errors import ToolConfigurationError, ToolDeniedError, ToolError
from tools.core.text import Text
from tools.core.tool_id import ToolId, ToolKind
from tools.core.workflow_tool import ChildRun, RunEnd, WorkflowFunction, WorkflowRun
from tools.selectors.policies import caller_of, caller_user
from workflow_editor.adapters.process.task_queue import enqueue_cancel
from workflow_editor.agent_runtime.functions import Function, function_for
from workflow_editor.engine.usage import milliseconds, tokens_of
from workflow_editor.errors import NotFoundError, WorkflowError, failure_text
from workflow_editor.models import Run, Status
from workflow_editor.models.status import OPEN_STATUSES
from workflow_editor.selectors.run.answers import started_key
from workflow_editor.services.runs.await_completion import asks_a_person, run_wait
from workflow_editor.services.runs.child_start import TOOL_CALL, CallingNode, child_start
from workflow_editor.services.runs.start import run_start
from workflow_editor.services.workflow_functions import as_tool_error

_ENDS: dict[str, RunEnd] = {
    Status.SUCCEEDED: "succeeded",
    Status.FAILED: "failed",
    Status.CANCELLED: "cancelled",
}
_DENIED = frozenset({"sub_workflow_cycle", "sub_workflow_too_deep", "sub_workflow_forbidden"})
_GONE = Text("This workflow or agent no longer exists. Choose another one.")
_NO_NODE = Text("The calling run has ended.")
_NO_RUN = "There is no such run."


class CallableWorkflows:
    """Implements `tools.core.workflow_tool.Workflows`."""

    def find(self, tool_id: ToolId, context: CallContext) -> WorkflowFunction | None:
        with thread_connection():
            user = caller_user(context.caller)
            found = function_for(tool_id, user, context) if user else None
            return found.about if found else None

    def run(self, tool_id: ToolId, inputs: JsonObject, context: CallContext, timeout_s: float) -> WorkflowRun:
        with thread_connection():
            try:
                if context.node_run_id is not None:
                    return _called_by_node(tool_id, inputs, context, timeout_s)
                return _called_from_outside(tool_id, inputs, context, timeout_s)
            except WorkflowError as error:
                raise _tool_error(error) from error


def _called_from_outside(tool_id: ToolId, inputs: JsonObject, context: CallContext, timeout_s: float) -> WorkflowRun:
    user, found = _found(tool_id, context)
    run, _ = run_start(
        found.workflow(),
        user,
        inputs=found.inputs(inputs),
        mode=context.mode,
        trigger=context.origin,
        version=found.version(user),
        idempotency_key=_key_of(context),
    )
    if run.status in OPEN_STATUSES:
        run_wait(run.pk, timeout_s)
        run = Run.objects.get(pk=run.pk)
    return _workflow_run(run, found)


def _key_of(context: CallContext) -> str | None:
    """Return the run's idempotency key, which over MCP identifies the calling token."""
    if context.token_id is None or context.idempotency_key is None:
        return context.idempotency_key
    return started_key(context.token_id, context.idempotency_key)


def _called_by_node(tool_id: ToolId, inputs: JsonObject, context: CallContext, timeout_s: float) -> WorkflowRun:
    _, found = _found(tool_id, context)
    outer = Run.objects.filter(node_runs=context.node_run_id).select_related("workflow", "created_by").first()
    if outer is None or context.node_run_id is None:
        raise ToolError(_NO_NODE)
    calling = CallingNode(outer, context.node_run_id, f"call-{context.idempotency_key}", TOOL_CALL)
    run = calling.child() or child_start(calling, found.workflow(), found.version, found.inputs(inputs))
    result = _workflow_run(run, found)
    return _waited_for(run, result, found, timeout_s)


def _waited_for(run: Run, result: WorkflowRun, found: Function, timeout_s: float) -> WorkflowRun:
    """Add the waiting run to the result; after its time it is cancelled, unless it waits for a person."""
    end, error, message = result.end, result.error, result.message
    left_s = timeout_s - (timezone.now() - run.created_at).total_seconds()
    if end == "open" and left_s <= 0:
        if asks_a_person(run.pk):
            left_s = timeout_s
        else:
            enqueue_cancel(run.pk)
            end, message = "timed_out", _too_slow(found.about.title, timeout_s)
    spent = milliseconds(run.created_at, run.finished_at or timezone.now())
    child = ChildRun(str(run.pk), found.about.title, end, _usage(run), spent, max(left_s, 0.0))
    return replace(result, end=end, error=error, message=message, child=child)


def _found(tool_id: ToolId, context: CallContext) -> tuple[User, Function]:
    user = caller_user(context.caller)
    found = function_for(tool_id, user, context) if user else None
    if user is None or found is None:
        raise ToolConfigurationError(_GONE)
    return user, found


def _workflow_run(run: Run, found: Function) -> WorkflowRun:
    end = _ENDS.get(run.status, "open")
    output = found.result(run.output or {}) if end == "succeeded" else None
    error, message = _failure(run.error, found.about.title) if end == "failed" else (None, None)
    return WorkflowRun(str(run.pk), end, output, error, message, output_decides=found.output_decides)


def _failure(stored: Any, title: str) -> tuple[JsonObject, Text]:
    failed: JsonObject = stored if isinstance(stored, dict) else {}
    reason = failure_text(failed)
    about = {"code": failed.get("code"), "message": reason.en, "node": failed.get("node_key")}
    return about, Text("“{title}” failed: {reason}", title=title, reason=reason)


def _too_slow(title: str, timeout_s: float) -> Text:
    return Text(
        "“{title}” took longer than {seconds:g} s and was cancelled. Raise the time limit of the call.",
        title=title,
        seconds=timeout_s,
    )


def _usage(run: Run) -> JsonObject:
    usage: JsonObject = run.usage or {}
    return tokens_of(usage) | ({"cost": usage["cost"]} if usage.get("cost") else {})


def _tool_error(error: WorkflowError) -> ToolError:
    return ToolDeniedError(error.text) if error.code in _DENIED else as_tool_error(error)


def answer_over_mcp(run: Run, user: User) -> JsonObject:
    """Return {run, status, answer, error} of a run started over MCP, as the call itself would.

    Raises NotFoundError if the workflow is not offered to the user any more.
    """
    context = CallContext(caller=caller_of(user), origin="mcp")
    found = function_for(ToolId.of(ToolKind.WORKFLOW, run.workflow.slug), user, context)
    if found is None:
        raise NotFoundError(_NO_RUN)
    ended = _workflow_run(run, found)
    return {"run": run.pk, "status": run.status, "answer": ended.output, "error": ended.error}
