"""The tools of one conversation: finds them, decides, and takes each call through the pipeline. No framework.

resolve name -> policy -> validate arguments -> audit: started -> execute -> envelope -> audit: finished
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from tools.calls.approvals import answered, approval_request, asked, asked_person, host_refusal, refusal
from tools.calls.arguments import typed_parameters
from tools.calls.call_audit import call_outcome, call_record
from tools.calls.execution import Attempt, Execution, Runner
from tools.calls.idempotency import idempotency_key
from tools.calls.resolved import ResolvedTool, ToolFinder, Unusable, is_meant
from tools.core.argument_text import parse_arguments
from tools.core.cancellation import CancelScope
from tools.core.definitions import (
    MESSAGE_ZH,
    Approval,
    ApprovalRequest,
    CallContext,
    CancelToken,
    EffectClass,
    JsonObject,
    OfferedTool,
    OperationType,
    SkippedTool,
    Text,
    ToolCall,
    ToolRef,
)
from tools.core.envelope import ResultCode, ToolResult, failure, normalise
from tools.core.errors import ToolArgumentsError, ToolDeniedError, ToolError, ToolNotReachedError
from tools.core.inner_calls import MAX_DEPTH, TOO_DEEP, InnerCalls, InnerToolbox
from tools.core.ports import AuditLog, AuditRecord, Together, alone
from tools.core.result_facts import NO_FACTS, ResultFacts
from tools.executors.contract.executor import Invocation, Runtime, ToolParameters
from tools.policies.hosts import checking_hosts
from tools.policies.index import CallFacts, Decision, PolicyIndex, refusal_by_host
from tools.secrets.redaction import redact, redact_beginning, redact_text, redactor_of
from tools.sessions.scope import SessionScope

logger = logging.getLogger(__name__)
_MAX_RAW = 2_000
_BAD_CALL = ResultFacts(bad_call=True)
_MOCKED = Text("A rule gave this answer; nothing was sent.", "此结果由规则模拟，未实际发送。")
_INTERNAL_ERROR = Text("The tool failed because of an internal error.", "工具因内部错误而失败。")


@dataclass(frozen=True, slots=True)
class Services:
    """What a toolbox works with."""

    audit: AuditLog
    runtime: Runtime
    runner: Runner
    debug: bool
    """True: failures that are bugs show class and text instead of a safe sentence."""


@dataclass(frozen=True, slots=True)
class _RefusedCall:
    record: AuditRecord
    reason: Text
    answer: ToolResult


@dataclass(frozen=True, slots=True)
class _ReadyCall:
    call: ToolCall
    tool: ResolvedTool
    parameters: ToolParameters
    context: CallContext
    effect: EffectClass
    decision: Decision
    record: AuditRecord


class GatewayToolbox:
    """See `agents.core.ports.Toolbox`, which this is one of. Safe to be called from several threads at once."""

    def __init__(
        self,
        offered: Sequence[OfferedTool],
        unusable: Sequence[Unusable],
        finder: ToolFinder,
        services: Services,
        context: CallContext,
        tools: Mapping[str, ResolvedTool],
        session: SessionScope,
    ) -> None:
        self._offered = tuple(offered)
        self._unusable = tuple(unusable)
        self._finder = finder
        self._services = services
        self._context = context
        self._tools = dict(tools)
        self._session = session
        self._by_function = {offer.function.name: offer for offer in offered}

    def tools(self) -> Sequence[OfferedTool]:
        """Return what is offered, in the order in which it was wanted."""
        return self._offered

    def skipped(self) -> Sequence[SkippedTool]:
        """Return what was wanted but is not offered, and why."""
        return [entry.skipped for entry in self._unusable]

    def close(self) -> None:
        """End the conversation: what its tools kept open is closed. Doing it twice changes nothing."""
        if self._session.is_temporary:
            self._session.close()

    def effect(self, call: ToolCall) -> EffectClass:
        """Say whether this very call may be repeated; calls that only produce an error are `pure`."""
        offer = self._by_function.get(call.name)
        if offer is None:
            return EffectClass.PURE
        tool = self._tools[offer.tool_id]
        try:
            return self._typed(call, tool, self._context_of(call))[1]
        except ToolArgumentsError:
            return EffectClass.PURE

    def redacted_arguments(self, call: ToolCall) -> JsonObject:
        """Return the arguments fit to be shown and stored; malformed text comes back under `raw`."""
        offer = self._by_function.get(call.name)
        secrets = self._tools[offer.tool_id].secrets if offer else frozenset[str]()
        try:
            shown: JsonObject = redact(parse_arguments(call.arguments), secrets)
        except ToolArgumentsError:
            return {"raw": redact_beginning(str(call.arguments), _MAX_RAW, secrets)}
        return shown

    def asks(self, call: ToolCall, *, together: Together = alone) -> ApprovalRequest | None:
        """Return what a person must be asked before this very call, and note in the audit log that they are.

        Where the call's credential goes is asked first, and its owner; then what the rules want asked. In test mode
        nothing is sent, so nobody is asked.
        """
        offer = self._by_function.get(call.name)
        if offer is None or self._context.mode == "test":
            return None
        rules, tool = self._finder.rules(), self._tools[offer.tool_id]
        if not (rules.asks or tool.executor.asks_person or tool.credential):
            return None
        try:
            parameters, effect = self._typed(call, tool, self._context_of(call))
        except ToolArgumentsError:
            return None
        decision = self._judged(call, tool, parameters, effect, rules)
        sends = decision.effect in {"allow", "ask"}
        origin = tool.origin_question(parameters, self._context) if sends else None
        if origin is None and decision.effect != "ask":
            return None
        facts = asked(decision, self._context.caller, origin)
        record = replace(self._record(call, tool, decision, effect), approval=facts)
        together(partial(self._services.audit.started, record))
        return approval_request(tool, call.name, record.arguments, decision, origin)

    def reserve(self, calls: Sequence[ToolCall]) -> None:
        """Do nothing: budgets are kept by whoever has some."""

    def call(
        self,
        call: ToolCall,
        *,
        timeout_s: float,
        cancel: CancelToken,
        approval: Approval | None = None,
        together: Together = alone,
    ) -> ToolResult:
        """Run the call through the pipeline. Never raises for a failing tool: the envelope tells.

        When `cancel` is set, the envelope is a failure that is `cancelled`; raising is the caller's part.
        """
        audit = self._services.audit
        ready = self._ready(call, approval)
        if isinstance(ready, _RefusedCall):
            together(partial(audit.refused, ready.record, ready.reason, ready.record.rule_id))
            return ready.answer
        entry_id = together(partial(audit.started, ready.record))
        execution = self._execution(ready, timeout_s, cancel)
        if approval is not None and ready.tool.executor.asks_person:
            execution = replace(execution, result=answered(execution.result, approval))
        result = self._finished(ready, execution)
        is_test = ready.context.mode == "test"
        outcome = call_outcome(ready.tool, execution, result, test_mode=is_test)
        audit.finished(entry_id, outcome)
        return result

    def _ready(self, call: ToolCall, approval: Approval | None) -> _ReadyCall | _RefusedCall:
        """Resolve, decide and validate."""
        offer = self._by_function.get(call.name)
        if offer is None:
            return self._refused_unknown(call)
        # One look at the rules for all that is decided about a call.
        rules = self._finder.rules()
        found = self._finder.find(offer.tool_id, rules)
        if isinstance(found, Unusable):
            return self._refused_unusable(call, found)
        tool = found
        if len(self._context.within) > MAX_DEPTH:
            return self._refuse(self._record(call, tool, None), TOO_DEEP, TOO_DEEP, ResultCode.DENIED)
        context = self._context_of(call)
        try:
            parameters, effect = self._typed(call, tool, context)
        except ToolArgumentsError as error:
            record = self._record(call, tool, None)
            return self._refuse(record, error.text, error.text, ResultCode.BAD_ARGUMENTS, _BAD_CALL)
        decision = self._judged(call, tool, parameters, effect, rules)
        if not decision.usable:
            return self._refused_unusable(call, Unusable.denied(tool, decision))
        record = self._record(call, tool, decision, effect)
        if approval is not None:
            record = replace(record, approval=approval.to_json())
        if self._is_unapproved(decision, approval):
            return self._refused_unapproved(record, tool, approval)
        return _ReadyCall(call, tool, parameters, context, effect, decision, record)

    def _typed(self, call: ToolCall, tool: ResolvedTool, context: CallContext) -> tuple[ToolParameters, EffectClass]:
        parameters = typed_parameters(tool.executor, tool.config, parse_arguments(call.arguments))
        return parameters, tool.executor.effect(tool.config, parameters, context)

    def _judged(
        self, call: ToolCall, tool: ResolvedTool, parameters: ToolParameters, effect: EffectClass, rules: PolicyIndex
    ) -> Decision:
        decision = rules.decide(tool.subject_of(parameters), self._context, _facts(call, tool, parameters, effect))
        return asked_person(decision) if tool.executor.asks_person else decision

    def _is_unapproved(self, decision: Decision, approval: Approval | None) -> bool:
        if approval is not None:
            return approval.decision != "approve"
        return decision.effect == "ask" and self._context.mode == "live"

    def _refused_unapproved(self, record: AuditRecord, tool: ResolvedTool, approval: Approval | None) -> _RefusedCall:
        text = refusal(tool, approval)
        if approval is None:
            facts = ResultFacts(needs_approval=True)
            return self._refuse(record, text, record.reason or text, ResultCode.DENIED, facts)
        record = replace(record, decision="deny")
        return self._refuse(record, text, text, ResultCode.DENIED, ResultFacts(refused=True))

    def _refused_unknown(self, call: ToolCall) -> _RefusedCall:
        denied = next((entry for entry in self._unusable if is_meant(entry, call.name)), None)
        if denied is not None:
            return self._refused_unusable(call, denied, _BAD_CALL)
        names = ", ".join(self._by_function) or "none"
        wanted = call.name[:100]
        message = Text(
            f"There is no tool {wanted!r} here. Tools: {names}.", f"这里没有工具 {wanted!r}。可用的工具：{names}。"
        )
        reason = Text("No tool of this name was offered.", "没有提供该名称的工具。")
        record = self._record(call, None, None)
        return self._refuse(record, message, reason, ResultCode.TOOL_NOT_FOUND, _BAD_CALL)

    def _refused_unusable(self, call: ToolCall, entry: Unusable, facts: ResultFacts = NO_FACTS) -> _RefusedCall:
        record = self._record(call, entry.tool, entry.decision)
        if entry.decision is None:
            reason = entry.skipped.text
            return self._refuse(record, reason, reason, ResultCode(entry.result_code), facts)
        title, reason = entry.skipped.title, entry.decision.reason
        message = Text(f"You may not use “{title}”: {reason.en}", f"您无权使用“{title}”：{reason.zh}")
        return self._refuse(record, message, reason, ResultCode.DENIED, facts)

    def _refuse(
        self, record: AuditRecord, message: Text, reason: Text, code: ResultCode, facts: ResultFacts = NO_FACTS
    ) -> _RefusedCall:
        tool = record.executor or record.function
        answer = failure(OperationType.OPERATION, message, code=code, facts=facts, tool=tool)
        return _RefusedCall(replace(record, code=int(code)), reason, answer)

    def _execution(self, ready: _ReadyCall, timeout_s: float, cancel: CancelToken) -> Execution:
        rule = ready.decision.rule
        if rule is not None and rule.effect == "mock":
            return self._mocked(ready, rule.mock_result)
        if ready.context.mode == "live":
            return self._executed(ready, timeout_s, cancel)
        execution = self._rehearsed(ready)
        if ready.decision.effect == "ask":
            return _known(execution, replace(execution.result.facts, needs_approval=True))
        return execution

    def _mocked(self, ready: _ReadyCall, answer: JsonObject | None) -> Execution:
        """Answer as the rule says, or in the executor's form of test mode; nothing is sent."""
        if answer is None:
            execution = self._rehearsed(ready)
            return _known(execution, replace(execution.result.facts, mock=True))
        result = ToolResult(
            success=True,
            operationType=ready.tool.executor.operation,
            data=answer,
            message=_MOCKED.en,
            metadata={MESSAGE_ZH: _MOCKED.zh},
            facts=ResultFacts(mock=True),
        )
        return Execution(result, 0, 0.0)

    def _rehearsed(self, ready: _ReadyCall) -> Execution:
        tool = ready.tool
        try:
            plan = tool.executor.rehearse(tool.config, ready.parameters, self._invocation(ready, 0.0))
        except Exception as error:
            return Execution(self._failed(ready, error), 0, 0.0)
        message = f"Test mode: nothing was sent. It would {plan.get('would', 'call the tool')}."
        result = ToolResult(
            success=True,
            operationType=tool.executor.operation,
            data=redact(plan, tool.secrets),
            message=message,
            facts=ResultFacts(test_mode=True),
        )
        return Execution(result, 0, 0.0)

    def _executed(self, ready: _ReadyCall, timeout_s: float, cancel: CancelToken) -> Execution:
        tool = ready.tool
        calls = InnerCalls(self._offer_within, ready.call, ready.context, tool.tool_id, cancel)
        scope = CancelScope()

        # Read here: the attempt's own thread would have to open a connection for it.
        host_check = self._host_check(ready)

        def attempt(left_s: float, *, answer_was_lost: bool) -> Attempt:
            try:
                invocation = self._invocation(ready, left_s, scope)
                invocation = replace(invocation, calls=calls, answer_was_lost=answer_was_lost)
                with checking_hosts(host_check):
                    value = tool.executor.execute(tool.config, ready.parameters, invocation)
                return Attempt(normalise(value, tool.executor.operation))
            except Exception as error:
                return Attempt(self._failed(ready, error), isinstance(error, ToolNotReachedError))

        execution = self._services.runner.run(
            attempt, effect=ready.effect, timeout_s=timeout_s, cancel=cancel, give_up=scope.cancel
        )
        if calls.foreign:
            return _known(execution, replace(execution.result.facts, untrusted=True))
        return execution

    def _host_check(self, ready: _ReadyCall) -> Callable[[str], None] | None:
        """Return the check of the hosts that a call turns out to go to; None when no rule is about hosts."""
        rules, tool = self._finder.rules(), ready.tool
        if not rules.names_hosts:
            return None
        subject = tool.subject_of(ready.parameters)
        facts = _facts(ready.call, tool, ready.parameters, ready.effect)

        def check(host: str) -> None:
            refused = refusal_by_host(rules, subject, host, ready.context, facts, ready.decision)
            if refused is not None:
                raise ToolDeniedError(host_refusal(host, refused))

        return check

    def _offer_within(self, refs: Sequence[ToolRef], context: CallContext) -> InnerToolbox:
        return self._finder.offer(refs, context, self._session)

    def _failed(self, ready: _ReadyCall, error: Exception) -> ToolResult:
        if isinstance(error, ToolError):
            facts = ResultFacts(error_code=error.code)
            operation, data = ready.tool.executor.operation, error.details or None
            return failure(operation, error.text, code=error.tool_code, data=data, facts=facts)
        place = error.__traceback__
        while place is not None and place.tb_next is not None:
            place = place.tb_next
        # The text of a foreign exception may hold anything, so the log gets class and place only.
        logger.error(
            "tool %s failed with %s at line %s of %s",
            ready.tool.executor.name,
            type(error).__name__,
            place.tb_lineno if place else "?",
            place.tb_frame.f_code.co_filename if place else "?",
        )
        shown = redact_text(f"{type(error).__name__}: {error}", ready.tool.secrets)
        return failure(
            OperationType.ERROR, shown if self._services.debug else _INTERNAL_ERROR, code=ResultCode.INTERNAL
        )

    def _invocation(self, ready: _ReadyCall, left_s: float, scope: CancelScope | None = None) -> Invocation:
        scope = scope or CancelScope()
        runtime = self._services.runtime.for_call(ready.tool.credential, ready.context, scope)
        return Invocation(ready.context, runtime, left_s, self._session, cancel=scope)

    def _finished(self, ready: _ReadyCall, execution: Execution) -> ToolResult:
        redactor = redactor_of(ready.tool.secrets)
        result = execution.result
        is_untrusted = result.facts.untrusted or (ready.tool.executor.foreign_text and execution.attempts > 0)
        clean = result.model_copy(
            update={
                "data": redactor.value(result.data),
                "message": redactor.text(result.message),
                "metadata": redactor.value(result.metadata),
                # That no tool was run is not a tool's to state.
                "facts": replace(result.facts, untrusted=is_untrusted, bad_call=False),
            }
        )
        executor = ready.tool.executor
        keeps_session = executor.keeps_session(ready.tool.config)
        return clean.with_metadata(
            execution_time_ms=round(execution.duration_ms, 3),
            tool=executor.name,
            resource_type=executor.resource_type,
            session_id=self._session.id if keeps_session else None,
            temporary_session=keeps_session and self._session.is_temporary,
        )

    def _record(
        self,
        call: ToolCall,
        tool: ResolvedTool | None,
        decision: Decision | None,
        effect: EffectClass | None = None,
    ) -> AuditRecord:
        untrusted = tool is not None and effect is not None and call.untrusted and _may_write(tool, effect)
        arguments = self.redacted_arguments(call)
        return call_record(call, self._context, arguments, tool, decision, effect=effect, untrusted=untrusted)

    def _context_of(self, call: ToolCall) -> CallContext:
        return replace(self._context, idempotency_key=idempotency_key(self._context, call))


def _facts(call: ToolCall, tool: ResolvedTool, parameters: ToolParameters, effect: EffectClass) -> CallFacts:
    return CallFacts(parameters.model_dump(mode="json"), call.untrusted and _may_write(tool, effect))


def _known(execution: Execution, facts: ResultFacts) -> Execution:
    return replace(execution, result=execution.result.with_facts(facts))


def _may_write(tool: ResolvedTool, effect: EffectClass) -> bool:
    """Say whether a call may change something, or carry something out: the address of a GET does."""
    executor = tool.executor
    writes = executor.operation is not OperationType.QUERY or executor.effect_class is EffectClass.UNREPEATABLE
    return writes and effect is not EffectClass.PURE
