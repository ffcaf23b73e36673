"""One call of one tool without a model, through the gateway and with the same journal as a model's calls."""

import json

from agents.core.errors import AgentError
from agents.core.messages import ToolCallPart
from agents.core.ports import OfferedTool, Toolbox
from agents.loop.calls import CallRunner, ToolRecord
from agents.loop.journal_replay import Replay
from tools.core.call.nothing_found import OnEmpty
from tools.core.call.transient import asked_wait, may_pass
from tools.core.definitions import JsonObject, ToolRef
from tools.core.envelope import ToolResult, message_text
from tools.core.errors import AccountNotConnectedError, OriginNotConfirmedError
from tools.core.text import Text
from workflow_editor.errors import NodeError
from workflow_editor.nodes.agent_errors import node_error
from workflow_editor.nodes.meanings import ATTEMPTS_ARE_COUNTED_ONCE
from workflow_editor.nodes.ports import NodeContext

_NOT_NAMED = Text("This tool has several functions. Choose which one the node calls.")
_ASKED_ON_SCREEN = frozenset({OriginNotConfirmedError.code, AccountNotConnectedError.code})
"""Settings that a person changes on screen, by keys of the details."""
_CALL_ID = "call_1"
"""The same in every attempt, so that each of them carries the same Idempotency-Key."""


def call_tool(
    ref: ToolRef,
    arguments: JsonObject,
    context: NodeContext,
    timeout_s: float,
    *,
    for_run: bool = False,
    on_empty: OnEmpty | None = None,
) -> ToolRecord:
    """Call the tool and return its result, also of a failure.

    Each attempt of the node is a round: a crash within it resumes from its journal, a policy retry calls again.
    `for_run` as in `nodes.ports.ToolPort.offer`. Raises NodeError if the tool is not offered (`tool_<why>`), an
    unrepeatable call was interrupted, or the run was cancelled.
    """
    toolbox = context.tools.offer([ref], for_run=for_run)
    tool = only_tool(toolbox)
    replay, counts_once = Replay(context.journal), context.variables.version >= ATTEMPTS_ARE_COUNTED_ONCE
    runner = CallRunner(
        toolbox,
        replay,
        context.sink,
        context.cancel,
        timeout_s=timeout_s,
        stop_on_failure=True,
        on_empty=on_empty,
        most_attempts=1 if counts_once else None,
        answer_was_lost=_answer_was_lost(replay, context.attempt),
    )
    part = ToolCallPart(_CALL_ID, tool.function.name, json.dumps(arguments, ensure_ascii=False, default=str))
    try:
        return runner.run([part], context.attempt)[0]
    except AgentError as error:
        raise node_error(error) from error


def call_error(record: ToolRecord) -> NodeError:
    """Return the node's error for a call that failed; retryable when the call may pass by itself the next time."""
    result = record.result
    details: JsonObject = {"tool": record.title, "tool_code": result.code, **asked_wait(result)}
    if result.facts.error_code in _ASKED_ON_SCREEN:
        return NodeError(message_text(result), code=result.facts.error_code, details={**result.data, **details})
    retryable = may_pass(result) and not result.facts.outcome_unknown
    return NodeError(message_text(result), code="tool_execution_failed", retryable=retryable, details=details)


def was_rehearsed(result: ToolResult) -> bool:
    """Return whether nothing was sent: in test mode, or because a rule pretends."""
    return result.facts.test_mode


def rehearsed_output(declared: JsonObject, result: ToolResult) -> JsonObject:
    """Return a rehearsed call's output in its live shape; `declared` has the fields with defaults."""
    earlier = result.facts.earlier_output or {}
    return {name: earlier.get(name, value) for name, value in declared.items()} | {"testMode": True}


def _answer_was_lost(replay: Replay, attempt: int) -> bool:
    """Return whether an earlier attempt of the node has made a call that may have taken effect."""
    ended = (replay.result(round_, _CALL_ID) for round_ in range(1, attempt))
    return any(one is not None and not one.result.facts.nothing_done for one in ended)


def only_tool(toolbox: Toolbox) -> OfferedTool:
    """Return the tool's only function. Raises NodeError if it is not offered (`tool_<why>`), or has several."""
    offered = toolbox.tools()
    if len(offered) > 1:
        raise NodeError(_NOT_NAMED, code="tool_function_missing")
    if offered:
        return offered[0]
    skipped = toolbox.skipped()
    if skipped:
        code = skipped[0].code
        details = {"tool": skipped[0].title}
        raise NodeError(skipped[0].text, code=f"tool_{code}", retryable=code == "unavailable", details=details)
    raise NodeError(Text("The tool no longer exists. Choose another one."), code="tool_missing")
