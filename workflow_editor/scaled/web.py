"""One web process of the scaled mode; there may be any number of them behind a balancer."""

import asyncio
import logging
import socket
import threading
from collections.abc import Callable
from time import monotonic, sleep

import httpx2

from workflow_editor.adapters.events.broadcast import broadcast
from workflow_editor.adapters.process.memory import pass_over_start
from workflow_editor.adapters.process.readiness import readiness
from workflow_editor.celery import app
from workflow_editor.services.runs.shutdown import stop_work
from workflow_editor.serving.listener import address_of
from workflow_editor.serving.watchdog import leave_in_time
from workflow_editor.serving.web import WebServer

logger = logging.getLogger(__name__)

ANSWERS_WITHIN_S = 60.0
# Seconds between two looks for all parts, and until a missing one is reported.
ASK_EVERY_S = 0.1
REPORT_EVERY_S = 20.0


def run_web(listener: socket.socket, on_ready: Callable[[str], None]) -> None:
    """Serve until a signal; then work in progress ends or goes to workers.

    `on_ready` is called from another thread with the address, once pages are answered and everything for runs is
    available. Earlier requests are answered unless they need a missing part.
    """
    # Threads that answer requests find it as the default one.
    app.set_default()
    server = WebServer()
    with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
        runner.run(_serve(server, listener, on_ready))
    leave_in_time()
    stop_work(enqueue=True)


async def _serve(server: WebServer, listener: socket.socket, on_ready: Callable[[str], None]) -> None:
    broadcast.use_loop(asyncio.get_running_loop())
    threading.Thread(target=_get_ready, args=(listener, on_ready), name="start", daemon=True).start()
    await server.serve(sockets=[listener])
    broadcast.use_loop(None)


def _get_ready(listener: socket.socket, on_ready: Callable[[str], None]) -> None:
    address = address_of(listener)
    with httpx2.Client(trust_env=False, timeout=ANSWERS_WITHIN_S) as client:
        client.get(f"{address}/api/health/")
    _wait_for_all_parts()
    pass_over_start()
    on_ready(address)


def _wait_for_all_parts() -> None:
    report_at = monotonic() + REPORT_EVERY_S
    while missing := [name for name, answers in readiness.parts().items() if not answers]:
        if monotonic() >= report_at:
            report_at = monotonic() + REPORT_EVERY_S
            logger.warning("Not ready yet, this does not answer: %s", ", ".join(missing))
        sleep(ASK_EVERY_S)
