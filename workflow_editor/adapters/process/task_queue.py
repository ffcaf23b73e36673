"""Sends Celery tasks by name, so services need not import the task module.

A lost task only delays, since the sweeper resends it; so a broker failure is not the caller's error.
"""

import logging
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from uuid import UUID

from celery import current_app
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)

RUN_NODE = "workflow_editor.run_node"
ADVANCE_RUN = "workflow_editor.advance_run"
TAKE_TURN = "workflow_editor.take_turn"
CANCEL_RUN = "workflow_editor.cancel_run"
CHILD_OVER = "workflow_editor.child_over"
INDEX_DOCUMENT = "workflow_editor.index_document"
POLL_TRIGGER = "workflow_editor.poll_trigger"
SEND_BOT_REPLY = "workflow_editor.send_bot_reply"
SEND_ALERT = "workflow_editor.send_alert"
MAIL_LINKS = "workflow_editor.mail_links"
MAIL_INBOX_ITEM = "workflow_editor.mail_inbox_item"

QueuedTask = tuple[str, int | str]
"""A task's name and its argument."""

_collected: ContextVar[deque[QueuedTask] | None] = ContextVar("collected_tasks", default=None)

_LONGEST_COUNTDOWN_S = 30.0
"""Workers hold a delayed task in memory; what is due later is left to the sweeper."""


def enqueue_node(node_run_id: int, delay_s: float = 0.0) -> None:
    """Ask a worker to run a queued node in `delay_s` seconds."""
    if delay_s <= _LONGEST_COUNTDOWN_S:
        _enqueue(RUN_NODE, node_run_id, delay_s or None)


def enqueue_run(run_id: UUID) -> None:
    """Ask a worker to take the first step of a run."""
    _enqueue(ADVANCE_RUN, str(run_id))


def enqueue_turn() -> None:
    """Ask a worker to look for work that waits for a place."""
    _send(TAKE_TURN)


def enqueue_again(task: str, *arguments: str) -> None:
    """Send a task again that found no place, in a second."""
    _send(task, *arguments, delay_s=1.0)


def enqueue_cancel(run_id: UUID) -> None:
    """Ask a worker to cancel the child run of an ending run."""
    _enqueue(CANCEL_RUN, str(run_id))


def enqueue_child_over(run_id: UUID | str) -> None:
    """Ask a worker to resume the parent of a finished child run."""
    _enqueue(CHILD_OVER, str(run_id))


def enqueue_indexing() -> None:
    """Ask a worker to index the next document."""
    _send(INDEX_DOCUMENT)


def enqueue_poll(trigger_id: UUID, claimed_until: datetime) -> None:
    """Ask a worker to look for new items by a claim; one that gets lost is claimed again when it ends."""
    _send(POLL_TRIGGER, str(trigger_id), claimed_until.isoformat())


def enqueue_bot_reply(reply_id: UUID, claimed_until: datetime) -> None:
    """Ask a worker to send the answer of a bot by a claim; one that gets lost is claimed again when it ends."""
    _send(SEND_BOT_REPLY, str(reply_id), claimed_until.isoformat())


def enqueue_alert(alert_id: UUID, claimed_until: datetime) -> None:
    """Ask a worker to send a message by a claim; one that gets lost is claimed again when it ends."""
    _send(SEND_ALERT, str(alert_id), claimed_until.isoformat())


def enqueue_password_mail(email: str, origin: str, language: str) -> None:
    """Ask a worker to mail links to a new password; one that gets lost is asked for again by the person."""
    _send(MAIL_LINKS, email, origin, language)


def enqueue_inbox_mail(item_id: UUID, origin: str) -> None:
    """Ask a worker to mail what is new in somebody's inbox; a lost one is still in the inbox."""
    _send(MAIL_INBOX_ITEM, str(item_id), origin)


@contextmanager
def collecting_tasks() -> Iterator[deque[QueuedTask]]:
    """Let this thread run the tasks that it sends, instead of a worker: they come into the queue."""
    tasks: deque[QueuedTask] = deque()
    before = _collected.set(tasks)
    try:
        yield tasks
    finally:
        _collected.reset(before)


def collects_tasks() -> bool:
    """Return whether this thread runs the tasks itself that it sends."""
    return _collected.get() is not None


def enqueue(task: QueuedTask) -> None:
    """Send on to the workers what came into a queue of `collecting_tasks`, once that has been left."""
    _enqueue(*task)


def _enqueue(task: str, argument: int | str, delay_s: float | None = None) -> None:
    here = _collected.get()
    if here is not None:
        here.append((task, argument))
        return
    _send(task, argument, delay_s=delay_s)


def _send(task: str, *arguments: int | str, delay_s: float | None = None) -> None:
    try:
        current_app.send_task(task, args=arguments, countdown=delay_s)
    except OperationalError as error:
        logger.warning("The broker does not answer, the sweeper will send it again: %s", error)
