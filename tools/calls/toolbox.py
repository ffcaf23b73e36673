"""Tools of one conversation: each call is prepared, then run. No framework.

prepare: find -> parse -> validate -> redact -> decide run: rights again -> approval -> audit: started -> execute ->
result -> audit: finished
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from tools.calls.approvals import answered
from tools.calls.call_audit import call_outcome
from tools.calls.execution import CallExecution, Services
from tools.calls.preparation import Preparation, ReadyCall, RefusedCall
from tools.calls.resolved import ResolvedTool, ToolFinder, Unusable
from tools.core.definitions import CancelToken, OfferedTool, SkippedTool, ToolCall
from tools.core.envelope import ToolResult
from tools.core.prepared_call import CallOptions, PreparedCall
from tools.core.tool_id import ToolId
from tools.sessions.scope import SessionScope


@dataclass(frozen=True, slots=True)
class Offer:
    """Tools that a conversation may use at one moment."""

    offered: Sequence[OfferedTool]
    unusable: Sequence[Unusable]
    tools: Mapping[ToolId, ResolvedTool]
    """Those that are offered."""


class GatewayToolbox:
    """Implements `agents.core.ports.Toolbox`. Thread-safe.

    `offer` finds the tools, given the function names by tool id that the conversation has used; `names` are the first.
    """

    def __init__(
        self,
        offer: Callable[[Mapping[str, str] | None], Offer],
        finder: ToolFinder,
        services: Services,
        session: SessionScope,
        names: Mapping[str, str] | None = None,
    ) -> None:
        self._services = services
        self._audit = services.audit
        self._session = session
        self._find_offer = offer
        self._lock = threading.Lock()
        self._changes = services.runtime.mcp.changes
        self._offer = offer(names)
        self._by_function = _by_function(self._offer)
        self._unusable = list(self._offer.unusable)
        self._preparation = Preparation(self._by_function, self._unusable, finder, services.runtime)
        self._execution = CallExecution(services, finder, session)

    def tools(self) -> Sequence[OfferedTool]:
        """Return the current offer in the order wanted; servers may report changes meanwhile."""
        changes = self._services.runtime.mcp.changes
        with self._lock:
            if changes != self._changes:
                self._changes = changes
                self._take_changed()
            return tuple(self._offer.offered)

    def _take_changed(self) -> None:
        """Take what is offered now. What is gone stays on offer: a call of it is answered with what has happened."""
        found = self._find_offer({str(one.tool_id): one.function.name for one in self._offer.offered})
        known = {one.tool_id: one for one in (*self._offer.offered, *found.offered)}
        self._offer = Offer(list(known.values()), found.unusable, {**self._offer.tools, **found.tools})
        self._by_function.update(_by_function(self._offer))
        self._unusable[:] = found.unusable

    def skipped(self) -> Sequence[SkippedTool]:
        """Return what was wanted but is not offered, and why."""
        return [entry.skipped for entry in self._unusable]

    def close(self) -> None:
        """End the conversation: what its tools kept open is closed. Doing it twice changes nothing."""
        if self._session.is_temporary:
            self._session.close()

    def prepare(self, call: ToolCall) -> ReadyCall | RefusedCall:
        """Find the tool, and parse, validate, redact and decide the call; nothing is sent or stored."""
        return self._preparation.prepare(call)

    def reserve(self, calls: Sequence[PreparedCall]) -> None:
        """Do nothing: budgets belong to the caller."""

    def run(self, prepared: PreparedCall, options: CallOptions) -> ToolResult:
        """Run a call that this toolbox prepared, if still allowed. Never raises for a failing tool.

        A cancelled call returns a failure with `cancelled`; raising is up to the caller.
        """
        if isinstance(prepared, ReadyCall):
            prepared = self._preparation.prepared_again(prepared)
        return self._run(prepared, options)

    def call(self, call: ToolCall, *, timeout_s: float, cancel: CancelToken) -> ToolResult:
        return self._run(self.prepare(call), CallOptions(timeout_s, cancel))

    def _run(self, prepared: PreparedCall, options: CallOptions) -> ToolResult:
        if isinstance(prepared, ReadyCall):
            prepared = self._preparation.answered(prepared, options.approval)
        if isinstance(prepared, RefusedCall):
            options.store(partial(self._audit.refused, prepared.record))
            return prepared.answer
        if not isinstance(prepared, ReadyCall):
            raise TypeError("another toolbox has prepared this call")
        entry_id = options.store(partial(self._audit.started, prepared.record))
        finished = self._execution.execute(prepared, options)
        if options.approval is not None and prepared.tool.executor.asks_person:
            finished = replace(finished, result=answered(finished.result, options.approval))
        finished = self._execution.cleaned(prepared, finished)
        in_test = prepared.context.mode == "test"
        self._audit.finished(entry_id, call_outcome(finished, prepared.tool.secrets, test_mode=in_test))
        return finished.result


def _by_function(offer: Offer) -> dict[str, ResolvedTool]:
    return {one.function.name: offer.tools[one.tool_id] for one in offer.offered}
