"""Who may do what with a workflow: the one place that decides it."""

from enum import StrEnum
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet

from workflow_editor.errors import ForbiddenError, NotFoundError
from workflow_editor.models import Run, Workflow, WorkflowMember


class Access(StrEnum):
    """What somebody wants to do: see it, change and run it, or decide about it."""

    READ = "read"
    EDIT = "edit"
    OWN = "own"


ALLOWED = {
    "owner": frozenset(Access),
    "editor": frozenset({Access.READ, Access.EDIT}),
    "viewer": frozenset({Access.READ}),
}


def is_visible_to(user: User, *, prefix: str = "") -> Q:
    """Return the condition under which the workflow at `prefix` (a field path that ends in `__`) is the user's."""
    membership = WorkflowMember.objects.filter(workflow=OuterRef(f"{prefix}pk"), user=user)
    return Q(**{f"{prefix}owner": user}) | Q(Exists(membership))


def workflow_for(user: User, workflow_id: UUID | str, access: Access = Access.READ) -> Workflow:
    """Return the workflow when the user may do this with it.

    Raises:
        NotFoundError: no such workflow, or not one of the user's.
        ForbiddenError: the user sees it but may not do this.
    """
    workflow = Workflow.objects.filter(is_visible_to(user), pk=workflow_id).first()
    if workflow is None:
        raise NotFoundError("There is no such workflow.")
    if access not in ALLOWED[role_in(workflow, user)]:
        raise ForbiddenError("Your role in this workflow does not allow this.")
    return workflow


def role_in(workflow: Workflow, user: User) -> str:
    """Return `owner`, `editor` or `viewer`.

    Raises:
        NotFoundError: the user has nothing to do with the workflow.
    """
    if workflow.owner_id == user.pk:
        return "owner"
    role = WorkflowMember.objects.filter(workflow=workflow, user=user).values_list("role", flat=True).first()
    if role is None:
        raise NotFoundError("There is no such workflow.")
    return role


def visible_runs(user: User) -> QuerySet[Run]:
    """Return the runs of all workflows that the user sees."""
    return Run.objects.filter(is_visible_to(user, prefix="workflow__"))


def run_for(user: User, run_id: UUID | str, access: Access = Access.READ) -> Run:
    """Return the run when the user may do this with its workflow.

    Raises:
        NotFoundError: no such run, or of a workflow that the user does not see.
        ForbiddenError: the user sees it but may not do this.
    """
    run = visible_runs(user).select_related("workflow", "version", "created_by").filter(pk=run_id).first()
    if run is None:
        raise NotFoundError("There is no such run.")
    if access not in ALLOWED[role_in(run.workflow, user)]:
        raise ForbiddenError("Your role in this workflow does not allow this.")
    return run
