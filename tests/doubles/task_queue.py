"""A broker with tasks that run when the test asks, in the order in which they were sent."""

from collections import deque
from collections.abc import Callable
from typing import Any

from workflow_editor import tasks
from workflow_editor.adapters.process import task_queue

TASKS: dict[str, Callable[..., Any]] = {
    task_queue.RUN_NODE: tasks.run_node,
    task_queue.ADVANCE_RUN: tasks.advance_run,
    task_queue.TAKE_TURN: tasks.take_waiting,
    task_queue.CANCEL_RUN: tasks.cancel_run,
    task_queue.CHILD_OVER: tasks.report_to_parent,
    task_queue.INDEX_DOCUMENT: tasks.index_document,
    task_queue.POLL_TRIGGER: tasks.poll_trigger,
    task_queue.SEND_BOT_REPLY: tasks.send_bot_reply,
    task_queue.SEND_ALERT: tasks.send_alert,
    task_queue.MAIL_LINKS: tasks.send_password_mails,
    task_queue.MAIL_INBOX_ITEM: tasks.send_inbox_mail,
}


class TaskQueue:
    """Replaces the Celery application.

    Tasks with a countdown are taken out of turn only by the test itself, from `later`.
    """

    def __init__(self) -> None:
        self.sent: deque[tuple[str, tuple[Any, ...]]] = deque()
        self.later: list[tuple[str, tuple[Any, ...], float]] = []

    def send_task(self, name: str, args: tuple[Any, ...] = (), countdown: float | None = None) -> None:
        if countdown:
            self.later.append((name, tuple(args), countdown))
        else:
            self.sent.append((name, tuple(args)))

    def run_next(self) -> None:
        name, args = self.sent.popleft()
        TASKS[name](*args)

    def run_all(self) -> None:
        """Run until nothing is sent any more."""
        while self.sent:
            self.run_next()

    def lose_all(self) -> None:
        self.sent.clear()

    def names(self) -> list[str]:
        return [name for name, _ in self.sent]
