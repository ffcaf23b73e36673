"""Members of a workflow, or of the agent in front of it: the owner lets them in and takes the right away, they take it
up and leave.
"""

from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from agents.models import AgentProfile
from tools.core.text import Text
from workflow_editor.errors import InvalidInputError, NotFoundError
from workflow_editor.models import ChatShare, Workflow, WorkflowMember
from workflow_editor.selectors.access import TAKEN_UP

NOT_SHARED = Text("This is not shared with you.")


@transaction.atomic
def member_set(workflow: Workflow, *, username: str, role: str) -> WorkflowMember:
    """Set a person's role. New members find it under "Shared with me" and add it, or leave.

    Raises InvalidInputError unless it is an active person other than the owner.
    """
    # In turn with changes of the owner, who is no member.
    workflow = Workflow.objects.select_for_update(of=("self",)).get(pk=workflow.pk)
    user = User.objects.filter(username=username, is_active=True).first()
    if user is None:
        raise _wrong_username(
            "unknown_user", Text("There is no user with this name. Check it, or ask an administrator to invite them.")
        )
    if user.pk == workflow.owner_id:
        raise _wrong_username("is_owner", Text("The owner always has access."))
    member, _ = WorkflowMember.objects.update_or_create(workflow=workflow, user=user, defaults={"role": role})
    return member


@transaction.atomic
def member_remove(workflow: Workflow, *, username: str) -> None:
    """Remove a person's role. Raises NotFoundError if the person is not a member."""
    deleted, _ = WorkflowMember.objects.filter(workflow=workflow, user__username=username).delete()
    if not deleted:
        raise NotFoundError("There is no such member.")


@transaction.atomic
def member_take_up(user: User, **which: UUID) -> None:
    """Add the shared workflow or agent of these columns to the user's lists, which activates their role.

    Raises NotFoundError if it is not shared with the user.
    """
    member = WorkflowMember.objects.select_for_update().filter(user=user, **which).first()
    if member is None:
        raise NotFoundError(NOT_SHARED)
    if member.taken_up_at is None:
        member.taken_up_at = timezone.now()
        member.save(update_fields=["taken_up_at"])


@transaction.atomic
def member_leave(user: User, **which: UUID) -> None:
    """Give up the user's role, added or not. Raises NotFoundError if it is not shared with the user."""
    deleted, _ = WorkflowMember.objects.filter(user=user, **which).delete()
    if not deleted:
        raise NotFoundError(NOT_SHARED)


@transaction.atomic
def owner_change(workflow: Workflow, *, username: str) -> None:
    """Make a member the owner, also of the agent in front of the workflow; the former owner stays as an editor.

    Links of the former owner to an agent end. Raises InvalidInputError unless the member has taken it up.
    """
    workflow = Workflow.objects.select_for_update(of=("self",)).select_related("owner").get(pk=workflow.pk)
    members = WorkflowMember.objects.filter(TAKEN_UP, workflow=workflow, user__is_active=True)
    member = members.filter(user__username=username).select_related("user").first()
    if member is None:
        raise _wrong_username("not_taken_up", Text("Choose a person who has added it to their list."))
    former, workflow.owner = workflow.owner, member.user
    workflow.save(update_fields=["owner"])
    member.delete()
    WorkflowMember.objects.create(
        workflow=workflow, user=former, role=WorkflowMember.Role.EDITOR, taken_up_at=timezone.now()
    )
    if workflow.agent_id is not None:
        AgentProfile.objects.filter(pk=workflow.agent_id).update(owner=member.user)
        for link in ChatShare.objects.filter(agent=workflow.agent_id, created_by=former, revoked_at=None):
            link.revoked_at = timezone.now()
            link.save(update_fields=["revoked_at"])


def _wrong_username(code: str, text: Text) -> InvalidInputError:
    return InvalidInputError.at("/username", code, text)
