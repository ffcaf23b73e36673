"""Members of a workflow; only its owner decides about them."""

from django.contrib.auth.models import User
from django.db import transaction

from tools.core.text import Text
from workflow_editor.errors import InvalidInputError, NotFoundError
from workflow_editor.models import Workflow, WorkflowMember


@transaction.atomic
def member_set(workflow: Workflow, *, username: str, role: str) -> WorkflowMember:
    """Give a person a role, or change it.

    Raises:
        InvalidInputError: no active person of that name, or the owner.
    """
    user = User.objects.filter(username=username, is_active=True).first()
    if user is None:
        raise _wrong_username("unknown_user", Text("There is no user with this name."))
    if user.pk == workflow.owner_id:
        raise _wrong_username("is_owner", Text("The owner always has access."))
    member, _ = WorkflowMember.objects.update_or_create(workflow=workflow, user=user, defaults={"role": role})
    return member


@transaction.atomic
def member_remove(workflow: Workflow, *, username: str) -> None:
    """Take a person's role away.

    Raises:
        NotFoundError: the person is not a member.
    """
    deleted, _ = WorkflowMember.objects.filter(workflow=workflow, user__username=username).delete()
    if not deleted:
        raise NotFoundError("There is no such member.")


def _wrong_username(code: str, text: Text) -> InvalidInputError:
    return InvalidInputError.at("/username", code, text)
