"""`manage.py up --scaled` with private servers, and a look at its processes."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil
import redis

from tests.doubles.embedded_server import EmbeddedServer
from tests.polling import wait_until


class ScaledServer(EmbeddedServer):
    """Web, workers and beat under the product's own supervisor."""

    command = ("up", "--scaled")

    def processes(self, name: str) -> list[psutil.Process]:
        """Return the processes that run this management command or private server now, oldest first."""
        found = []
        for child in psutil.Process(self.process.pid).children():
            try:
                if child.status() != psutil.STATUS_ZOMBIE and name in (child.name(), *child.cmdline()[-1:]):
                    found.append(child)
            except psutil.NoSuchProcess:
                continue
        return sorted(found, key=lambda process: process.create_time())

    def url(self, name: str) -> str:
        """Return DATABASE_URL or REDIS_URL as the processes know it."""
        return wait_until(lambda: self.processes("web"))[0].environ()[name]

    @contextmanager
    def without(self, name: str) -> Iterator[None]:
        """Kill the processes of a name, which the supervisor cannot start again meanwhile."""
        supervisor = psutil.Process(self.process.pid)
        supervisor.suspend()
        try:
            for process in self.processes(name):
                process.kill()
            yield
        finally:
            supervisor.resume()

    @contextmanager
    def frozen(self, name: str) -> Iterator[None]:
        """Stop processes of a name where they are, with those that they started; connections stay open."""
        found = [one for process in self.processes(name) for one in (process, *process.children(recursive=True))]
        for process in found:
            process.suspend()
        try:
            yield
        finally:
            for process in found:
                process.resume()

    def wait_for_workers(self, count: int) -> None:
        """Wait until as many workers stand at the broker and wait for tasks."""
        with redis.Redis.from_url(self.url("REDIS_URL")) as client:
            wait_until(lambda: sum("b" in row["flags"] for row in client.client_list()) >= count)


@contextmanager
def scaled_server(**environment: str) -> Iterator[ScaledServer]:
    """Start everything in a folder that PostgreSQL's own user can reach, sign an administrator in, and stop it all."""
    with TemporaryDirectory(prefix="flowloom-scaled-") as folder:
        server = ScaledServer(Path(folder), OUTBOUND_ALLOW="127.0.0.1", **environment)
        server.start()
        try:
            server.set_up()
            yield server
        finally:
            if server.process.poll() is None:
                server.stop(signal.SIGTERM)
