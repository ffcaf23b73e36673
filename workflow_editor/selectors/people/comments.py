"""Reads of comments and of a person's inbox."""

from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from workflow_editor.errors import NotFoundError
from workflow_editor.models import Comment, CommentThread, InboxItem, ProcessNode, Workflow, WorkflowMember
from workflow_editor.selectors.access import TAKEN_UP, is_visible_to, may_be_read_by, workflow_for

MAX_PEOPLE = 20


def people_of(workflow: Workflow) -> QuerySet[User]:
    """Return the people who have the workflow in their lists, by name: nobody else is mentioned, or written to."""
    membership = WorkflowMember.objects.filter(TAKEN_UP, workflow=workflow, user=OuterRef("pk"))
    return User.objects.filter(Q(pk=workflow.owner_id) | Exists(membership), is_active=True).order_by("username")


def people_matching(workflow: Workflow, search: str) -> QuerySet[User]:
    """Return the first `MAX_PEOPLE` people with this text in their names."""
    matching = Q(username__icontains=search) | Q(first_name__icontains=search) | Q(last_name__icontains=search)
    return people_of(workflow).filter(matching)[:MAX_PEOPLE]


def thread_list(workflow: Workflow) -> QuerySet[CommentThread]:
    """Return the threads with comments; rows also have `comment_count`, `last_comment_at`, `node_exists` and `title`,
    the node's current or last name.
    """
    node = ProcessNode.objects.filter(workflow=OuterRef("workflow"), key=OuterRef("node_key"))
    rows = CommentThread.objects.filter(workflow=workflow).select_related("resolved_by")
    return rows.annotate(
        comment_count=Count("comments"),
        last_comment_at=Max("comments__created_at"),
        node_exists=Exists(node),
        title=Coalesce(Subquery(node.values("name")[:1]), F("node_name")),
    ).filter(comment_count__gt=0)


def comment_list(workflow: Workflow, *, node_key: str) -> QuerySet[Comment]:
    """Return the comments on a node, newest first; each row also has `is_by_member`."""
    return _with_people(Comment.objects.filter(thread__workflow=workflow, thread__node_key=node_key))


def comment_for(user: User, comment_id: UUID) -> Comment:
    """Return a visible comment, as `comment_list` does. Raises NotFoundError if there is none for this user."""
    visible = Comment.objects.filter(may_be_read_by(user, prefix="thread__workflow__"), pk=comment_id)
    found = _with_people(visible).first()
    if found is None:
        raise NotFoundError("There is no such comment.")
    return found


def thread_for(user: User, thread_id: UUID) -> CommentThread:
    """Return a visible thread, as `thread_list` does. Raises NotFoundError if there is none for this user."""
    stored = CommentThread.objects.filter(may_be_read_by(user, prefix="workflow__"), pk=thread_id).first()
    found = None if stored is None else thread_list(workflow_for(user, stored.workflow_id)).filter(pk=thread_id).first()
    if found is None:
        raise NotFoundError("There is no such thread.")
    return found


def inbox_list(user: User, *, unread: bool = False) -> QuerySet[InboxItem]:
    """Return what the user should read, newest first: comments in workflows that the user still sees, and pauses of
    triggers.
    """
    shown = is_visible_to(user, prefix="comment__thread__workflow__") | Q(kind=InboxItem.Kind.PAUSED)
    rows = InboxItem.objects.filter(shown, user=user)
    rows = rows.select_related("comment__author", "comment__thread__workflow", "trigger")
    return rows.filter(read_at=None) if unread else rows


def inbox_item_for(user: User, item_id: UUID) -> InboxItem:
    """Return an item of the user's inbox. Raises NotFoundError unless it is their own."""
    found = inbox_list(user).filter(pk=item_id).first()
    if found is None:
        raise NotFoundError("There is no such item.")
    return found


def _with_people(comments: QuerySet[Comment]) -> QuerySet[Comment]:
    membership = WorkflowMember.objects.filter(workflow=OuterRef("thread__workflow"), user=OuterRef("author"))
    is_by_member = Q(author__isnull=False, author=F("thread__workflow__owner")) | Exists(membership)
    return (
        comments.select_related("author", "thread__workflow")
        .prefetch_related("mentions")
        .annotate(is_by_member=is_by_member)
    )
