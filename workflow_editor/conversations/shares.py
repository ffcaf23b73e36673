"""Links for people without an account: shown once, kept as a hash, ending by date or on request."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from workflow_editor.conversations.partners import PartnerRow, partner_column
from workflow_editor.errors import NotFoundError
from workflow_editor.models import ChatShare, Conversation, Trigger
from workflow_editor.nodes.builtin.chat_trigger import ChatTriggerConfig
from workflow_editor.nodes.fields.origins import framing_pages
from workflow_editor.selectors.access import Access, may_still
from workflow_editor.selectors.agent_access import agent_may
from workflow_editor.services.tokens import token_hash

_MARK = "fls_"
_SHOWN_CHARACTERS = 10
_NO_LINK = "There is no such link."


@transaction.atomic
def share_create(
    user: User,
    partner: PartnerRow,
    *,
    right: str,
    conversation: Conversation | None = None,
    expires_at: datetime | None = None,
    turns_per_day: int | None = None,
    money_per_day: float | None = None,
) -> tuple[ChatShare, str]:
    """Make a link and return its row with the token, which is never shown again.

    Args:
        right: a value of `ChatShare.Right`.
        conversation: content of a `read` link.
        expires_at: None is valid until revoked.
        turns_per_day, money_per_day: limits of its visitors; None takes the model's defaults.
    """
    raw = _MARK + secrets.token_urlsafe(24)
    given = {"turns_per_day": turns_per_day, "money_per_day": money_per_day}
    row = ChatShare.objects.create(
        **{name: value for name, value in given.items() if value is not None},
        **partner_column(partner),
        conversation=conversation,
        created_by=user,
        right=right,
        prefix=raw[:_SHOWN_CHARACTERS],
        token_hash=token_hash(raw),
        expires_at=expires_at,
    )
    return row, raw


@transaction.atomic
def share_revoke(user: User, *, share_id: int) -> None:
    """Revoke a link of the user's at once. Raises NotFoundError unless it is their own."""
    row = _own(user, share_id)
    row.revoked_at = timezone.now()
    row.save(update_fields=["revoked_at"])


@transaction.atomic
def share_update(user: User, *, share_id: int, changes: Mapping[str, Any]) -> ChatShare:
    """Change `expires_at`, `turns_per_day` or `money_per_day` of a link of the user's; usage so far counts.

    Raises NotFoundError if it is unknown, somebody else's, or revoked.
    """
    row = _own(user, share_id)
    if row.revoked_at is not None:
        raise NotFoundError(_NO_LINK)
    for name, value in changes.items():
        setattr(row, name, value)
    row.save(update_fields=list(changes))
    return row


def _own(user: User, share_id: int) -> ChatShare:
    row = ChatShare.objects.select_for_update().filter(created_by=user, pk=share_id).first()
    if row is None:
        raise NotFoundError(_NO_LINK)
    return row


def share_framing_pages(raw: str) -> Sequence[str]:
    """Return the origins of pages that may frame a link's conversations, `*` for all.

    A workflow's chat page names them; agents and ended links allow all.
    """
    trigger = Trigger.objects.filter(shares__token_hash=token_hash(raw)).first()
    named = ChatTriggerConfig.model_validate(trigger.config).framed_by if trigger is not None else ""
    return framing_pages(named)


def share_open(token: str) -> ChatShare:
    """Return a valid link by token, if its giver may still run the responder.

    Raises NotFoundError if it is unknown, expired, or revoked.
    """
    holds = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
    rows = ChatShare.objects.filter(holds, token_hash=token_hash(token), revoked_at=None, created_by__is_active=True)
    found = rows.select_related("agent__owner", "trigger__workflow", "created_by", "conversation").first()
    if found is None or (found.conversation is not None and found.conversation.deleted_at is not None):
        raise NotFoundError(_NO_LINK)
    if found.trigger and not may_still(found.created_by_id, Access.EDIT, found.trigger.workflow_id):
        raise NotFoundError(_NO_LINK)
    if found.agent and not agent_may(found.created_by, Access.OWN, found.agent):
        raise NotFoundError(_NO_LINK)
    return found
