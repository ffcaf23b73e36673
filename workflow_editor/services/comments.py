"""Writes comments, and puts them into the inboxes of those whom they concern."""

from collections.abc import Collection, Iterable, Sequence
from functools import partial

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from tools.core.text import Text
from workflow_editor.adapters.events.broadcast import broadcast
from workflow_editor.errors import ForbiddenError, InvalidInputError, LimitError
from workflow_editor.models import Comment, CommentThread, InboxItem, ProcessNode, Workflow
from workflow_editor.selectors.people.comments import people_of
from workflow_editor.services.mails.mentions_and_pauses import inbox_mails_enqueue

MAX_LENGTH = 4000
MAX_MENTIONS = 20
MAX_COMMENTS = 5000
"""In one workflow."""
_TOO_MANY = Text("This workflow has too many comments. Delete some first.")
_NOT_AUTHOR = Text("Only the author can change a comment.")
_NO_NODE = Text("This node no longer exists.")
_NO_SUCH_PERSON = Text("Only people who can see this workflow can be mentioned.")


@transaction.atomic
def comment_create(
    user: User, workflow: Workflow, *, text: str, origin: str, node_key: str = "", mentions: Sequence[str] = ()
) -> Comment:
    """Comment on a node, or with an empty key on the workflow, reopening a resolved thread.

    `origin` is the base of links in mails; `mentions` are user names.
    Raises:
        InvalidInputError: unknown node, or a mentioned person does not see the workflow.
        LimitError: the workflow has too many comments.
    """
    if Comment.objects.filter(thread__workflow=workflow).count() >= MAX_COMMENTS:
        raise LimitError(_TOO_MANY)
    thread = _thread_of(workflow, node_key)
    mentioned = _mentioned(workflow, mentions)
    comment = Comment.objects.create(thread=thread, author=user, author_name=user.username, text=text)
    comment.mentions.set(mentioned)
    _inbox_fill(comment, mentioned)
    inbox_mails_enqueue(comment.inbox_items.all(), origin)
    _announce(comment)
    return comment


@transaction.atomic
def comment_update(user: User, comment: Comment, *, text: str, origin: str, mentions: Sequence[str] = ()) -> None:
    """Change one's own comment and notify newly mentioned people.

    Existing mentions stay valid even without access.
    Raises:
        ForbiddenError: somebody else wrote it.
        InvalidInputError: a newly mentioned person does not see the workflow.
    """
    _check_author(user, comment)
    kept = list(comment.mentions.filter(username__in=mentions))
    new = _mentioned(comment.thread.workflow, set(mentions).difference(person.username for person in kept))
    comment.text, comment.edited_at = text, timezone.now()
    comment.save(update_fields=["text", "edited_at"])
    comment.mentions.set([*kept, *new])
    _inbox_add(comment, new, InboxItem.Kind.MENTION)
    inbox_mails_enqueue(comment.inbox_items.all(), origin)
    _announce(comment)


@transaction.atomic
def comment_delete(user: User, comment: Comment) -> None:
    """Delete one's own comment, also from inboxes. Raises ForbiddenError if somebody else wrote it."""
    _check_author(user, comment)
    _announce(comment)
    comment.delete()


@transaction.atomic
def thread_resolve(user: User, thread: CommentThread, *, resolved: bool) -> None:
    """Mark a thread as resolved, or open it again."""
    thread.resolved_at = timezone.now() if resolved else None
    thread.resolved_by = user if resolved else None
    thread.save(update_fields=["resolved_at", "resolved_by"])
    transaction.on_commit(partial(broadcast.send_comments_change, thread.workflow_id, thread.node_key))


def inbox_mark(items: QuerySet[InboxItem], *, read: bool) -> None:
    InboxItem.objects.filter(pk__in=items.values("pk")).update(read_at=timezone.now() if read else None)


def _thread_of(workflow: Workflow, node_key: str) -> CommentThread:
    node = ProcessNode.objects.filter(workflow=workflow, key=node_key).first() if node_key else None
    if node is None and node_key:
        # People who still see a node that somebody removes may finish a comment in a thread that exists.
        thread = CommentThread.objects.filter(workflow=workflow, node_key=node_key).first()
        if thread is None:
            raise InvalidInputError.at("/node_key", "unknown_node", _NO_NODE)
        name = thread.node_name
    else:
        name = node.name if node else ""
    changes = {"node_name": name, "resolved_at": None, "resolved_by": None}
    return CommentThread.objects.update_or_create(workflow=workflow, node_key=node_key, defaults=changes)[0]


def _mentioned(workflow: Workflow, usernames: Collection[str]) -> list[User]:
    found = list(people_of(workflow).filter(username__in=usernames))
    if len(found) < len(set(usernames)):
        raise InvalidInputError.at("/mentions", "unknown_person", _NO_SUCH_PERSON)
    return found


def _inbox_fill(comment: Comment, mentioned: Sequence[User]) -> None:
    """Put a new comment into the inboxes of those whom it mentions, and of those who take part in the thread."""
    comments = Comment.objects.filter(thread=comment.thread).order_by()
    taking_part = Q(pk__in=comments.filter(author__isnull=False).values("author")) | Q(
        pk__in=comments.filter(mentions__isnull=False).values("mentions")
    )
    _inbox_add(comment, mentioned, InboxItem.Kind.MENTION)
    _inbox_add(comment, people_of(comment.thread.workflow).filter(taking_part), InboxItem.Kind.REPLY)


def _inbox_add(comment: Comment, people: Iterable[User], kind: InboxItem.Kind) -> None:
    """Add the comment where it is not in the inbox already; never in that of its author."""
    items = [InboxItem(user=person, comment=comment, kind=kind) for person in people if person.pk != comment.author_id]
    InboxItem.objects.bulk_create(items, ignore_conflicts=True)


def _check_author(user: User, comment: Comment) -> None:
    if comment.author_id != user.pk:
        raise ForbiddenError(_NOT_AUTHOR)


def _announce(comment: Comment) -> None:
    thread = comment.thread
    transaction.on_commit(partial(broadcast.send_comments_change, thread.workflow_id, thread.node_key))
