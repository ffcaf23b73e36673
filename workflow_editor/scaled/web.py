"""One web process of the scaled mode; there may be any number of them behind a balancer."""

import asyncio
import logging
import socket
import threading
from collections.abc import Callable
from time import monotonic

import httpx2
from kombu.exceptions import OperationalError

from workflow_editor.adapters.announcer import announcer
from workflow_editor.adapters.garbage import look_for_garbage_rarely
from workflow_editor.adapters.thread_turns import take_short_turns
from workflow_editor.celery import app
from workflow_editor.services.runs.stopping import stop_work
from workflow_editor.serving.listener import address_of
from workflow_editor.serving.watchdog import leave_in_time
from workflow_editor.serving.web import WebServer

logger = logging.getLogger(__name__)

ANSWERS_WITHIN_S = 60.0
# Pages work without workers, so they are not waited for any longer.
WORKER_COMES_WITHIN_S = 20.0


def run_web(listener: socket.socket, on_ready: Callable[[str], None]) -> None:
    """Serve until a signal stops it; what this process works on then ends or goes to workers.

    Args:
        on_ready: is called from another thread with the address, once pages are answered and a worker is there.
    """
    take_short_turns()
    server = WebServer()
    with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
        runner.run(_serve(server, listener, on_ready))
    leave_in_time()
    stop_work(ring=True)


async def _serve(server: WebServer, listener: socket.socket, on_ready: Callable[[str], None]) -> None:
    announcer.use_loop(asyncio.get_running_loop())
    threading.Thread(target=_get_ready, args=(listener, on_ready), name="start", daemon=True).start()
    await server.serve(sockets=[listener])
    announcer.use_loop(None)


def _get_ready(listener: socket.socket, on_ready: Callable[[str], None]) -> None:
    address = address_of(listener)
    with httpx2.Client(trust_env=False, timeout=ANSWERS_WITHIN_S) as client:
        client.get(f"{address}/api/health/")
    if not _worker_comes():
        logger.warning("No worker answers yet; runs will wait for one")
    look_for_garbage_rarely()
    on_ready(address)


def _worker_comes() -> bool:
    deadline = monotonic() + WORKER_COMES_WITHIN_S
    while monotonic() < deadline:
        try:
            if app.control.ping(timeout=1, limit=1):
                return True
        except OperationalError:
            logger.warning("The broker does not answer yet")
    return False
