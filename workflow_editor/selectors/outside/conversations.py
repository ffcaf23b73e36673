"""Reads of conversations; a person sees only their own."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet

from workflow_editor.errors import NotFoundError
from workflow_editor.models import ChatShare, Conversation, Turn
from workflow_editor.selectors.access import Access, may_still
from workflow_editor.selectors.agent_access import agent_may

_LONGEST_PATH = 1000


def conversation_list(
    user: User, partner: Mapping[str, Any], *, search: str = "", tests: bool = False
) -> QuerySet[Conversation]:
    """Return the user's own conversations with a partner (column and value), the latest first.

    `search` matches messages or the title; `tests` returns trials instead.
    """
    rows = Conversation.objects.filter(user=user, share=None, is_test=tests, deleted_at=None, **partner)
    if not search:
        return rows
    matching = Turn.objects.filter(
        Q(user_text__icontains=search) | Q(answer__icontains=search), conversation=OuterRef("pk")
    )
    return rows.filter(Q(title__icontains=search) | Exists(matching))


def conversation_for(user: User, conversation_id: UUID, *, with_deleted: bool = False) -> Conversation:
    """Return one of the user's conversations, including those of visitors of their links.

    Raises NotFoundError if it is unknown, somebody else's, deleted, or with a workflow that is not visible any more.
    """
    rows = Conversation.objects.filter(user=user, pk=conversation_id).select_related(
        "agent__owner", "trigger__workflow", "user"
    )
    found = (rows if with_deleted else rows.filter(deleted_at=None)).first()
    if found is None or not _may_see_partner(user, found):
        raise NotFoundError("There is no such conversation.")
    return found


def turns_of(conversation: Conversation) -> list[Turn]:
    """Return all turns, oldest first, with the state of their runs."""
    runs = ("run__id", "run__status", "run__version_id")
    fields = [field.name for field in Turn._meta.concrete_fields if field.name != "run"]
    return list(conversation.turns.select_related("run").only(*fields, *runs).order_by("id"))


def path_to(conversation: Conversation, turn_id: UUID | None) -> list[Turn]:
    """Return the turns up to this one, oldest first; only the end of a very long conversation.

    Raises NotFoundError if it is not a turn of the conversation.
    """
    if turn_id is None:
        return []
    # Chats of bots go on for years. What a turn follows was made before it.
    before = conversation.turns.select_related("run").filter(pk__lte=turn_id).order_by("-id")
    known = {turn.pk: turn for turn in before[:_LONGEST_PATH]}
    if turn_id not in known:
        raise NotFoundError("There is no such turn.")
    path: list[Turn] = []
    while turn_id in known:
        path.append(known[turn_id])
        turn_id = known[turn_id].parent_id
    return path[::-1]


def turn_for(user: User, turn_id: UUID, access: Access = Access.READ) -> Turn:
    """Return one turn of the user's conversations.

    Raises NotFoundError if it is unknown, somebody else's, or of a workflow to which the user has this access no more.
    """
    found = Turn.objects.filter(pk=turn_id, conversation__user=user, conversation__deleted_at=None).select_related(
        "conversation__agent", "conversation__trigger", "run"
    )
    turn = found.first()
    if turn is None or not _may_see_partner(user, turn.conversation, access):
        raise NotFoundError("There is no such turn.")
    return turn


def _may_see_partner(user: User, conversation: Conversation, access: Access = Access.READ) -> bool:
    trigger = conversation.trigger
    if conversation.agent is not None:
        return agent_may(user, access, conversation.agent)
    return trigger is None or may_still(user.pk, access, trigger.workflow_id)


def share_list(user: User, partner: Mapping[str, Any]) -> QuerySet[ChatShare]:
    """Return the links that the user gave for an agent or a workflow and its conversations, newest first."""
    return ChatShare.objects.filter(created_by=user, **partner).select_related("conversation")
