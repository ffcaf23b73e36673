"""Builds the audit record of a call, free of secrets and bounded in size. Pure."""

from dataclasses import replace
from typing import Any

from tools.calls.attempts import FinishedCall
from tools.calls.resolved import ResolvedTool
from tools.core.call.nothing_found import has_failed
from tools.core.definitions import CallContext, EffectClass, JsonObject, ToolCall
from tools.core.envelope import ResultCode
from tools.core.formats.json_text import write_json
from tools.core.ports import AuditOutcome, AuditRecord
from tools.core.tool_id import NO_TOOL
from tools.policies.index import PolicyDecision
from tools.secrets.redaction import redact, redact_beginning

MAX_AUDITED_BYTES = 20_000
_REDACTED_CHARACTERS = 2 * MAX_AUDITED_BYTES
"""More than is kept, so that a secret that the cut goes through is not in the part that is kept."""


def call_record(
    call: ToolCall,
    context: CallContext,
    arguments: JsonObject,
    tool: ResolvedTool | None = None,
    decision: PolicyDecision | None = None,
    *,
    effect: EffectClass | None = None,
    untrusted: bool = False,
) -> AuditRecord:
    """Return the record of a requested call; `arguments` are redacted, `tool` is None for an unknown name.

    `untrusted`: outside text reached the arguments of a writing call.
    """
    rule = decision.rule if decision else None
    return AuditRecord(
        stage="call",
        context=context,
        tool_id=tool.tool_id if tool else NO_TOOL,
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


def offer_record(context: CallContext, tool: ResolvedTool, decision: PolicyDecision) -> AuditRecord:
    """Return who was not offered what."""
    record = call_record(ToolCall("", "", {}), context, {}, tool, decision)
    return replace(record, stage="offer", code=int(ResultCode.DENIED))


def call_outcome(finished: FinishedCall, secrets: frozenset[str], *, test_mode: bool) -> AuditOutcome:
    result = finished.result
    beginning = result.beginning(_REDACTED_CHARACTERS)
    messages = {
        code: redact_beginning(text, MAX_AUDITED_BYTES, secrets)
        for code, text in {"en": result.message, **result.translations}.items()
    }
    envelope = _cut(redact(beginning.to_json(), secrets), is_whole=beginning is result)
    return AuditOutcome(
        success=not has_failed(result),
        code=result.code,
        message=messages.pop("en"),
        result={**envelope, "translations": messages} if messages else envelope,
        duration_ms=finished.duration_ms,
        attempts=finished.attempts,
        test_mode=test_mode,
    )


def _cut(envelope: JsonObject, *, is_whole: bool) -> JsonObject:
    data: Any = write_json(envelope.get("data"))
    if is_whole and len(data) <= MAX_AUDITED_BYTES:
        return envelope
    return {**envelope, "data": data[:MAX_AUDITED_BYTES].decode(errors="ignore"), "truncated": True}
