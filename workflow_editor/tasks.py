"""Celery shells: an id in, a service call. Delivering a task twice does no harm."""

from datetime import datetime
from functools import partial
from uuid import UUID

from celery import shared_task
from django.db import close_old_connections

from agents.knowledge.services.indexing import index_next
from workflow_editor.adapters.process import task_queue
from workflow_editor.services.alerts.send import alert_author, alert_send
from workflow_editor.services.bot_replies import bot_owner, bot_reply_send
from workflow_editor.services.mails.account_links import password_mails_send
from workflow_editor.services.mails.mentions_and_pauses import inbox_mail_send
from workflow_editor.services.runs.cancel import run_cancel
from workflow_editor.services.runs.children import child_over
from workflow_editor.services.runs.turns import take_beside, take_node, take_run, take_turn
from workflow_editor.services.triggers.polls import poll_look


@shared_task(name=task_queue.RUN_NODE)
def run_node(node_run_id: int) -> None:
    """Run one ready node, and its successors one after the other."""
    close_old_connections()
    take_node(node_run_id)


@shared_task(name=task_queue.ADVANCE_RUN)
def advance_run(run_id: str) -> None:
    close_old_connections()
    take_run(UUID(run_id))


@shared_task(name=task_queue.TAKE_TURN)
def take_waiting() -> None:
    """Take queued work that waits for a slot."""
    close_old_connections()
    take_turn()


@shared_task(name=task_queue.CANCEL_RUN)
def cancel_run(run_id: str) -> None:
    close_old_connections()
    run_cancel(UUID(run_id))


@shared_task(name=task_queue.CHILD_OVER)
def report_to_parent(run_id: str) -> None:
    """Resume the node that waits for a child run, when it is over."""
    close_old_connections()
    child_over(UUID(run_id))


@shared_task(name=task_queue.INDEX_DOCUMENT)
def index_document() -> None:
    """Continue indexing the document that has waited longest."""
    close_old_connections()
    index_next()


@shared_task(name=task_queue.POLL_TRIGGER)
def poll_trigger(trigger_id: str, claimed_until: str) -> None:
    close_old_connections()
    poll_look(UUID(trigger_id), datetime.fromisoformat(claimed_until))


@shared_task(name=task_queue.SEND_BOT_REPLY)
def send_bot_reply(reply_id: str, claimed_until: str) -> None:
    close_old_connections()
    send = partial(bot_reply_send, UUID(reply_id), datetime.fromisoformat(claimed_until))
    take_beside(task_queue.SEND_BOT_REPLY, bot_owner(UUID(reply_id)), send, reply_id, claimed_until)


@shared_task(name=task_queue.SEND_ALERT)
def send_alert(alert_id: str, claimed_until: str) -> None:
    close_old_connections()
    send = partial(alert_send, UUID(alert_id), datetime.fromisoformat(claimed_until))
    take_beside(task_queue.SEND_ALERT, alert_author(UUID(alert_id)), send, alert_id, claimed_until)


@shared_task(name=task_queue.MAIL_LINKS, autoretry_for=(OSError,), retry_backoff=True, max_retries=3)
def send_password_mails(email: str, origin: str, language: str) -> None:
    """Mail links to a new password; a mail server that does not answer is tried again a few times."""
    close_old_connections()
    password_mails_send(email, origin=origin, language=language)


@shared_task(name=task_queue.MAIL_INBOX_ITEM, autoretry_for=(OSError,), retry_backoff=True, max_retries=3)
def send_inbox_mail(item_id: str, origin: str) -> None:
    """Mail what is new in somebody's inbox; a mail server that does not answer is tried again a few times."""
    close_old_connections()
    inbox_mail_send(UUID(item_id), origin)
