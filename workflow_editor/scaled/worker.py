"""A worker process: takes tasks until stopped, and leaves no private state behind."""

import logging
import os
import signal
import socket
import threading
from types import FrameType

from celery.worker import state
from django.db import DatabaseError, ProgrammingError, connection

from agents.services.models import models_get_ready
from workflow_editor.adapters.process.memory import pass_over_start, return_large_blocks
from workflow_editor.celery import app
from workflow_editor.services.runs.places import node_places
from workflow_editor.services.runs.shutdown import stop_work

logger = logging.getLogger(__name__)

_PREPARED_WITHIN_S = 5.0
"""A database that hangs keeps a worker from taking tasks no longer than that: connecting to it takes two minutes."""


def run_worker(*, threads: int) -> None:
    """Work until SIGTERM or SIGINT, then requeue slow nodes; `threads` run one person's nodes, plus a reserve for
    others.
    """
    return_large_blocks()
    node_places.resize(threads)
    preparation = threading.Thread(target=_prepare_models, name="start", daemon=True)
    preparation.start()
    preparation.join(_PREPARED_WITHIN_S)
    pass_over_start()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _stop)
    app.WorkController(
        hostname=f"worker-{os.getpid()}@{socket.gethostname()}",
        concurrency=node_places.total,
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
    ).start()
    stop_work(enqueue=True)
    # Threads of the pool may be in the middle of work that was handed back; nobody waits for them.
    os._exit(0)


def _prepare_models() -> None:
    """Import what hundreds of calls would wait for; servers without calls never do."""
    try:
        models_get_ready()
    except ProgrammingError:
        logger.debug("A new database has no providers: its tables are still being made.")
    except DatabaseError as error:
        logger.warning("The providers cannot be read yet, their first calls take longer: %s", error)
    finally:
        connection.close()


def _stop(number: int, frame: FrameType | None) -> None:
    """Take no more tasks, and exit in time whatever is running."""
    state.should_stop = 0  # type: ignore[assignment]  # the stubs only know its first value
    threading.Thread(target=_leave, name="leave", daemon=True).start()


def _leave() -> None:
    stop_work(enqueue=True)
    os._exit(0)
