"""Permissions on workflows: the one place that decides them."""

from enum import StrEnum
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet

from tools.core.naming.ids import uuid_of
from tools.core.text import Text
from tools.core.workflow_scope import only_workflow
from tools.rows.reader import Lock, read_row, read_values, read_with
from workflow_editor.adapters.state.plans import version_of
from workflow_editor.errors import ForbiddenError, NotFoundError
from workflow_editor.models import Run, Workflow, WorkflowMember

RIGHT_LOST = Text(
    "The person in whose name this runs may no longer run it. Ask the owner of the workflow or agent for the right, "
    "or let somebody who has it begin again."
)
_HIDDEN = Text("This workflow belongs to an agent. Change the agent instead.")


class Access(StrEnum):
    """Requested access: view; run, or talk to an agent; change; or own."""

    READ = "read"
    RUN = "run"
    EDIT = "edit"
    OWN = "own"


ALLOWED = {
    "owner": frozenset(Access),
    "editor": frozenset({Access.READ, Access.RUN, Access.EDIT}),
    "viewer": frozenset({Access.READ}),
    "invited": frozenset({Access.READ}),
}
"""`invited` is any role that its person has not taken up."""
ALLOWED_OF_AGENT = {**ALLOWED, "viewer": frozenset({Access.READ, Access.RUN})}
"""As `ALLOWED`, for an agent and the workflow behind it."""
TAKEN_UP = Q(taken_up_at__isnull=False)
"""Condition of a `WorkflowMember` under which the workflow is in its person's lists."""
RUNNING = TAKEN_UP & Q(role__in=[role for role, allowed in ALLOWED.items() if Access.EDIT in allowed])
"""Condition of a `WorkflowMember` under which its person may run the workflow."""


def is_visible_to(user: User, *, prefix: str = "") -> Q:
    """Return the condition for workflows at `prefix` (a field path ending in `__`) in the user's lists: own and adopted
    ones.
    """
    return is_of(user, TAKEN_UP, prefix) & _is_shown(user, prefix)


def may_be_read_by(user: User, *, prefix: str = "") -> Q:
    """Return the condition for workflows at `prefix` readable by id: `is_visible_to`, and shared ones not adopted. Not
    for lists.
    """
    return is_of(user, Q(), prefix) & _is_shown(user, prefix)


def _is_shown(user: User, prefix: str) -> Q:
    """Members of an agent do not see the workflow behind it."""
    return Q(**{f"{prefix}agent": None}) | Q(**{f"{prefix}owner": user})


def is_of(user: User, membership: Q = TAKEN_UP, prefix: str = "") -> Q:
    """Return the condition for workflows at `prefix` that the user owns or is a member of, also behind agents."""
    memberships = WorkflowMember.objects.filter(membership, workflow=OuterRef(f"{prefix}pk"), user=user)
    visible = Q(**{f"{prefix}owner": user}) | Q(Exists(memberships))
    only = only_workflow(user)
    return visible if only is None else visible & Q(**{f"{prefix}pk": only})


def workflow_for(user: User, workflow_id: UUID | str, access: Access = Access.READ) -> Workflow:
    """Return the workflow if the user has this access.

    Raises:
        NotFoundError: no such workflow, or not one of the user's.
        ForbiddenError: the user sees it but may not do this.
    """
    # By key first and by membership only when needed: this stands before nearly every request.
    workflow = read_row(Workflow, id=UUID(str(workflow_id)))
    if workflow is None:
        raise NotFoundError("There is no such workflow.")
    if workflow.agent_id is not None and workflow.owner_id != user.pk:
        raise NotFoundError("There is no such workflow.")
    _check(workflow, user, access, "There is no such workflow.")
    if workflow.agent_id is not None and access is not Access.READ:
        raise ForbiddenError(_HIDDEN)
    return workflow


def workflow_named(user: User, reference: str, access: Access = Access.READ) -> Workflow:
    """Return the workflow by id or short name if the user has this access.

    Raises:
        NotFoundError: no such workflow, not one of the user's, or one behind an agent.
        ForbiddenError: the user sees it but may not do this.
    """
    key = uuid_of(reference) or Workflow.objects.filter(slug=reference).values_list("pk", flat=True).first()
    workflow = workflow_for(user, key) if key else None
    if workflow is None or workflow.agent_id is not None:
        raise NotFoundError("There is no such workflow.")
    return workflow_for(user, workflow.pk, access)


def may_run(user: User, workflow: Workflow) -> bool:
    """Return whether the user may run the workflow itself; one behind an agent runs through the agent."""
    role = _role_in(workflow, user)
    return workflow.agent_id is None and role is not None and Access.RUN in ALLOWED[role]


def may_still(user_id: int | None, access: Access, workflow_id: UUID, *, lock: Lock = "") -> bool:
    """Return whether a person has this access right now.

    `user_id` None is a deleted account. `lock` "SHARE", in the acting transaction, orders it before or after a
    revocation.
    """
    if user_id is None:
        return False
    # Nothing of the workflow itself is locked: editors need not wait.
    owned = {"id": workflow_id, "owner_id": user_id, "owner.is_active": True}
    if read_values(Workflow, ("id",), owned, lock=lock, lock_of="owner"):
        return True
    member = {"workflow_id": workflow_id, "user_id": user_id, "user.is_active": True}
    roles = [_role(*row) for row in read_values(WorkflowMember, _ROLE, member, lock=lock)]
    if any(access in ALLOWED[role] for role in roles):
        return True
    return any(access in ALLOWED_OF_AGENT[role] for role in roles) and _is_behind_agent(workflow_id)


def _is_behind_agent(workflow_id: UUID) -> bool:
    return read_values(Workflow, ("agent_id",), {"id": workflow_id}) != [(None,)]


def check_may_still(user_id: int | None, access: Access, workflow_id: UUID, *, lock: Lock = "") -> None:
    """Check current access, see `may_still`. Raises ForbiddenError (`right_lost`)."""
    if not may_still(user_id, access, workflow_id, lock=lock):
        raise ForbiddenError(RIGHT_LOST, code="right_lost")


def users_who_may_run(workflow: Workflow) -> QuerySet[User]:
    """Return the people who may run the workflow, see `may_run`."""
    membership = WorkflowMember.objects.filter(RUNNING, workflow=workflow, user=OuterRef("pk"))
    return User.objects.filter(Q(pk=workflow.owner_id) | Exists(membership), is_active=True)


def visible_runs(user: User) -> QuerySet[Run]:
    """Return the runs of all workflows in the user's lists, and the user's own of agents there."""
    return Run.objects.filter(is_of(user, TAKEN_UP, "workflow__"), _is_own_of_agent(user))


def readable_runs(user: User) -> QuerySet[Run]:
    """Return the runs that the user may read when it is known of which workflow or run they are."""
    return Run.objects.filter(is_of(user, Q(), "workflow__"), _is_own_of_agent(user))


def _is_own_of_agent(user: User) -> Q:
    """Conversations with an agent belong to who has them."""
    return Q(workflow__agent=None) | Q(created_by=user)


def run_for(user: User, run_id: UUID | str, access: Access = Access.READ) -> Run:
    """Return the run with its workflow, version and author, if the user has this access to its workflow.

    Raises:
        NotFoundError: no such run, of a workflow that the user does not see, or somebody else's of an agent.
        ForbiddenError: the user sees it but may not do this.
    """
    run = read_with(Run, "workflow", id=UUID(str(run_id)))
    if run is None:
        raise NotFoundError("There is no such run.")
    run.version = version_of(run.version_id)
    if run.created_by_id == user.pk:
        run.created_by = user
    if run.workflow.agent_id is not None and run.created_by_id != user.pk:
        raise NotFoundError("There is no such run.")
    _check(run.workflow, user, access, "There is no such run.")
    return run


def _check(workflow: Workflow, user: User, access: Access, not_found: str) -> None:
    role = _role_in(workflow, user)
    if role is None:
        raise NotFoundError(not_found)
    allowed = ALLOWED if workflow.agent_id is None else ALLOWED_OF_AGENT
    if access not in allowed[role]:
        raise ForbiddenError("Your role in this workflow does not allow this.")


def _role_in(workflow: Workflow, user: User) -> str | None:
    """Return `owner`, `editor`, `viewer` or `invited`; None for strangers."""
    if only_workflow(user) not in (None, workflow.pk):
        return None
    if workflow.owner_id == user.pk:
        return "owner"
    row = WorkflowMember.objects.filter(workflow=workflow, user=user).values_list(*_ROLE).first()
    return None if row is None else _role(*row)


_ROLE = ("role", "taken_up_at")


def _role(role: str, taken_up_at: object) -> str:
    return "invited" if taken_up_at is None else role


def may_read_run_id(user: User, run_id: UUID) -> bool:
    try:
        run_for(user, run_id)
    except (NotFoundError, ForbiddenError):
        return False
    return True
