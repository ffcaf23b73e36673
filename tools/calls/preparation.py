"""Prepares a requested call: finds, parses, validates, redacts and decides, each once. No framework.

Refusals in order: unknown name, unusable tool, too deep, bad arguments, denied; at run time, unapproved.
"""

import hashlib
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import orjson

from tools.calls.approvals import answer_record, approval_request, asked_person, refusal
from tools.calls.arguments import parsed_arguments, typed_parameters
from tools.calls.call_audit import call_record
from tools.calls.resolved import ResolvedTool, ToolFinder, Unusable, is_meant
from tools.core.call.inner_calls import MAX_DEPTH, TOO_DEEP
from tools.core.definitions import (
    Approval,
    ApprovalRequest,
    CallContext,
    EffectClass,
    JsonObject,
    OperationType,
    ToolCall,
)
from tools.core.envelope import ResultCode, ToolResult, failure
from tools.core.errors import ToolArgumentsError
from tools.core.formats.json_text import write_json
from tools.core.ports import AuditRecord
from tools.core.prepared_call import PreparedCall
from tools.core.result_facts import NO_FACTS, ResultFacts
from tools.core.text import Text
from tools.executors.contract.executor import Runtime, ToolParameters
from tools.policies.index import CallFacts, PolicyDecision, PolicyIndex

_BAD_CALL = ResultFacts(bad_call=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyCall(PreparedCall):
    """A call that may run."""

    tool: ResolvedTool
    parameters: ToolParameters
    context: CallContext
    """With the call's idempotency key."""
    facts: CallFacts
    rules: PolicyIndex
    decision: PolicyDecision
    record: AuditRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedCall(PreparedCall):
    """A call that may not run."""

    record: AuditRecord
    answer: ToolResult

    @classmethod
    def of(
        cls, call: PreparedCall, record: AuditRecord, message: Text, reason: Text, code: ResultCode, facts: ResultFacts
    ) -> "RefusedCall":
        """Refuse a call; `message` is for the caller, `reason` for the audit log."""
        tool = record.executor or record.function
        return cls(
            call=call.call,
            arguments=call.arguments,
            shown=call.shown,
            record=replace(record, code=int(code), reason=reason),
            answer=failure(OperationType.OPERATION, message, code=code, facts=facts, tool=tool),
        )


class Preparation:
    """Prepares the calls of one conversation. Thread-safe.

    `offered` maps function names to tools; `unusable` lists wanted tools that are not offered.
    """

    def __init__(
        self,
        offered: Mapping[str, ResolvedTool],
        unusable: Sequence[Unusable],
        finder: ToolFinder,
        runtime: Runtime,
    ) -> None:
        self._offered = offered
        self._unusable = unusable
        self._finder = finder
        self._runtime = runtime

    def prepare(self, call: ToolCall) -> ReadyCall | RefusedCall:
        """Do everything that comes before the effect."""
        offered = self._offered.get(call.name)
        parsed = parsed_arguments(call, offered.secrets if offered else frozenset())
        prepared = PreparedCall(call=call, arguments=parsed.values, shown=parsed.shown)
        if offered is None:
            return self._refused_unknown(prepared)
        # One look at the rules for all that is decided about a call.
        rules = self._finder.rules()
        tool = self._finder.find(offered.tool_id, rules)
        if isinstance(tool, Unusable):
            return self._refused_unusable(prepared, tool)
        if len(self._finder.context.within) > MAX_DEPTH:
            return self._refused(prepared, TOO_DEEP, TOO_DEEP, ResultCode.DENIED, tool)
        try:
            if parsed.error is not None:
                raise parsed.error
            parameters = typed_parameters(tool.executor, tool.config, parsed.values)
        except ToolArgumentsError as error:
            return self._refused(prepared, error.text, error.text, ResultCode.BAD_ARGUMENTS, tool, facts=_BAD_CALL)
        return self._decided(prepared, tool, parameters, rules)

    def prepared_again(self, ready: ReadyCall) -> ReadyCall | RefusedCall:
        """Recheck availability and rules, since time has passed since the call was prepared.

        Settings, parameters and effect class stay as they were decided about.
        """
        rules = self._finder.rules()
        found = self._finder.find(ready.tool.tool_id, rules)
        if isinstance(found, Unusable):
            return self._refused_unusable(ready, found)
        is_same = rules is ready.rules and self._finder.context.caller == ready.context.caller
        return ready if is_same else self._decided(ready, ready.tool, ready.parameters, rules)

    def answered(self, ready: ReadyCall, approval: Approval | None) -> ReadyCall | RefusedCall:
        """Return the call with a person's answer; refused where one is needed and missing, or is no."""
        if approval is None:
            if ready.decision.effect != "ask" or self._finder.context.mode != "live":
                return ready
            text, facts = refusal(ready.tool, None), ResultFacts(needs_approval=True)
            return RefusedCall.of(ready, ready.record, text, ready.record.reason or text, ResultCode.DENIED, facts)
        record = replace(ready.record, approval=answer_record(approval, ready.decision, ready.context.caller))
        if approval.decision == "approve":
            return replace(ready, record=record)
        text = refusal(ready.tool, approval)
        record = replace(record, decision="deny")
        return RefusedCall.of(ready, record, text, text, ResultCode.DENIED, ResultFacts(refused=True))

    def _decided(
        self, prepared: PreparedCall, tool: ResolvedTool, parameters: ToolParameters, rules: PolicyIndex
    ) -> ReadyCall | RefusedCall:
        call, executor = prepared.call, tool.executor
        given = self._finder.context
        context = replace(given, idempotency_key=idempotency_key(given, call, prepared.arguments))
        effect = executor.effect(tool.config, parameters, context)
        untrusted = call.untrusted and _may_write(tool, effect)
        facts = CallFacts(parameters.model_dump(mode="json"), untrusted)
        decision = rules.decide(tool.subject_of(parameters), given, facts)
        if not decision.usable:
            return self._refused_unusable(prepared, Unusable.denied(tool, decision))
        if executor.asks_person:
            decision = asked_person(decision)
        return ReadyCall(
            call=call,
            arguments=prepared.arguments,
            shown=prepared.shown,
            effect=effect,
            question=self._question(prepared, tool, parameters, decision),
            cost=partial(executor.cost, tool.config, parameters, context, self._runtime),
            tool=tool,
            parameters=parameters,
            context=context,
            facts=facts,
            rules=rules,
            decision=decision,
            record=call_record(call, given, prepared.shown, tool, decision, effect=effect, untrusted=untrusted),
        )

    def _question(
        self, prepared: PreparedCall, tool: ResolvedTool, parameters: ToolParameters, decision: PolicyDecision
    ) -> ApprovalRequest | None:
        """Return the question for a person: the credential's destination for its owner first, then the rules' question.

        Test mode sends nothing, so it asks nobody.
        """
        if self._finder.context.mode == "test" or decision.effect not in {"allow", "ask"}:
            return None
        origin = tool.origin_question(parameters, self._finder.context)
        if origin is None and decision.effect != "ask":
            return None
        return approval_request(tool, prepared.call.name, prepared.shown, decision, origin)

    def _refused_unknown(self, prepared: PreparedCall) -> RefusedCall:
        name = prepared.call.name
        denied = next((entry for entry in self._unusable if is_meant(entry, name)), None)
        if denied is not None:
            return self._refused_unusable(prepared, denied, _BAD_CALL)
        names, wanted = ", ".join(self._offered) or "none", name[:100]
        message = Text("There is no tool {wanted}. Available tools: {names}.", wanted=repr(wanted), names=names)
        reason = Text("No tool with this name was offered.")
        return self._refused(prepared, message, reason, ResultCode.TOOL_NOT_FOUND, facts=_BAD_CALL)

    def _refused_unusable(self, prepared: PreparedCall, entry: Unusable, facts: ResultFacts = NO_FACTS) -> RefusedCall:
        if entry.decision is None:
            reason, code = entry.skipped.text, ResultCode(entry.result_code)
            return self._refused(prepared, reason, reason, code, entry.tool, facts=facts)
        title, reason = entry.skipped.title, entry.decision.reason
        message = Text("You may not use “{title}”: {reason}", title=title, reason=reason)
        return self._refused(prepared, message, reason, ResultCode.DENIED, entry.tool, entry.decision, facts=facts)

    def _refused(
        self,
        prepared: PreparedCall,
        message: Text,
        reason: Text,
        code: ResultCode,
        tool: ResolvedTool | None = None,
        decision: PolicyDecision | None = None,
        *,
        facts: ResultFacts = NO_FACTS,
    ) -> RefusedCall:
        record = call_record(prepared.call, self._finder.context, prepared.shown, tool, decision)
        return RefusedCall.of(prepared, record, message, reason, code, facts)


def _may_write(tool: ResolvedTool, effect: EffectClass) -> bool:
    """Return whether a call may change something, or carry something out: the address of a GET does."""
    executor = tool.executor
    writes = executor.operation is not OperationType.QUERY or executor.effect_class is EffectClass.UNREPEATABLE
    return writes and effect is not EffectClass.PURE


def idempotency_key(context: CallContext, call: ToolCall, arguments: JsonObject) -> str:
    """Return a key that is the same for every attempt of this call, also after a crash, and differs for all others."""
    base = context.idempotency_key or (f"{context.run_id}:{context.node_key}" if context.run_id else "")
    if not base:
        return str(uuid.uuid4())
    digest = hashlib.sha256("\n".join((base, call.id, call.name, _canonical(arguments))).encode()).digest()
    return str(uuid.UUID(bytes=digest[:16], version=4))


def _canonical(arguments: JsonObject) -> str:
    return write_json(arguments, option=orjson.OPT_SORT_KEYS | orjson.OPT_NON_STR_KEYS, default=str).decode()
