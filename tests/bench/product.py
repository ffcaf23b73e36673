"""The product as the figures see it: `manage.py up` in an empty folder, reached over HTTP."""

import os
import re
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

import httpx2
import psutil

from tests.database import migrated
from tests.runtime import ROOT

READY = re.compile(r"Flowloom is ready at (\S+)")
SETUP = re.compile(r"Create the first administrator: \S+token=(\S+)")
ORIGIN_HEADER = "X-CSRFToken"


@dataclass
class Product:
    """A running product and an administrator's client."""

    url: str
    process: psutil.Process
    client: httpx2.Client
    token: str
    start_s: float

    def workflow(self, document: dict[str, Any], name: str) -> str:
        """Store a workflow and return its id."""
        answer = self.client.post("/api/workflows/", json={"name": name, "document": document})
        answer.raise_for_status()
        return str(answer.json()["id"])

    def run(self, workflow: str) -> dict[str, Any]:
        """Run a workflow and wait for its end in the same request."""
        answer = self.client.post(
            f"/api/workflows/{workflow}/runs/", json={"inputs": {"value": "x"}}, headers={"Prefer": "wait=30"}
        )
        answer.raise_for_status()
        run: dict[str, Any] = answer.json()
        if run["status"] != "succeeded":
            raise RuntimeError(f"run ended {run['status']}: {run['error']}")
        return run

    def memory_mb(self) -> float:
        """Resident memory of the whole process tree."""
        tree = [self.process, *self.process.children(recursive=True)]
        return sum(member.memory_info().rss for member in tree) / 1e6

    def cpu_percent(self, seconds: float) -> float:
        """Share of one core that the tree uses over a stretch of time."""
        tree = [self.process, *self.process.children(recursive=True)]
        before = sum(sum(member.cpu_times()[:2]) for member in tree)
        time.sleep(seconds)
        after = sum(sum(member.cpu_times()[:2]) for member in tree)
        return (after - before) / seconds * 100


@contextmanager
def running_product(checkout: Path = ROOT, *, restarted: bool = False) -> Iterator[Product]:
    """Start on an empty database with all tables and sign an administrator in.

    Args:
        checkout: folder of the product, which may be of another commit, with its environment in `.venv`.
        restarted: start once more, so that the start on a database in use is measured.
    """
    with TemporaryDirectory(prefix="flowloom-bench-") as folder, ExitStack() as running:
        Path(folder, "flowloom.sqlite3").write_bytes(_migrated(checkout))
        first = _started(checkout, folder, expect_setup=True)
        url, setup_token, process, start_s = running.enter_context(first)
        with httpx2.Client(base_url=url, timeout=60) as client:
            token = _administrator(client, setup_token)
        if restarted:
            running.close()
            url, _, process, start_s = running.enter_context(_started(checkout, folder, expect_setup=False))
        headers = {"Authorization": f"Bearer {token}"}
        with httpx2.Client(base_url=url, headers=headers, timeout=60) as client:
            yield Product(url, psutil.Process(process.pid), client, token, start_s)


@cache
def _migrated(checkout: Path) -> bytes:
    """Return the database of an empty data folder, as the migrations of the checkout make it."""
    if checkout == ROOT:
        return migrated.sqlite_file().read_bytes()
    with TemporaryDirectory(prefix="flowloom-bench-") as folder:
        environment = os.environ | {"DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "workflow_editor.settings.production"}
        command = [str(checkout / ".venv" / "bin" / "python"), "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(command, cwd=checkout, env=environment, check=True)
        whole = Path(folder, "whole.sqlite3")
        with closing(sqlite3.connect(Path(folder, "flowloom.sqlite3"))) as database:
            database.execute("VACUUM INTO ?", [str(whole)])
        return whole.read_bytes()


def _administrator(client: httpx2.Client, setup_token: str) -> str:
    client.get("/api/session/").raise_for_status()
    headers = {ORIGIN_HEADER: client.cookies["csrftoken"]}
    person = {"token": setup_token, "username": "admin", "password": "bench-pass-word"}
    client.post("/api/setup/", json=person, headers=headers).raise_for_status()
    headers = {ORIGIN_HEADER: client.cookies["csrftoken"]}
    confirmation = {"password": person["password"]}
    confirmed = client.post("/api/account/confirmation/", json=confirmation, headers=headers)
    if confirmed.status_code != HTTPStatus.NOT_FOUND:  # as in checkouts of before
        confirmed.raise_for_status()
    answer = client.post("/api/tokens/", json={"name": "bench", "scopes": ["api", "mcp"]}, headers=headers)
    answer.raise_for_status()
    return str(answer.json()["token"])


@contextmanager
def _started(
    checkout: Path, folder: str, *, expect_setup: bool
) -> Iterator[tuple[str, str, subprocess.Popen[str], float]]:
    production = {"DJANGO_SETTINGS_MODULE": "workflow_editor.settings.production"}
    environment = os.environ | production | {"DATA_DIR": folder, "PORT": "0", "PYTHONUNBUFFERED": "1"}
    started = time.monotonic()
    command = [str(checkout / ".venv" / "bin" / "python"), "manage.py", "up"]
    process = subprocess.Popen(command, cwd=checkout, env=environment, stdout=subprocess.PIPE, text=True)
    if process.stdout is None:
        raise RuntimeError("the product has no output to read")
    try:
        url = _read(process.stdout, READY)
        start_s = time.monotonic() - started
        token = _read(process.stdout, SETUP) if expect_setup else ""
        yield url, token, process, start_s
    finally:
        process.terminate()
        process.wait(timeout=20)


def _read(lines: IO[str], pattern: re.Pattern[str]) -> str:
    for line in lines:
        if found := pattern.search(line):
            return found.group(1)
    raise RuntimeError(f"the product ended before it said {pattern.pattern!r}")
