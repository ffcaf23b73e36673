"""Readiness of everything a run needs: database with tables, broker, channel layer, and a worker.

Each part is checked in its own thread, one check at a time, so a hung server costs one thread and `ANSWERS_WITHIN_S`.
Answers are cached for `KEPT_S`: anybody may ask, as often as they like.
"""

import asyncio
import logging
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future, wait
from time import monotonic

from celery import current_app
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import connection

from workflow_editor.adapters.database.migrations import lacks_migrations, unknown_migrations
from workflow_editor.adapters.events.broadcast import broadcast
from workflow_editor.adapters.internals import broker

logger = logging.getLogger(__name__)

ANSWERS_WITHIN_S = 2.0
KEPT_S = 1.0
# Workers answer in milliseconds; shorter than the time that all of a check may take.
_WORKERS_ANSWER_WITHIN_S = 1.5


class Readiness:
    """Asks several parts at the same time."""

    def __init__(self, checks: Mapping[str, Callable[[], bool]]) -> None:
        """Make one of checks by the name of their part; a check that raises has failed."""
        self._questions = {name: _Question(name, check) for name, check in checks.items()}

    def use(self, name: str, check: Callable[[], bool]) -> None:
        """Ask a part in another way from now on."""
        self._questions[name] = _Question(name, check)

    def parts(self) -> dict[str, bool]:
        """Return for each part whether it answers; takes `ANSWERS_WITHIN_S` at most."""
        answers = {name: question.ask() for name, question in self._questions.items()}
        wait(answers.values(), timeout=ANSWERS_WITHIN_S)
        return {name: answer.done() and answer.result() for name, answer in answers.items()}


class _Question:
    """One check, asked once at a time however many want to know."""

    def __init__(self, name: str, check: Callable[[], bool]) -> None:
        self._name = name
        self._check = check
        self._lock = threading.Lock()
        self._answer: Future[bool] | None = None
        self._good_until = 0.0

    def ask(self) -> Future[bool]:
        with self._lock:
            if self._answer is None or (self._answer.done() and monotonic() >= self._good_until):
                self._answer = Future()
                threading.Thread(target=self._find_out, args=(self._answer,), name="readiness", daemon=True).start()
            return self._answer

    def _find_out(self, answer: Future[bool]) -> None:
        try:
            found = self._check()
        except Exception as error:  # whatever is wrong with a part, the others are still reported
            logger.warning("%s does not answer: %s", self._name, error)
            found = False
        self._good_until = monotonic() + KEPT_S
        answer.set_result(found)


class _Database:
    """The database answers, and has the tables of this version: once it has them, they stay."""

    def __init__(self) -> None:
        self._has_tables = False

    def __call__(self) -> bool:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
            self._has_tables = self._has_tables or not (lacks_migrations() or unknown_migrations(connection))
        finally:
            connection.close()
        return self._has_tables


def _channel_layer_answers() -> bool:
    """Send to a group without members, from the loop that serves sockets."""
    loop = broadcast.loop
    layer = get_channel_layer()
    if loop is None or layer is None:
        return False
    sent = layer.group_send("readiness", {"type": "readiness"})
    asyncio.run_coroutine_threadsafe(asyncio.wait_for(sent, ANSWERS_WITHIN_S), loop).result()
    return True


def _a_worker_answers() -> bool:
    """Celery's own ping: a worker answers from the loop that takes tasks, also when all its threads are busy."""
    return bool(current_app.control.ping(timeout=_WORKERS_ANSWER_WITHIN_S, limit=1))


def _no_worker_answers() -> bool:
    """Say no: the embedded mode's worker has no remote control; its server supplies the check."""
    return False


readiness = Readiness(
    {
        "database": _Database(),
        "broker": broker.answers,
        "channel_layer": _channel_layer_answers,
        "worker": _no_worker_answers if settings.EMBEDDED else _a_worker_answers,
    }
)
