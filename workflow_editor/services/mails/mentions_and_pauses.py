"""Mails about what is new in an inbox: a comment that mentions the person, who may opt out, or a paused trigger."""

from collections.abc import Callable
from functools import partial
from urllib.parse import urlencode
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from tools.core.text import Text
from workflow_editor.adapters.process.task_queue import enqueue_inbox_mail
from workflow_editor.errors import failure_text
from workflow_editor.models import InboxItem
from workflow_editor.selectors.people.accounts import preferences_of
from workflow_editor.selectors.people.comments import inbox_list
from workflow_editor.services.mails.send import mail_is_set_up, mail_send

Mail = tuple[Text, Text]
"""Subject and body."""
_MENTIONED = Text("{author} mentioned you in “{workflow}”", author="", workflow="")
_ON_NODE = Text("“{node}” in “{workflow}”", node="", workflow="")
_MENTION = Text(
    "{author} mentioned you in a comment on {subject}:\n\n{text}\n\nOpen the comment:\n\n{link}\n\n"
    "You can turn these e-mails off in your account settings: {settings}\n",
    author="",
    subject="",
    text="",
    link="",
    settings="",
)
_PAUSED = Text("A trigger of “{workflow}” was paused", workflow="")
_PAUSE = Text(
    "The trigger “{node}” of “{workflow}” was paused, and starts nothing until it is resumed.\n\n{reason}\n",
    node="",
    workflow="",
    reason="",
)
_PAUSE_WITH_LINK = Text("{text}\nAll triggers:\n\n{link}\n", text="", link="")


def inbox_mails_enqueue(items: QuerySet[InboxItem], origin: str) -> None:
    """Mail after commit what is neither mailed nor read; `origin` is the base of links, as
    `https://flowloom.example.com`.
    """
    if not mail_is_set_up():
        return
    for item_id in _to_mail(items).values_list("pk", flat=True):
        transaction.on_commit(partial(enqueue_inbox_mail, item_id, origin))


def inbox_mail_send(item_id: UUID, origin: str) -> None:
    """Mail one item, unless it was sent or read, or the person lacks access or has opted out.

    The row is marked first: a crash loses a mail that is in the inbox anyway, but never duplicates it. Raises OSError
    if the mail server is unreachable or refuses (`smtplib.SMTPException` is one).
    """
    if not _to_mail(InboxItem.objects.filter(pk=item_id)).update(mailed_at=timezone.now()):
        return
    user = InboxItem.objects.select_related("user").get(pk=item_id).user
    item = inbox_list(user).filter(pk=item_id).first()
    preferences = preferences_of(user)
    if item is None or not (user.is_active and user.email):
        return
    if item.kind == InboxItem.Kind.MENTION and not preferences.mail_on_mention:
        return
    subject, body = _MAILS[InboxItem.Kind(item.kind)](item, origin)
    try:
        mail_send(user.email, subject=subject, body=body, language=preferences.language)
    except OSError:
        InboxItem.objects.filter(pk=item_id).update(mailed_at=None)
        raise


def _to_mail(items: QuerySet[InboxItem]) -> QuerySet[InboxItem]:
    return items.filter(kind__in=_MAILS, read_at=None, mailed_at=None)


def _mention(item: InboxItem, origin: str) -> Mail:
    comment = item.comment
    assert comment is not None  # noqa: S101  `inbox_item_subject`
    thread = comment.thread
    author = comment.author.get_full_name() if comment.author else ""
    names = {"author": author or comment.author_name, "workflow": thread.workflow.name}
    place = Text.verbatim(f"“{thread.workflow.name}”")
    if thread.node_key:
        place = _ON_NODE.filled(node=thread.node_name, workflow=thread.workflow.name)
    link = f"{origin}/workflows/{thread.workflow_id}?{urlencode({'comments': thread.node_key})}"
    body = _MENTION.filled(
        author=names["author"], subject=place, text=comment.text, link=link, settings=f"{origin}/settings/account"
    )
    return _MENTIONED.filled(**names), body


def _pause(item: InboxItem, origin: str) -> Mail:
    """Write about a paused trigger; the link is left out where the installation has no `PUBLIC_URL`."""
    notice = item.notice or {}
    names = {"node": notice["node"], "workflow": notice["workflow"]}
    body = _PAUSE.filled(**names, reason=failure_text(notice["reason"]))
    if origin:
        body = _PAUSE_WITH_LINK.filled(text=body, link=f"{origin}/triggers")
    return _PAUSED.filled(workflow=notice["workflow"]), body


_MAILS: dict[InboxItem.Kind, Callable[[InboxItem, str], Mail]] = {
    InboxItem.Kind.MENTION: _mention,
    InboxItem.Kind.PAUSED: _pause,
}
"""Kinds that are mailed; replies are in the inbox only."""
