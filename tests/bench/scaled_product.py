"""The scaled mode as the figures see it: private servers, one web process, and as many workers as a figure asks for."""

import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx2
import psycopg
from celery import Celery

from tests.doubles.scaled_server import ScaledServer
from tests.polling import comes_true
from tests.runtime import PYTHON, ROOT
from workflow_editor.scaled.private_servers import postgres, redis_server

LEAVES_WITHIN_S = 15
STARTS_WITHIN_S = 60


@dataclass
class ScaledProduct:
    """A web process and beat; workers come and go."""

    server: ScaledServer
    database_url: str
    client: httpx2.Client

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Make something over HTTP and return the answer; connections are kept, so that asking costs little."""
        answer = self.client.post(path, json=body)
        answer.raise_for_status()
        made: dict[str, Any] = answer.json()
        return made

    def run(self, workflow: str) -> None:
        """Run a workflow and wait for its end in the same request."""
        path, headers = f"/api/workflows/{workflow}/runs/", {"Prefer": "wait=30"}
        answer = self.client.post(path, json={"inputs": {"value": "x"}}, headers=headers)
        answer.raise_for_status()
        if answer.json()["status"] != "succeeded":
            raise RuntimeError(f"a run ended {answer.json()['status']}")

    @contextmanager
    def workers(self, count: int, *, threads: int) -> Iterator[list[int]]:
        """Run worker processes and yield their ids once all of them take tasks."""
        with _workers(self.server, count, threads=threads) as processes:
            self._wait_for_workers(count)
            yield [process.pid for process in processes]

    def _wait_for_workers(self, count: int) -> None:
        with Celery(broker=self.server.environment()["REDIS_URL"]) as celery:

            def all_answer() -> bool:
                return len(celery.control.ping(timeout=1.0) or ()) == count

            if not comes_true(all_answer, within_s=STARTS_WITHIN_S, every_s=0.1):
                raise RuntimeError(f"not all of {count} workers took tasks after {STARTS_WITHIN_S} s")

    def wait_for_runs(self, workflow: str, count: int, *, within_s: float) -> None:
        """Wait until so many runs of the workflow are over."""
        sql = "SELECT count(*) FROM workflow_editor_run WHERE workflow_id = %s AND finished_at IS NOT NULL"
        with psycopg.connect(self.database_url, autocommit=True) as connection:

            def all_over() -> bool:
                row = connection.execute(sql, [workflow]).fetchone()
                return row is not None and row[0] >= count

            if not comes_true(all_over, within_s=within_s, every_s=0.2):
                raise RuntimeError(f"not all of {count} runs were over after {within_s} s")


@contextmanager
def _workers(server: ScaledServer, count: int, *, threads: int) -> Iterator[list[subprocess.Popen[bytes]]]:
    command = [PYTHON, "manage.py", "worker", "--threads", str(threads)]
    processes = [subprocess.Popen(command, cwd=ROOT, env=server.environment()) for _ in range(count)]
    try:
        yield processes
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait(LEAVES_WITHIN_S)


@contextmanager
def stopped(processes: Sequence[int]) -> Iterator[None]:
    """Let processes stand still while the block runs."""
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in processes:
            os.kill(process, signal.SIGCONT)


@contextmanager
def scaled_product(**environment: str) -> Iterator[ScaledProduct]:
    """Start everything but workers."""
    with TemporaryDirectory(prefix="flowloom-bench-") as folder:
        data = Path(folder) / "data"
        data.mkdir()
        with postgres(Path(folder), keep=True) as database_url, redis_server(Path(folder)) as redis_url:
            urls = {"DATABASE_URL": database_url, "REDIS_URL": redis_url}
            server = ScaledServer(data, **urls, WORKERS="0", OUTBOUND_ALLOW="127.0.0.1", **environment)
            # It is not ready before a worker answers.
            with _workers(server, 1, threads=1):
                server.start()
            try:
                server.set_up()
                headers = {"Authorization": f"Bearer {server.token}"}
                with httpx2.Client(base_url=server.address, headers=headers, timeout=60, trust_env=False) as client:
                    yield ScaledProduct(server, database_url, client)
            finally:
                server.stop(within_s=30)
