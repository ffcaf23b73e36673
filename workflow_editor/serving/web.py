"""The web server of every mode: uvicorn in the main thread, stopped in order by SIGTERM and SIGINT."""

import logging
import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

from workflow_editor.adapters.process.memory import return_large_blocks
from workflow_editor.serving.connections import KEPT_OPEN_S, ImpatientConnection

logger = logging.getLogger(__name__)

# With the time that nodes get to end, this stays below the 10 s that process managers grant.
REQUESTS_END_WITHIN_S = 3
_OTHER_FILES = 500
"""Databases, brokers, model services, tools, children."""


class WebServer(uvicorn.Server):
    """Stops on a signal without raising it again afterwards, so that the rest can stop in order."""

    def __init__(self) -> None:
        return_large_blocks()
        _allow_open_files(ImpatientConnection.max_connections + _OTHER_FILES)
        super().__init__(
            uvicorn.Config(
                "workflow_editor.asgi:application",
                http=ImpatientConnection,
                lifespan="off",
                log_level="warning",
                access_log=False,
                # `api.client_address` decides which proxy is believed; uvicorn believes every program of this machine.
                proxy_headers=False,
                server_header=False,
                ws_max_size=64 * 1024,
                timeout_keep_alive=KEPT_OPEN_S,
                timeout_graceful_shutdown=REQUESTS_END_WITHIN_S,
            )
        )

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGTERM, signal.SIGINT)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _allow_open_files(count: int) -> None:
    """Raise this process's own limit, which is 256 on macOS and 1,024 on most Linux systems."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = count if hard == resource.RLIM_INFINITY else min(count, hard)
    if soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    if allowed < count:
        logger.warning("Only %s files may be open; raise that to %s (ulimit -n) or lower MAX_CONNECTIONS", hard, count)
