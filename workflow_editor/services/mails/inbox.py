"""Mails to people whom a comment mentions, for those who want them."""

from functools import partial
from urllib.parse import urlencode
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from tools.core.text import Text
from workflow_editor.adapters.process.task_queue import enqueue_mention_mail
from workflow_editor.models import Comment, InboxItem
from workflow_editor.selectors.people.accounts import preferences_of
from workflow_editor.selectors.people.comments import inbox_list
from workflow_editor.services.mails.send import mail_is_set_up, mail_send

_SUBJECT = Text("{author} mentioned you in “{workflow}”", author="", workflow="")
_ON_NODE = Text("“{node}” in “{workflow}”", node="", workflow="")
_BODY = Text(
    "{author} mentioned you in a comment on {subject}:\n\n{text}\n\nOpen the comment:\n\n{link}\n\n"
    "You can turn these e-mails off in your account settings: {settings}\n",
    author="",
    subject="",
    text="",
    link="",
    settings="",
)


def mention_mails_enqueue(comment: Comment, origin: str) -> None:
    """Mail newly mentioned people after commit; `origin` is the base of links, as `https://flowloom.example.com`."""
    if not mail_is_set_up():
        return
    for item_id in _to_mail().filter(comment=comment).values_list("pk", flat=True):
        transaction.on_commit(partial(enqueue_mention_mail, item_id, origin))


def mention_mail_send(item_id: UUID, origin: str) -> None:
    """Mail one mention, unless it was sent or read, or the person lacks access or has opted out.

    The row is marked first: a crash loses a mail that is in the inbox anyway, but never duplicates it. Raises OSError
    if the mail server is unreachable or refuses (`smtplib.SMTPException` is one).
    """
    if not _to_mail().filter(pk=item_id).update(mailed_at=timezone.now()):
        return
    user = InboxItem.objects.select_related("user").get(pk=item_id).user
    item = inbox_list(user).filter(pk=item_id).first()
    preferences = preferences_of(user)
    if item is None or not (user.is_active and user.email and preferences.mail_on_mention):
        return
    subject, body = _texts(item, origin)
    try:
        mail_send(user.email, subject=subject, body=body, language=preferences.language)
    except OSError:
        InboxItem.objects.filter(pk=item_id).update(mailed_at=None)
        raise


def _to_mail() -> "QuerySet[InboxItem]":
    return InboxItem.objects.filter(kind=InboxItem.Kind.MENTION, read_at=None, mailed_at=None)


def _texts(item: InboxItem, origin: str) -> tuple[Text, Text]:
    comment, thread = item.comment, item.comment.thread
    author = comment.author.get_full_name() if comment.author else ""
    names = {"author": author or comment.author_name, "workflow": thread.workflow.name}
    place = Text.verbatim(f"“{thread.workflow.name}”")
    if thread.node_key:
        place = _ON_NODE.filled(node=thread.node_name, workflow=thread.workflow.name)
    link = f"{origin}/workflows/{thread.workflow_id}?{urlencode({'comments': thread.node_key})}"
    body = _BODY.filled(
        author=names["author"], subject=place, text=comment.text, link=link, settings=f"{origin}/settings/account"
    )
    return _SUBJECT.filled(**names), body
