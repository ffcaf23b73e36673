"""The product's web server in a thread of the test, with an application of the test's own, and raw clients of it."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any

import uvicorn

from tests.polling import wait_until
from workflow_editor.serving.connections import ImpatientConnection
from workflow_editor.serving.listener import bind

ANSWERS_WITHIN_S = 20.0


@dataclass
class RunningServer:
    """A server that listens on `port`."""

    port: int
    server: uvicorn.Server

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=ANSWERS_WITHIN_S)

    def exchange(self, sent: bytes) -> bytes:
        """Send bytes and return everything that comes until the server closes the connection."""
        with closing(self.connect()) as client:
            client.sendall(sent)
            return read_to_end(client)

    def connections(self) -> int:
        return len(self.server.server_state.connections)


def read_to_end(client: socket.socket) -> bytes:
    """Return what comes until the other side closes; a reset ends it too."""
    parts = []
    try:
        while part := client.recv(65536):
            parts.append(part)
    except ConnectionError:
        pass
    return b"".join(parts)


@contextmanager
def serving_application(
    application: Any, connection: type[ImpatientConnection], **options: Any
) -> Iterator[RunningServer]:
    """Serve an ASGI application on a free port of loopback until the block ends."""
    config = uvicorn.Config(application, http=connection, lifespan="off", log_config=None, **options)
    server = uvicorn.Server(config)
    with bind("127.0.0.1", 0) as listener:
        thread = threading.Thread(target=_run, args=(server, listener), daemon=True)
        thread.start()
        try:
            wait_until(lambda: server.started)
            yield RunningServer(listener.getsockname()[1], server)
        finally:
            server.should_exit = True
            thread.join(ANSWERS_WITHIN_S)


def _run(server: uvicorn.Server, listener: socket.socket) -> None:
    with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
        runner.run(server.serve([listener]))
