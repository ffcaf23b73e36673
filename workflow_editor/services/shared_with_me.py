"""Takes up what others share with a person, and leaves it."""

from collections.abc import Mapping
from uuid import UUID

from django.contrib.auth.models import User

from tools.models.owned import Shareable
from tools.selectors.sharing import shared_by_others
from workflow_editor.errors import NotFoundError
from workflow_editor.selectors.lists.shared_with_me import FOR_EVERYBODY, SharedKind
from workflow_editor.services.members import NOT_SHARED, member_leave, member_take_up

_OF_MEMBERS: Mapping[SharedKind, str] = {"workflow": "workflow", "agent": "workflow__agent"}
"""Kinds that are shared with single people, with the column of a membership that names them."""


def shared_take_up(user: User, kind: SharedKind, thing_id: UUID) -> None:
    """Add a shared item to the user's lists, idempotently. Raises NotFoundError if it is not shared with the user."""
    if kind in _OF_MEMBERS:
        member_take_up(user, **{_OF_MEMBERS[kind]: thing_id})
    else:
        _shared(user, kind, thing_id).taken_up_by.add(user)


def shared_leave(user: User, kind: SharedKind, thing_id: UUID) -> None:
    """Remove a shared item from the user's lists; for a workflow or an agent this ends the user's role.

    Raises NotFoundError if it is not shared with the user.
    """
    if kind in _OF_MEMBERS:
        member_leave(user, **{_OF_MEMBERS[kind]: thing_id})
    else:
        _shared(user, kind, thing_id).taken_up_by.remove(user)


def _shared(user: User, kind: SharedKind, thing_id: UUID) -> Shareable:
    found = shared_by_others(user, FOR_EVERYBODY[kind]).filter(pk=thing_id).first()
    if found is None:
        raise NotFoundError(NOT_SHARED)
    return found
