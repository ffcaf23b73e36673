"""The web server of the embedded mode and the order in which everything starts and stops."""

import asyncio
import logging
import socket
import threading
from collections.abc import Callable

import httpx2
from celery.worker import state

from agents.knowledge.services.document_leases import leases_void
from workflow_editor.adapters.events.broadcast import broadcast
from workflow_editor.adapters.internals import broker
from workflow_editor.adapters.process.memory import pass_over_start
from workflow_editor.adapters.process.readiness import readiness
from workflow_editor.celery import app
from workflow_editor.periodic.retention import RetentionThread
from workflow_editor.periodic.sweeper import SweeperThread
from workflow_editor.periodic.trigger_clock import TriggerClockThread
from workflow_editor.services.runs.early_claims import early_claims
from workflow_editor.services.runs.places import node_places
from workflow_editor.services.runs.recovery import sweep, void_leases
from workflow_editor.services.runs.shutdown import stop_work
from workflow_editor.serving.listener import address_of
from workflow_editor.serving.watchdog import leave_in_time
from workflow_editor.serving.web import WebServer

logger = logging.getLogger(__name__)

STARTS_WITHIN_S = 60.0


class WorkerThread(threading.Thread):
    """Consumes the in-process broker until it is stopped; `on_end` is called when it ends for any reason."""

    def __init__(self, on_end: Callable[[], None]) -> None:
        # A daemon: a node that does not stop in time must not keep the process alive; its lease is handed back.
        super().__init__(name="worker", daemon=True)
        self.consumes = threading.Event()
        self._on_end = on_end

    def run(self) -> None:
        try:
            app.WorkController(
                hostname="embedded",
                concurrency=node_places.total,
                ready_callback=lambda consumer: self.consumes.set(),
                without_gossip=True,
                without_mingle=True,
                without_heartbeat=True,
            ).start()
        finally:
            self._on_end()

    def takes_tasks(self) -> bool:
        return self.consumes.is_set() and self.is_alive() and state.should_stop is None

    def free_threads(self) -> int:
        """Return how many of its threads have nothing to do; 0 once it takes no more tasks."""
        return node_places.total - len(state.reserved_requests) if self.takes_tasks() else 0

    def stop(self) -> None:
        """Take no more tasks; running ones continue."""
        state.should_stop = 0  # type: ignore[assignment]  # the stubs only know its first value
        broker.wake()


class StartError(Exception):
    """The server could not start."""


class EmbeddedServer:
    """Web server in the calling (main) thread, worker and sweeper beside it."""

    def __init__(self, listener: socket.socket, on_ready: Callable[[str], None]) -> None:
        self._server = WebServer()
        self._listener = listener
        self._on_ready = on_ready
        self._worker = WorkerThread(on_end=self._worker_ended)
        self._sweeper = SweeperThread()
        self._retention = RetentionThread()
        self._trigger_clock = TriggerClockThread()
        self._start_failed = False

    def run(self) -> None:
        """Serve until a signal, then stop in order. Raises StartError if the worker did not start, or no page was
        served.
        """
        void_leases()
        leases_void()
        with asyncio.Runner(loop_factory=self._server.config.get_loop_factory()) as runner:
            runner.run(self._serve())
        self._stop()
        if self._start_failed:
            raise StartError("The server could not start; the log above tells why.")

    async def _serve(self) -> None:
        broadcast.use_loop(asyncio.get_running_loop())
        self._worker.start()
        early_claims.open(self._worker.free_threads)
        threading.Thread(target=self._get_ready, name="start", daemon=True).start()
        await self._server.serve(sockets=[self._listener])
        broadcast.use_loop(None)
        leave_in_time()

    def _get_ready(self) -> None:
        """Say that the server is ready once the worker consumes and a page is answered, which also warms it up."""
        try:
            if not self._worker.consumes.wait(STARTS_WITHIN_S):
                raise TimeoutError(f"the worker does not consume after {STARTS_WITHIN_S} s")
            address = address_of(self._listener)
            with httpx2.Client(trust_env=False, timeout=STARTS_WITHIN_S) as client:
                client.get(f"{address}/api/health/")
            readiness.use("worker", self._worker.takes_tasks)
            sweep(everything=True)
            self._sweeper.start()
            self._retention.start()
            self._trigger_clock.start()
            pass_over_start()
            self._on_ready(address)
        except Exception:
            if not self._server.should_exit:
                logger.critical("The start failed", exc_info=True)
                self._start_failed = True
                self._server.should_exit = True

    def _worker_ended(self) -> None:
        if not self._server.should_exit:
            logger.critical("The worker ended; the server stops too")
            self._server.should_exit = True

    def _stop(self) -> None:
        self._worker.stop()
        self._sweeper.stop()
        self._retention.stop()
        self._trigger_clock.stop()
        stop_work(enqueue=False)


def run_server(listener: socket.socket, on_ready: Callable[[str], None]) -> None:
    EmbeddedServer(listener, on_ready).run()
