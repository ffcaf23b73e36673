"""What the audit log is told of a call: nothing that is secret, and nothing that is huge. Pure."""

from typing import Any

import orjson

from tools.calls.execution import Execution
from tools.calls.resolved import ResolvedTool
from tools.core.definitions import CallContext, EffectClass, JsonObject, ToolCall
from tools.core.envelope import ToolResult, is_success
from tools.core.ports import AuditOutcome, AuditRecord
from tools.policies.index import Decision
from tools.secrets.redaction import redact, redact_beginning

MAX_AUDITED_BYTES = 20_000
_REDACTED_CHARACTERS = 2 * MAX_AUDITED_BYTES
"""More than is kept, so that a secret that the cut goes through is not in the part that is kept."""


def call_record(
    call: ToolCall,
    context: CallContext,
    arguments: JsonObject,
    tool: ResolvedTool | None = None,
    decision: Decision | None = None,
    *,
    effect: EffectClass | None = None,
    untrusted: bool = False,
) -> AuditRecord:
    """Return who wants to call what.

    Args:
        arguments: redacted.
        tool: None for a name that belongs to none.
        untrusted: text from outside has come into the arguments of a writing call.
    """
    rule = decision.rule if decision else None
    return AuditRecord(
        stage="call",
        context=context,
        tool_id=tool.tool_id if tool else "",
        title=tool.title if tool else "",
        executor=tool.executor.name if tool else "",
        ui_type=tool.ui_type if tool else "",
        function=call.name[:200],
        call_id=call.id,
        arguments=arguments,
        effect=effect,
        untrusted=untrusted,
        decision=decision.effect if decision else "allow",
        rule_id=rule.id if rule else None,
        rule_revision=rule.revision if rule else None,
        reason=decision.reason if decision else None,
    )


def call_outcome(tool: ResolvedTool, execution: Execution, result: ToolResult, *, test_mode: bool) -> AuditOutcome:
    """Return how a call ended."""
    beginning = result.beginning(_REDACTED_CHARACTERS)
    return AuditOutcome(
        success=is_success(result),
        code=result.code,
        message=redact_beginning(result.message, MAX_AUDITED_BYTES, tool.secrets),
        result=_cut(redact(beginning.to_json(), tool.secrets), is_whole=beginning is result),
        duration_ms=execution.duration_ms,
        attempts=execution.attempts,
        test_mode=test_mode,
    )


def _cut(envelope: JsonObject, *, is_whole: bool) -> JsonObject:
    data: Any = orjson.dumps(envelope.get("data"))
    if is_whole and len(data) <= MAX_AUDITED_BYTES:
        return envelope
    return {**envelope, "data": data[:MAX_AUDITED_BYTES].decode(errors="ignore"), "truncated": True}
