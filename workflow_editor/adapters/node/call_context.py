"""Caller identity of a run's tool calls."""

from functools import cached_property
from uuid import UUID

from tools.core.definitions import CallContext, Caller, CallMode, CallOrigin
from tools.selectors.policies import caller_active
from workflow_editor.models import Run


class CallSource:
    """Call context of one node run (`scope` is its pass), looked up lazily, since most nodes make no calls."""

    def __init__(self, run: Run, node_key: str, origin: CallOrigin, node_run_id: int, scope: str = "") -> None:
        self._run = run
        self._node_key = node_key
        self._scope = scope
        self._origin = origin
        self._node_run_id = node_run_id
        self.run_id: UUID = run.id
        self.by_model = origin == "model"
        self.mode: CallMode = "test" if run.mode == Run.Mode.TEST else "live"
        self.idempotency_key = f"{run.id}{scope}-{node_key}"

    @cached_property
    def context(self) -> CallContext:
        return CallContext(
            caller=_caller(self._run),
            mode=self.mode,
            origin=self._origin,
            workflow_id=str(self._run.workflow_id),
            run_id=str(self._run.id),
            node_key=self._node_key,
            scope=self._scope,
            node_run_id=self._node_run_id,
            idempotency_key=self.idempotency_key,
            of_draft=self._run.is_draft,
        )


def _caller(run: Run) -> Caller:
    """Return who started the run; runs without a person have no rights of their own."""
    found = None if run.created_by_id is None else caller_active(run.created_by_id)
    return found or Caller(user_id=None)
