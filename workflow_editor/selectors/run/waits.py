"""Reads of what waits for people."""

from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from workflow_editor.adapters.state.run_tree import calling_nodes, with_open_runs_below
from workflow_editor.errors import NotFoundError
from workflow_editor.models import Wait, WorkflowMember
from workflow_editor.models.wait import ANSWERED_BY_PEOPLE
from workflow_editor.nodes.waits import ToolApprovalWait
from workflow_editor.selectors.access import TAKEN_UP

_RELATED = ("node_run__run__workflow", "node_run__run__version", "answered_by")


def waits_of_user(user: User) -> QuerySet[Wait]:
    """Return waits that the user may answer: in owned or edited workflows, own conversations with agents, and where
    they are named.

    Rule administrators may also decide calls that a rule asks about. A credential's owner decides its destination,
    staff for the installation's, whatever the workflow.
    """
    shared = WorkflowMember.objects.filter(TAKEN_UP, user=user)
    edited = shared.filter(role=WorkflowMember.Role.EDITOR, workflow__agent=None).values("workflow")
    of_agents = shared.filter(workflow__agent__isnull=False).values("workflow")
    named = Wait.approvers.through.objects.filter(user=user).values("wait")
    is_own = Q(node_run__run__created_by=user)
    mine = Q(node_run__run__workflow__owner=user) & (Q(node_run__run__workflow__agent=None) | is_own)
    mine |= Q(node_run__run__workflow__in=edited) | (Q(node_run__run__workflow__in=of_agents) & is_own)
    mine = (mine & ~Q(kind=Wait.Kind.CREDENTIAL_ORIGIN)) | Q(pk__in=named)
    if user.is_staff:
        mine |= Q(kind=Wait.Kind.CREDENTIAL_ORIGIN, payload__credential__owner="")
    if user.is_staff and user.has_perm("tools.change_toolpolicy"):
        mine |= Q(kind=Wait.Kind.TOOL_APPROVAL)
    return Wait.objects.filter(mine, kind__in=ANSWERED_BY_PEOPLE).select_related(*_RELATED)


def wait_list_for_user(user: User, *, status: str | None = None, run: UUID | None = None) -> QuerySet[Wait]:
    """Return the approvals list by status (`open`, `done`, None for any) and run, including its open child runs."""
    waits = waits_of_user(user)
    if status is not None:
        waits = waits.filter(answered_at__isnull=status == "open")
    return waits if run is None else waits.filter(node_run__run__in=with_open_runs_below(run))


def needs_someone_else(user: User, wait: Wait) -> bool:
    """Say whether a rule wants somebody else to answer, because this person started the run, or one that it is in."""
    about = wait.about
    if not isinstance(about, ToolApprovalWait) or not about.someone_else:
        return False
    run = wait.node_run.run
    return user.pk in {run.created_by_id, *(caller.run.created_by_id for caller in calling_nodes(run))}


def wait_for(user: User, wait_id: int) -> Wait:
    wait = waits_of_user(user).filter(pk=wait_id).first()
    if wait is None:
        raise NotFoundError("There is no such approval.")
    return wait
