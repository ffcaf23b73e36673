"""On whose behalf a run calls tools."""

from django.contrib.auth.models import User

from tools.definitions import CallContext, Caller, CallMode, CallOrigin
from tools.rows.reader import read_row
from tools.selectors import caller_of
from workflow_editor.models import Run


def call_context(run: Run, node_key: str, origin: CallOrigin, scope: str = "") -> CallContext:
    """Return where calls of this node come from; `scope` is the pass that it runs in."""
    mode: CallMode = "test" if run.mode == Run.Mode.TEST else "live"
    return CallContext(
        caller=_caller(run),
        mode=mode,
        origin=origin,
        workflow_id=str(run.workflow_id),
        run_id=str(run.id),
        node_key=node_key,
        idempotency_key=f"{run.id}{scope}-{node_key}",
    )


def _caller(run: Run) -> Caller:
    """Return who started the run; runs without a person have no rights of their own."""
    user = None if run.created_by_id is None else read_row(User, id=run.created_by_id)
    return Caller(user_id=None) if user is None else caller_of(user)
