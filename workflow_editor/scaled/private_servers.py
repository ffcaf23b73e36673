"""A PostgreSQL and a Redis of our own on free loopback ports, for one machine without any. Knows nothing of Django."""

import os
import pwd
import shutil
import signal
import socket
import stat
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from time import monotonic, sleep

import redis

from workflow_editor.scaled.programs import Program, RunningProgram, tail_of

START_TIMEOUT_S = 30
_STOPS_WITHIN_S = 30

# Each worker thread, request thread and background thread keeps a connection.
_MAX_CONNECTIONS = 400
_THROW_AWAY = ("-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off")


class PrivateServerError(Exception):
    """A server is not installed or did not start."""


@dataclass(frozen=True, slots=True)
class PrivateServer:
    """How it is started, where it is reached, and whether it answers now."""

    program: Program
    url: str
    answers: Callable[[], bool]

    def failure(self) -> PrivateServerError:
        """Return the error of a server that does not answer in time."""
        tail = tail_of(self.program.log) if self.program.log else ""
        return PrivateServerError(
            f"{self.program.name} does not answer after {START_TIMEOUT_S} s. Its log ends with:\n\n{tail}\n"
        )


def free_port() -> int:
    """Return a TCP port of the loopback address that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@contextmanager
def postgres(folder: Path, *, keep: bool = False) -> Iterator[str]:
    """Run what `postgres_server` prepares, and yield its URL."""
    with _running(postgres_server(folder, keep=keep)) as url:
        yield url


@contextmanager
def redis_server(folder: Path, *, port: int = 0) -> Iterator[str]:
    """Run what `redis_private` prepares, and yield its URL."""
    with _running(redis_private(folder, port=port)) as url:
        yield url


@contextmanager
def _running(server: PrivateServer) -> Iterator[str]:
    life = RunningProgram(server.program)
    try:
        deadline = monotonic() + START_TIMEOUT_S
        while not server.answers():
            if life.process.poll() is not None or monotonic() > deadline:
                raise server.failure()
            sleep(0.02)
        yield server.url
    finally:
        life.ask_to_stop()
        life.stop(within_s=_STOPS_WITHIN_S)


def postgres_server(folder: Path, *, keep: bool = False) -> PrivateServer:
    """Prepare PostgreSQL; as root it runs as the user `postgres`, since it refuses root.

    Args:
        folder: gets the folder `postgres` with the database, made when missing; where that user cannot reach it, the
            database lies in the user's own home under a name made from the folder's. The log is beside it.
        keep: the database is worth keeping: writes reach the disk, and the server stops in order.
    Raises:
        PrivateServerError: PostgreSQL is not installed, or its database cannot be made.
    """
    owner = "postgres" if os.getuid() == 0 else None
    data = _data_folder(folder, owner)
    if not (data / "PG_VERSION").exists():
        options = ["-U", "flowloom", "--auth=trust", "--encoding=UTF8", *([] if keep else ["--no-sync"])]
        _run([_postgres_binary("initdb"), "-D", str(data), *options], owner)
    if (data / "postmaster.pid").exists():
        # Left by a supervisor that was killed; the caller makes sure that there is only one.
        with suppress(PrivateServerError):
            _run([_postgres_binary("pg_ctl"), "-D", str(data), "-w", "-s", "-m", "fast", "stop"], owner)
    port = free_port()
    settings = [
        *("-p", str(port), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="),
        *("-c", f"max_connections={_MAX_CONNECTIONS}", *(() if keep else _THROW_AWAY)),
    ]
    url = f"postgresql://flowloom@127.0.0.1:{port}/postgres"
    program = Program(
        "postgres",
        (_postgres_binary("postgres"), "-D", str(data), *settings),
        user=owner,
        # "Fast" and "immediate": it does not wait for those who are connected.
        stop_signal=signal.SIGINT if keep else signal.SIGQUIT,
        log=folder / "postgres.log",
        keeps_trying=True,
    )
    return PrivateServer(program, url, lambda: _postgres_answers(url))


def redis_private(folder: Path, *, port: int = 0) -> PrivateServer:
    """Prepare Redis; it keeps nothing, since it only carries notifications.

    Args:
        folder: gets its log.
        port: where it listens; 0 takes a free one.
    Raises:
        PrivateServerError: Redis is not installed.
    """
    port = port or free_port()
    words = ("--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder), "--save", "", "--appendonly", "no")
    program = Program("redis", (_binary("redis-server"), *words), log=folder / "redis.log", keeps_trying=True)
    return PrivateServer(program, f"redis://127.0.0.1:{port}/0", lambda: _redis_answers(port))


def _data_folder(folder: Path, owner: str | None) -> Path:
    """Make the database's folder for the user that is to own it, None for ourselves."""
    data = folder / "postgres"
    if owner is not None:
        try:
            home = Path(pwd.getpwnam(owner).pw_dir)
        except KeyError:
            raise PrivateServerError(f"PostgreSQL does not run as root, and there is no user {owner}.") from None
        # The user must be able to pass through, but need not list what lies there.
        folder.chmod(folder.stat().st_mode | stat.S_IXGRP | stat.S_IXOTH)
        if not all(parent.stat().st_mode & stat.S_IXOTH for parent in folder.resolve().parents):
            data = home / f"flowloom-{sha256(bytes(folder.resolve())).hexdigest()[:12]}"
    data.mkdir(exist_ok=True, mode=0o700)
    if owner is not None:
        shutil.chown(data, owner)
    return data


def _run(command: list[str], user: str | None) -> None:
    answer = subprocess.run(  # noqa: S603  our own words
        command, check=False, user=user, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    if answer.returncode:
        raise PrivateServerError(f"{Path(command[0]).name} ended with {answer.returncode}: {answer.stderr.strip()}")


def _postgres_binary(name: str) -> str:
    installed = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return str(installed[-1]) if installed else _binary(name)


def _binary(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise PrivateServerError(f"{name} is missing: run `make services`, or give DATABASE_URL and REDIS_URL.")
    return found


def _postgres_answers(url: str) -> bool:
    # Imported late: where the database is somebody else's, nobody here asks it.
    import psycopg

    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.Error:
        return False
    return True


def _redis_answers(port: int) -> bool:
    with redis.Redis(port=port, socket_timeout=1) as client:
        try:
            return bool(client.ping())
        except redis.RedisError:
            return False
