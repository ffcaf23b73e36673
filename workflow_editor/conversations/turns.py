"""Turns of a conversation: each begins a run that answers, of an agent or of a workflow."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from agents.core.attachments import MAX_FILES
from tools.core.definitions import JsonObject
from tools.core.errors import RecordNotFoundError
from tools.core.naming.visible_name import shown_name
from tools.core.text import Text
from tools.selectors.tool_files import tool_file_get
from workflow_editor.conversations.history import context_of
from workflow_editor.conversations.partners import ChatMessage, partner_of
from workflow_editor.errors import ConflictError, InvalidInputError
from workflow_editor.models import Conversation, Run, Turn
from workflow_editor.models.status import OPEN_STATUSES
from workflow_editor.selectors.outside.conversations import path_to
from workflow_editor.services.file_uses import files_give
from workflow_editor.services.limits.links import link_caps_check
from workflow_editor.services.turn_answers import turn_keep_answer

MAX_TITLE = 80
_EMPTY = Text("Write a message or add a file.")
_OPEN = Text("The previous answer is still in progress. Wait for it or stop it.")
_NO_FILE = Text("This file does not exist. Upload it again.")


def turn_create(
    conversation: Conversation,
    *,
    message: str,
    parent_id: UUID | None = None,
    file_ids: Sequence[UUID] = (),
    visitor: str = "",
    key: str = "",
    while_open: bool = False,
    details: JsonObject | None = None,
) -> Turn:
    """Add a message to a conversation and start its answer, once per `key`.

    Args:
        parent_id: the previous turn; None starts a branch.
        file_ids: files that the conversation's user has uploaded.
        visitor: author through a link, see `link_caps.visitor_key`.
        key: stable over repeated sending; empty if the sender gives none.
        while_open: do not wait for the previous answer.
        details: further fields of `trigger` in a workflow's run.
    Raises:
        LimitError: (`cap_reached`) the link, its visitor or the conversation's user has reached a cap.
        NotFoundError: the parent is not a turn of this conversation.
        InvalidInputError: there is nothing to answer, or a file is missing.
        ConflictError: `turn_open`: the previous answer is pending; `chat_closed`: the workflow is not available.
        GraphInvalidError: the partner cannot run; `details["problems"]` lists why.
        AttachmentError: an agent's model could not be given a file.
    """
    if not message.strip() and not file_ids:
        raise InvalidInputError.at("/message", "missing", _EMPTY)
    attachments = _attachments(conversation.user, file_ids)
    return _begin(
        conversation,
        message,
        parent_id,
        attachments,
        visitor=visitor,
        key=key,
        while_open=while_open,
        details=details or {},
    )


def turn_again(turn: Turn, *, message: str | None = None, key: str = "") -> Turn:
    """Answer a turn again, beside the existing answer; another message makes it an edited one.

    Raises:
        ConflictError, GraphInvalidError: see `turn_create`.
        InvalidInputError: the message is empty.
    """
    if message is not None and not message.strip() and not turn.attachments:
        raise InvalidInputError.at("/message", "missing", _EMPTY)
    text = turn.user_text if message is None else message
    return _begin(turn.conversation, text, turn.parent_id, turn.attachments, key=key)


def turn_feedback(turn: Turn, *, value: int, comment: str) -> Turn:
    """Note what a person thinks of an answer: -1, 0 or 1, and why."""
    turn.feedback, turn.feedback_comment = value, comment
    turn.save(update_fields=["feedback", "feedback_comment"])
    return turn


def _begin(
    conversation: Conversation,
    message: str,
    parent_id: UUID | None,
    attachments: Sequence[JsonObject],
    *,
    visitor: str = "",
    key: str = "",
    while_open: bool = False,
    details: Mapping[str, Any] = MappingProxyType({}),
) -> Turn:
    earlier = Turn.objects.filter(conversation=conversation, key=key).first() if key else None
    if earlier is not None:
        return earlier
    path = path_to(conversation, parent_id)
    if path and not while_open and is_open(path[-1]):
        raise ConflictError(_OPEN, code="turn_open")
    partner = partner_of(conversation)
    context = context_of(path, partner.context_tokens, files=partner.sees_earlier_files)
    turn = Turn(
        conversation=conversation,
        parent=path[-1] if path else None,
        key=key,
        user_text=message,
        attachments=list(attachments),
        visitor=visitor,
        summary_until=context.until,
    )
    with transaction.atomic():
        if conversation.share is not None:
            link_caps_check(conversation.share, visitor)
        try:
            with transaction.atomic():
                turn.save(force_insert=True)
        except IntegrityError:
            return Turn.objects.get(conversation=conversation, key=key)
        wanted = ChatMessage(message, conversation, context, str(turn.pk), attachments, details)
        turn.run = run = partner.answer(wanted)
        turn.save(update_fields=["run"])
        files_give([UUID(file["file_id"]) for file in attachments], conversation=conversation)
        if run.status not in OPEN_STATUSES:
            turn_keep_answer(run)
            turn.refresh_from_db()
        conversation.updated_at = timezone.now()
        if not conversation.title:
            conversation.title = shown_name(" ".join(message.split())[:MAX_TITLE], "")
        conversation.save(update_fields=["title", "updated_at"])
    return turn


def is_open(turn: Turn) -> bool:
    run: Run | None = turn.run
    return not turn.status and run is not None and run.status in OPEN_STATUSES


def _attachments(user: User, file_ids: Sequence[UUID]) -> list[JsonObject]:
    if len(file_ids) > MAX_FILES:
        text = Text("Add at most {max_files} files.", max_files=MAX_FILES)
        raise InvalidInputError.at("/files", "too_many", text)
    return [_attachment(user, index, file_id) for index, file_id in enumerate(file_ids)]


def _attachment(user: User, index: int, file_id: UUID) -> JsonObject:
    try:
        row = tool_file_get(user=user, file_id=file_id)
    except RecordNotFoundError:
        raise InvalidInputError.at(f"/files/{index}", "unknown_file", _NO_FILE) from None
    return {"file_id": str(row.pk), "name": row.name, "media_type": row.content_type, "size": row.size}
