"""The scaled mode on one machine: private servers where no URLs are given, then all processes of the Procfile."""

import os
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from types import FrameType

from workflow_editor.scaled.private_servers import postgres, redis_server
from workflow_editor.scaled.supervisor import Supervisor, read_procfile

# The environment variable in which a web process finds the number of an inherited listening socket.
LISTENER = "LISTENER_FD"


class MigrationError(Exception):
    """The database could not be brought up to date."""


def run_scaled(listener: socket.socket, root: Path, data_dir: Path, *, workers: int) -> None:
    """Run one web process, workers and beat until a signal comes.

    The listening socket stays open while the web process is started again, so that nobody is refused meanwhile.

    Args:
        root: the folder of the Procfile.
        data_dir: where private servers keep their files.
    Raises:
        PrivateServerError: a private server is needed but cannot run.
        MigrationError: the tables could not be made.
    """
    signal.signal(signal.SIGTERM, _exit)
    with ExitStack() as servers:
        environment = dict(os.environ) | {"PYTHONUNBUFFERED": "1"}
        if not environment.get("DATABASE_URL"):
            environment["DATABASE_URL"] = servers.enter_context(postgres(data_dir, keep=True))
        if not environment.get("REDIS_URL"):
            environment["REDIS_URL"] = servers.enter_context(redis_server(data_dir))
        _migrate(environment)
        lines = read_procfile(root / "Procfile")
        commands = {"web": lines["web"]}
        commands |= {f"worker.{number}": lines["worker"] for number in range(1, workers + 1)}
        commands |= {"beat": lines["beat"]}
        environment[LISTENER] = str(listener.fileno())
        Supervisor(commands, environment, [listener.fileno()]).run()


def _exit(number: int, frame: FrameType | None) -> None:
    """Leave through all `finally` blocks, which stop the private servers."""
    sys.exit(128 + number)


def _migrate(environment: dict[str, str]) -> None:
    command = [sys.executable, sys.argv[0], "migrate", "--no-input", "--skip-checks", "--verbosity", "0"]
    if subprocess.run(command, env=environment, check=False).returncode:  # noqa: S603  words of our own
        raise MigrationError("The database could not be brought up to date; the log above tells why.")
