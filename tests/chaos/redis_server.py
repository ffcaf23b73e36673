"""A private Redis that can be killed and comes back on the same port, empty."""

from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType

import psutil
import redis

from workflow_editor.scaled.private_access import free_port
from workflow_editor.scaled.private_servers import redis_server


class RestartingRedis:
    """Lives in a `with` block."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port = free_port()
        self._server: AbstractContextManager[str] | None = None
        self.url = ""

    def __enter__(self) -> "RestartingRedis":
        self._start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()

    def kill(self) -> bool:
        """Kill it and start it again."""
        for child in psutil.Process().children():
            if child.name().startswith("redis-server"):
                child.kill()
        self._stop()
        self._start()
        return True

    def flush(self) -> bool:
        """Let it forget everything."""
        with redis.Redis.from_url(self.url) as client:
            client.flushall()
        return True

    def _start(self) -> None:
        self._server = redis_server(self._folder, port=self._port)
        self.url = self._server.__enter__()

    def _stop(self) -> None:
        if self._server is not None:
            self._server.__exit__(None, None, None)
