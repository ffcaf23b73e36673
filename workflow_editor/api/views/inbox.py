"""Inbox of the asking person: comments that mention them, replies, and paused triggers."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from django.contrib.auth.models import User

from tools.api.contract.endpoints import FoundBy, Paged, endpoint
from tools.api.contract.shapes import Query, Shape
from workflow_editor.api.pagination import HighestIdFirst
from workflow_editor.api.texts import localized
from workflow_editor.errors import failure_text
from workflow_editor.models import Comment, InboxItem
from workflow_editor.selectors.people import comments
from workflow_editor.selectors.people.comments import inbox_item_for
from workflow_editor.services.comments import inbox_mark

OwnItem = Annotated[InboxItem, FoundBy(inbox_item_for)]


class InboxWorkflow(Shape):
    id: UUID
    name: str


class InboxItemShape(Shape):
    """A comment that somebody should read, or a trigger of theirs that was paused.

    About a trigger, `author` is empty and `text` is the reason; names are those at the time of the pause.
    """

    id: UUID
    kind: InboxItem.Kind
    is_read: bool
    workflow: InboxWorkflow
    node_key: str
    node_name: str
    author: str
    text: str
    created_at: datetime


class InboxPatch(Shape):
    is_read: bool


class InboxQuery(Query):
    unread: bool = False


@endpoint("GET", "inbox/", pages=HighestIdFirst)
def inbox_list(user: User, query: InboxQuery) -> Paged[InboxItemShape]:
    """List the inbox, newest first."""
    return Paged(comments.inbox_list(user, unread=query.unread), _shown)


@endpoint("PATCH", "inbox/")
def inbox_update(user: User, body: InboxPatch) -> None:
    """Mark everything as read or unread."""
    inbox_mark(comments.inbox_list(user), read=body.is_read)


@endpoint("PATCH", "inbox/<uuid:item_id>/")
def inbox_item_update(user: User, item: OwnItem, body: InboxPatch) -> InboxItemShape:
    """Mark an item as read or unread."""
    inbox_mark(comments.inbox_list(user).filter(pk=item.pk), read=body.is_read)
    return _shown(inbox_item_for(user, item.pk))


def _shown(item: InboxItem) -> InboxItemShape:
    about = _comment_shown(item.comment) if item.comment else _pause_shown(item)
    return InboxItemShape.of(item, is_read=item.read_at is not None, **about)


def _comment_shown(comment: Comment) -> dict[str, Any]:
    thread, author = comment.thread, comment.author
    return {
        "workflow": InboxWorkflow.of(thread.workflow),
        "node_key": thread.node_key,
        "node_name": thread.node_name,
        "author": (author.get_full_name() if author else "") or comment.author_name,
        "text": comment.text,
        "created_at": comment.created_at,
    }


def _pause_shown(item: InboxItem) -> dict[str, Any]:
    trigger, notice = item.trigger, item.notice or {}
    assert trigger is not None  # noqa: S101  `inbox_item_subject`
    return {
        "workflow": InboxWorkflow.model_construct(id=trigger.workflow_id, name=notice["workflow"]),
        "node_key": trigger.node_key,
        "node_name": notice["node"],
        "author": "",
        "text": localized(failure_text(notice["reason"])),
        "created_at": datetime.fromisoformat(notice["at"]),
    }
