"""Beginning, naming and deleting conversations."""

from django.contrib.auth.models import User
from django.utils import timezone

from workflow_editor.conversations.partners import PartnerRow, partner_column
from workflow_editor.models import ChatShare, Conversation


def conversation_create(
    user: User, partner: PartnerRow, *, title: str = "", is_test: bool = False, share: ChatShare | None = None
) -> Conversation:
    """Begin a conversation; without a title it takes the first message as one."""
    return Conversation.objects.create(user=user, **partner_column(partner), title=title, is_test=is_test, share=share)


def conversation_update(
    conversation: Conversation, *, title: str | None = None, deleted: bool | None = None
) -> Conversation:
    """Rename a conversation, delete it, or take its deletion back; None leaves things as they are."""
    if title is not None:
        conversation.title = title
    if deleted is not None:
        conversation.deleted_at = timezone.now() if deleted else None
    conversation.save(update_fields=["title", "deleted_at"])
    return conversation
