"""The scaled mode on one machine: private servers where no URLs are given, then all processes of the Procfile."""

import os
import shlex
import socket
import sys
from collections.abc import Callable
from pathlib import Path

from workflow_editor.scaled.private_access import keep_access
from workflow_editor.scaled.private_servers import START_TIMEOUT_S, PrivateServer, postgres_server, redis_private
from workflow_editor.scaled.programs import Program, RunningProgram
from workflow_editor.scaled.supervisor import Supervisor
from workflow_editor.serving.listener import LISTENER


class MigrationError(Exception):
    """The database could not be brought up to date."""


def run_scaled(
    listener: socket.socket, root: Path, data_dir: Path, *, workers: int, on_migrated: Callable[[], None]
) -> None:
    """Run one web process, workers and beat until a signal.

    The listening socket stays open while the web process restarts. `root` has Procfile and manage.py, `data_dir` the
    private servers' files; `on_migrated` is called once all tables exist.
    Raises:
        PrivateServerError: a private server is needed but cannot run.
        MigrationError: the tables could not be made.
        ProgramFailedError: a process fails at its start, again and again.
    """
    environment = dict(os.environ) | {"PYTHONUNBUFFERED": "1", LISTENER: str(listener.fileno())}
    lines = _procfile(root)
    commands = {"web": lines["web"]}
    commands |= {f"worker.{number}": lines["worker"] for number in range(1, workers + 1)}
    commands |= {"beat": lines["beat"]}
    with Supervisor(width=max(map(len, commands))) as supervisor:
        if not (environment.get("DATABASE_URL") and environment.get("REDIS_URL")):
            access = keep_access(data_dir)
        if not environment.get("DATABASE_URL"):
            environment["DATABASE_URL"] = _kept(supervisor, postgres_server(data_dir, access, keep=True))
        if not environment.get("REDIS_URL"):
            environment["REDIS_URL"] = _kept(supervisor, redis_private(data_dir, access))
        _migrate(supervisor, root, environment)
        if not supervisor.stopping:
            on_migrated()
        for name, command in commands.items():
            if not supervisor.stopping:
                supervisor.keep(Program(name, command, environment, [listener.fileno()] if name == "web" else ()))
        supervisor.run()


def _kept(supervisor: Supervisor, server: PrivateServer) -> str:
    """Start a server, wait until it answers, and return its URL."""
    if not supervisor.stopping:
        supervisor.keep(server.program)
        if not supervisor.run(server.answers, within_s=START_TIMEOUT_S) and not supervisor.stopping:
            raise server.failure()
    return server.url


def _migrate(supervisor: Supervisor, root: Path, environment: dict[str, str]) -> None:
    if supervisor.stopping:
        return
    command = [sys.executable, str(root / "manage.py"), "migrate", "--no-input", "--skip-checks", "--verbosity", "0"]
    migration = RunningProgram(Program("migrate", command, environment))
    try:
        ended = supervisor.run(lambda: migration.process.poll() is not None)
    finally:
        if migration.process.poll() is None:
            migration.ask_to_stop()
            migration.stop(within_s=10)
    if ended and migration.process.returncode:
        raise MigrationError(f"The database could not be brought up to date:\n\n{migration.tail()}\n")


def _procfile(root: Path) -> dict[str, list[str]]:
    """Return the Procfile's commands by name, with this `python` and paths from the root, wherever the product was
    started.
    """
    places = {"python": sys.executable, "manage.py": str(root / "manage.py")}
    commands = {}
    for line in (root / "Procfile").read_text().splitlines():
        name, separator, command = line.partition(":")
        if separator and not name.startswith("#"):
            commands[name.strip()] = [places.get(word, word) for word in shlex.split(command)]
    return commands
