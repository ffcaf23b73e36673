"""`manage.py up` as a child process with a data folder of its own, and an API client of its administrator."""

import os
import queue
import shutil
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from typing import IO, Any

import httpx2

from tests.database import migrated
from tests.runtime import PYTHON, ROOT

STARTS_WITHIN_S = 180.0
ADMIN = "admin"
PASSWORD = "correct-horse-battery"


def migrated_folder(data_dir: Path) -> Path:
    """Give a data folder its database, with all tables: the server that starts on it has nothing to migrate."""
    shutil.copyfile(migrated.sqlite_file(), data_dir / "flowloom.sqlite3")
    return data_dir


class EmbeddedServer:
    """One server process; started again on the same folder it is the same server after a crash."""

    program: tuple[str, ...] = ("manage.py",)
    command: tuple[str, ...] = ("up",)

    def __init__(self, data_dir: Path, **environment: str) -> None:
        self._environment = {
            **{name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}},
            "DATA_DIR": str(data_dir),
            "DJANGO_SETTINGS_MODULE": "workflow_editor.settings.production",
            "PORT": "0",
            "PYTHONUNBUFFERED": "1",
            **environment,
        }
        self.token = ""
        self._cookies = httpx2.Cookies()
        self.process: subprocess.Popen[str]
        self.address = ""
        self.lines: list[str] = []

    def start(self) -> None:
        """Start and return once the server has printed that it is ready."""
        self.process = self.spawn()
        self._unread = lines = queue.Queue[str]()
        assert self.process.stdout is not None
        self._reader = threading.Thread(target=_pass_on, args=(self.process.stdout, lines), daemon=True)
        self._reader.start()
        self.lines = []
        while not any("Flowloom is ready at " in line for line in self.lines):
            self.lines.append(lines.get(timeout=STARTS_WITHIN_S))
        self.address = self.lines[-1].rsplit(" ", 1)[-1]
        if not self.token:
            self.lines.append(lines.get(timeout=STARTS_WITHIN_S))

    def output(self) -> list[str]:
        """Return all that it has written until now."""
        while not self._unread.empty():
            self.lines.append(self._unread.get())
        return self.lines

    def environment(self) -> dict[str, str]:
        """Return the settings of the process."""
        return dict(self._environment)

    def spawn(self) -> subprocess.Popen[str]:
        """Start another process with the same settings."""
        return subprocess.Popen(
            [PYTHON, *self.program, *self.command],
            cwd=ROOT,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def set_up(self) -> None:
        """Create the administrator with the printed link, and an API token of theirs."""
        link = self.lines[-1].rsplit(" ", 1)[-1]
        person = {"token": link.rsplit("=", 1)[-1], "username": ADMIN, "password": PASSWORD}
        with self.browser() as browser:
            browser.post("/api/setup/", json=person).raise_for_status()
            self._cookies = browser.cookies
        self.token = self.make_token(name="tests")

    @contextmanager
    def browser(self) -> Iterator[httpx2.Client]:
        """Yield what a page of the product sends requests with; the administrator's session once there is one."""
        with httpx2.Client(base_url=self.address, trust_env=False, timeout=60, cookies=self._cookies) as client:
            client.get("/api/session/").raise_for_status()
            client.headers["X-CSRFToken"] = client.cookies["csrftoken"]
            yield client

    def make_token(self, **body: Any) -> str:
        """Make an API token as the administrator in the browser: no token makes another."""
        with self.browser() as browser:
            answer = browser.post("/api/tokens/", json=body)
            if answer.status_code == HTTPStatus.FORBIDDEN:
                # Nothing more is asked for the next minutes.
                browser.post("/api/account/confirmation/", json={"password": PASSWORD}).raise_for_status()
                answer = browser.post("/api/tokens/", json=body)
            return str(answer.raise_for_status().json()["token"])

    def end_token(self, name: str) -> None:
        """End the administrator's tokens of this name, as `make_token` makes them."""
        with self.browser() as browser:
            for row in browser.get("/api/tokens/").raise_for_status().json():
                if row["name"] == name:
                    browser.delete(f"/api/tokens/{row['id']}/").raise_for_status()

    def request(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Ask the API as the administrator and return the JSON of a good answer."""
        signed = {"Authorization": f"Bearer {self.token}", **headers}
        with httpx2.Client(base_url=self.address, trust_env=False, timeout=60) as client:
            return client.request(method, path, json=body, headers=signed).raise_for_status().json()

    def kill(self) -> None:
        """SIGKILL: nothing in the process can react."""
        self.process.kill()
        self._reader.join(60)
        self.process.wait(60)

    def stop(self, number: int = signal.SIGTERM, *, within_s: float = 60.0) -> int:
        """Ask it to stop and return its exit code; fails when it takes longer."""
        self.process.send_signal(number)
        code = self.process.wait(within_s)
        self._reader.join(60)
        return code


def _pass_on(stream: IO[str], lines: queue.Queue[str]) -> None:
    with stream:
        for line in stream:
            lines.put(line.rstrip("\n"))
