"""What the gateway knows of a prepared call: all that running it needs, or why it is refused. Pure."""

from dataclasses import dataclass, replace

from tools.calls.resolved import ResolvedTool
from tools.core.definitions import CallContext, OperationType, Text
from tools.core.envelope import ResultCode, ToolResult, failure
from tools.core.ports import AuditRecord
from tools.core.prepared_call import PreparedCall
from tools.core.result_facts import ResultFacts
from tools.executors.contract.executor import ToolParameters
from tools.policies.index import CallFacts, PolicyDecision, PolicyIndex


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyCall(PreparedCall):
    """A call that may run."""

    tool: ResolvedTool
    parameters: ToolParameters
    context: CallContext
    """With the call's idempotency key."""
    facts: CallFacts
    """What rules may look at."""
    rules: PolicyIndex
    """The rules that decided."""
    decision: PolicyDecision
    record: AuditRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedCall(PreparedCall):
    """A call that may not run."""

    record: AuditRecord
    reason: Text
    """For the audit log."""
    answer: ToolResult

    @classmethod
    def of(
        cls, call: PreparedCall, record: AuditRecord, message: Text, reason: Text, code: ResultCode, facts: ResultFacts
    ) -> "RefusedCall":
        """Refuse a call.

        Args:
            message: for whoever called.
        """
        tool = record.executor or record.function
        return cls(
            call=call.call,
            arguments=call.arguments,
            shown=call.shown,
            record=replace(record, code=int(code)),
            reason=reason,
            answer=failure(OperationType.OPERATION, message, code=code, facts=facts, tool=tool),
        )
