"""A PostgreSQL and a Redis of our own on free loopback ports, for one machine without any. Knows nothing of Django."""

import os
import pwd
import shutil
import socket
import stat
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from time import monotonic, sleep

import redis

START_TIMEOUT_S = 30

# Each worker thread, request thread and background thread keeps a connection.
_MAX_CONNECTIONS = 400
_THROW_AWAY = ("-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off")


class PrivateServerError(Exception):
    """A server is not installed or did not start."""


def free_port() -> int:
    """Return a TCP port of the loopback address that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@contextmanager
def postgres(folder: Path, *, keep: bool = False) -> Iterator[str]:
    """Run PostgreSQL and yield its URL; as root it runs as the user `postgres`, since initdb refuses root.

    Args:
        folder: gets the folder `postgres` with the database, made when missing; where that user cannot reach it, the
            database lies in the user's own home under a name made from the folder's.
        keep: the database is worth keeping: writes reach the disk, and the server stops in order.
    Raises:
        PrivateServerError: PostgreSQL is not installed, or did not start.
    """
    owner = "postgres" if os.getuid() == 0 else None
    data = _data_folder(folder, owner)
    if not (data / "PG_VERSION").exists():
        options = ["-U", "flowloom", "--auth=trust", "--encoding=UTF8", *([] if keep else ["--no-sync"])]
        _run([_postgres_binary("initdb"), "-D", str(data), *options], owner)
    control = [_postgres_binary("pg_ctl"), "-D", str(data), "-w", "-t", str(START_TIMEOUT_S), "-s"]
    if (data / "postmaster.pid").exists():
        # Left by a supervisor that was killed; the caller makes sure that there is only one.
        with suppress(PrivateServerError):
            _run([*control, "-m", "fast", "stop"], owner)
    port = free_port()
    settings = [
        *("-p", str(port), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=''"),
        *("-c", f"max_connections={_MAX_CONNECTIONS}", *(() if keep else _THROW_AWAY)),
    ]
    _run([*control, "-o", " ".join(settings), "-l", str(data / "log"), "start"], owner)
    try:
        yield f"postgresql://flowloom@127.0.0.1:{port}/postgres"
    finally:
        _run([*control, "-m", "fast" if keep else "immediate", "stop"], owner)


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
    try:
        subprocess.run(command, check=True, user=user, cwd="/", stdout=subprocess.DEVNULL)  # noqa: S603  our own words
    except subprocess.CalledProcessError as error:
        raise PrivateServerError(f"{Path(command[0]).name} ended with {error.returncode}.") from None


def _postgres_binary(name: str) -> str:
    installed = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return str(installed[-1]) if installed else _binary(name)


def _binary(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise PrivateServerError(f"{name} is missing: run `make services`, or give DATABASE_URL and REDIS_URL.")
    return found


@contextmanager
def redis_server(folder: Path, *, port: int = 0) -> Iterator[str]:
    """Run Redis and yield its URL; it keeps nothing, since it only carries doorbells.

    Args:
        port: where it listens; 0 takes a free port.
    Raises:
        PrivateServerError: Redis is not installed, or did not start.
    """
    port = port or free_port()
    command = [_binary("redis-server"), "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    with (
        (folder / "redis.log").open("a") as log,
        # A session of its own: Ctrl-C in the terminal must not take it away before those that use it.
        subprocess.Popen(command, cwd=folder, stdout=log, start_new_session=True) as server,  # noqa: S603  our own words
    ):
        try:
            _wait_for_redis(port)
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            server.terminate()


def _wait_for_redis(port: int) -> None:
    deadline = monotonic() + START_TIMEOUT_S
    with redis.Redis(port=port, socket_timeout=1) as client:
        while monotonic() < deadline:
            with suppress(redis.RedisError):
                client.ping()
                return
            sleep(0.02)
    raise PrivateServerError(f"redis-server does not answer after {START_TIMEOUT_S} s.")
