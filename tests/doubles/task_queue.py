"""A broker whose tasks run when the test says so, in the order in which they were sent."""

from collections import deque
from collections.abc import Callable
from typing import Any

from workflow_editor import tasks
from workflow_editor.adapters import doorbell

TASKS: dict[str, Callable[..., Any]] = {
    doorbell.RUN_NODE: tasks.run_node,
    doorbell.ADVANCE_RUN: tasks.advance_run,
    doorbell.CANCEL_RUN: tasks.cancel_run,
    doorbell.CHILD_OVER: tasks.tell_parent,
    doorbell.INDEX_DOCUMENT: tasks.index_document,
    doorbell.MAIL_LINKS: tasks.send_password_mails,
}


class TaskQueue:
    """Stands in for the Celery application that the doorbell sends to.

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
