"""Executes a call that may run: live, in test mode, or as a rule mocks it. No framework."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tools.calls.approvals import host_refusal
from tools.calls.attempts import CallAttempt, FinishedCall, Runner
from tools.calls.deadline import Deadline
from tools.calls.preparation import ReadyCall
from tools.calls.resolved import ToolFinder
from tools.core.call.inner_calls import InnerCalls, InnerToolbox, with_inner_calls
from tools.core.call.nothing_found import declared
from tools.core.call.returned_values import read_returned
from tools.core.concurrency.cancellation import CancelScope
from tools.core.definitions import CallContext, JsonObject, OperationType, ToolRef
from tools.core.envelope import ResultCode, ToolResult, failure
from tools.core.errors import ToolDeniedError, ToolError, ToolNotReachedError
from tools.core.ports import AuditLog
from tools.core.prepared_call import CallOptions
from tools.core.result_facts import ResultFacts
from tools.core.text import Text
from tools.executors.contract.executor import Invocation, Runtime
from tools.policies.hosts import checking_hosts
from tools.policies.index import refusal_by_host
from tools.secrets.redaction import redact, redact_text, redactor_of
from tools.sessions.scope import SessionScope

logger = logging.getLogger(__name__)
_REHEARSED = Text("Test mode: nothing was sent. It would {plan}.", plan="")
_MOCKED = Text("This result was mocked by a rule; nothing was sent.")
_INTERNAL_ERROR = Text("The tool failed because of an internal error.")


@dataclass(frozen=True, slots=True)
class Services:
    """Dependencies of a toolbox."""

    audit: AuditLog
    runtime: Runtime
    runner: Runner
    debug: bool
    """True: failures that are bugs show class and text instead of a safe sentence."""


class CallExecution:
    """Executes the calls of one conversation. Safe to share by threads."""

    def __init__(self, services: Services, finder: ToolFinder, session: SessionScope) -> None:
        self._services = services
        self._finder = finder
        self._session = session

    def execute(self, ready: ReadyCall, options: CallOptions) -> FinishedCall:
        """Execute the call, or what takes its place. Never raises for a failing tool."""
        rule = ready.decision.rule
        if rule is not None and rule.effect == "mock":
            return self._mocked(ready, rule.mock_result)
        if ready.context.mode == "live":
            return self._executed(ready, options)
        finished = self._rehearsed(ready)
        return finished.knowing(needs_approval=True) if ready.decision.effect == "ask" else finished

    def cleaned(self, ready: ReadyCall, finished: FinishedCall) -> FinishedCall:
        """Return the call with its result free of the tool's secrets, and with what is known of it beside its data."""
        redactor, executor = redactor_of(ready.tool.secrets | finished.secrets), ready.tool.executor
        result = declared(finished.result, executor.nothing)
        is_untrusted = result.facts.untrusted or (executor.untrusted_text and finished.attempts > 0)
        clean = result.model_copy(
            update={
                "data": redactor.value(result.data),
                "message": redactor.text(result.message),
                "translations": redactor.value(result.translations),
                "metadata": redactor.value(result.metadata),
                # That no tool was run is not a tool's to state.
                "facts": replace(result.facts, untrusted=is_untrusted, bad_call=False),
                "nothing": result.nothing and replace(result.nothing, value=redactor.value(result.nothing.value)),
            }
        )
        keeps_session = executor.keeps_session(ready.tool.config)
        result = clean.with_metadata(
            execution_time_ms=round(finished.duration_ms, 3),
            tool=executor.name,
            resource_type=executor.resource_type,
            session_id=self._session.id if keeps_session else None,
            temporary_session=keeps_session and self._session.is_temporary,
        )
        return replace(finished, result=result)

    def _mocked(self, ready: ReadyCall, answer: JsonObject | None) -> FinishedCall:
        """Answer as the rule states, or in the executor's form of test mode; nothing is sent."""
        if answer is None:
            return self._rehearsed(ready).knowing(mock=True)
        result = ToolResult(
            success=True,
            operationType=ready.tool.executor.operation,
            data=answer,
            facts=ResultFacts(mock=True),
        )
        return FinishedCall(result.with_message(_MOCKED), 0, 0.0)

    def _rehearsed(self, ready: ReadyCall) -> FinishedCall:
        tool = ready.tool
        try:
            rehearsal = tool.executor.rehearse(tool.config, ready.parameters, self._invocation(ready, 0.0))
        except Exception as error:
            return FinishedCall(self._failed(ready, error), 0, 0.0)
        result = ToolResult(
            success=True,
            operationType=tool.executor.operation,
            data=redact(rehearsal.to_json(), tool.secrets),
            facts=ResultFacts(test_mode=True),
        )
        return FinishedCall(result.with_message(_REHEARSED.filled(plan=rehearsal.would)), 0, 0.0)

    def _executed(self, ready: ReadyCall, options: CallOptions) -> FinishedCall:
        tool = ready.tool
        calls = InnerCalls(self._offer_within, ready.call, ready.context, tool.tool_id, options.cancel)
        scope, host_check = CancelScope(), _host_check(ready)
        secrets: set[str] = set()

        def attempt(deadline: Deadline, answer_was_lost: bool) -> CallAttempt:
            try:
                invocation = self._invocation(ready, deadline.left_s(), scope)
                runtime = replace(invocation.runtime, opened=secrets)
                invocation = replace(
                    invocation,
                    runtime=runtime,
                    calls=calls,
                    answer_was_lost=answer_was_lost,
                    report_progress=deadline.renew,
                )
                with checking_hosts(host_check):
                    value = tool.executor.execute(tool.config, ready.parameters, invocation)
                return CallAttempt(read_returned(value, tool.executor.operation))
            except Exception as error:
                return CallAttempt(self._failed(ready, error), isinstance(error, ToolNotReachedError))

        finished = self._services.runner.run(
            attempt,
            effect=ready.effect,
            timeout_s=options.timeout_s,
            cancel=options.cancel,
            most_attempts=options.most_attempts,
            answer_was_lost=options.answer_was_lost,
            abandon=scope.cancel,
        )
        result = with_inner_calls(finished.result, calls.made)
        finished = replace(finished, result=result, secrets=frozenset(secrets))
        return finished.knowing(untrusted=True) if calls.untrusted else finished

    def _offer_within(self, refs: Sequence[ToolRef], context: CallContext) -> InnerToolbox:
        return self._finder.offer(refs, context, self._session)

    def _failed(self, ready: ReadyCall, error: Exception) -> ToolResult:
        if isinstance(error, ToolError):
            facts = ResultFacts(error_code=error.code, nothing_done=error.nothing_done)
            operation, data = ready.tool.executor.operation, error.details or None
            return failure(operation, error.text, code=error.tool_code, data=data, facts=facts)
        place = error.__traceback__
        while place is not None and place.tb_next is not None:
            place = place.tb_next
        # The text of somebody else's exception may hold anything, so the log gets class and place only.
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

    def _invocation(self, ready: ReadyCall, left_s: float, scope: CancelScope | None = None) -> Invocation:
        scope = scope or CancelScope()
        tool = ready.tool
        runtime = self._services.runtime.for_call(tool.credentials, ready.context, scope, tool.signer)
        return Invocation(ready.context, runtime, left_s, self._session, cancel=scope)


def _host_check(ready: ReadyCall) -> Callable[[str], None] | None:
    """Return the check of the hosts that a call turns out to go to; None when no rule is about hosts."""
    if not ready.rules.names_hosts:
        return None
    subject = ready.tool.subject_of(ready.parameters)

    def check(host: str) -> None:
        refused = refusal_by_host(ready.rules, subject, host, ready.context, ready.facts, ready.decision)
        if refused is not None:
            raise ToolDeniedError(host_refusal(host, refused))

    return check
