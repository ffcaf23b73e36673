"""Members of a workflow: its owner lets them in and takes the right away, they take it up and leave."""

from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from tools.core.text import Text
from workflow_editor.errors import InvalidInputError, NotFoundError
from workflow_editor.models import Workflow, WorkflowMember

NOT_SHARED = Text("This is not shared with you.")


@transaction.atomic
def member_set(workflow: Workflow, *, username: str, role: str) -> WorkflowMember:
    """Set a person's role. New members find it under "Shared with me" and add it, or leave.

    Raises InvalidInputError unless it is an active person other than the owner.
    """
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
def member_take_up(user: User, workflow_id: UUID) -> None:
    """Add a shared workflow to the user's lists, which activates their role.

    Raises NotFoundError if it is not shared with the user.
    """
    member = WorkflowMember.objects.select_for_update().filter(workflow=workflow_id, user=user).first()
    if member is None:
        raise NotFoundError(NOT_SHARED)
    if member.taken_up_at is None:
        member.taken_up_at = timezone.now()
        member.save(update_fields=["taken_up_at"])


@transaction.atomic
def member_leave(user: User, workflow_id: UUID) -> None:
    """Give up the user's role, added or not. Raises NotFoundError if it is not shared with the user."""
    deleted, _ = WorkflowMember.objects.filter(workflow=workflow_id, user=user).delete()
    if not deleted:
        raise NotFoundError(NOT_SHARED)


def _wrong_username(code: str, text: Text) -> InvalidInputError:
    return InvalidInputError.at("/username", code, text)
