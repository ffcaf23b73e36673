"""On whose behalf a run calls tools."""

from django.contrib.auth.models import User

from tools.definitions import CallContext, Caller, CallMode, CallOrigin
from workflow_editor.models import Run


def caller_of(user: User | None) -> Caller:
    """Return the person with the names of their groups; runs without a person have no rights of their own."""
    if user is None:
        return Caller(user_id=None)
    return Caller(user.pk, user.get_username(), frozenset(user.groups.values_list("name", flat=True)))


def call_context(run: Run, node_key: str, origin: CallOrigin, scope: str = "") -> CallContext:
    """Return where calls of this node come from; `scope` is the pass that it runs in."""
    mode: CallMode = "test" if run.mode == Run.Mode.TEST else "live"
    return CallContext(
        caller=caller_of(run.created_by),
        mode=mode,
        origin=origin,
        workflow_id=str(run.workflow_id),
        run_id=str(run.id),
        node_key=node_key,
        session_id=str(run.id),
        idempotency_key=f"{run.id}{scope}-{node_key}",
    )
