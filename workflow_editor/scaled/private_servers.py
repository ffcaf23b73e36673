"""A PostgreSQL and a Redis of our own, for one machine without any. Knows nothing of Django."""

import os
import shutil
import signal
import stat
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from time import monotonic, sleep

import redis

from workflow_editor.scaled.private_access import (
    DATABASE,
    ROLE,
    SERVER_USER,
    PrivateAccess,
    database_folder,
    free_port,
    new_access,
    postgres_socket_folder,
    redis_socket,
)
from workflow_editor.scaled.programs import Program, RunningProgram, tail_of

START_TIMEOUT_S = 30
_STOPS_WITHIN_S = 30

# Each worker thread, request thread and background thread keeps a connection.
_MAX_CONNECTIONS = 400
_ADMIN = "flowloom"
"""The role that the database is made by, and that earlier versions worked as; nobody signs in as it any more."""
_SECURED = """
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '{role}') THEN CREATE ROLE {role}; END IF;
END $$;

ALTER ROLE {role} LOGIN {rights} PASSWORD '{password}';

ALTER ROLE {admin} NOLOGIN PASSWORD NULL;

ALTER DATABASE {database} OWNER TO {role};

ALTER SCHEMA public OWNER TO {role};

DO $$ DECLARE found record; BEGIN
  FOR found IN
    SELECT oid::regclass AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
  LOOP EXECUTE format('ALTER TABLE %s OWNER TO {role}', found.name); END LOOP;
END $$;

"""
"""A blank line ends each statement. Sequences go with their tables."""
_RULES = "# {name}\nlocal all all scram-sha-256\nhost all all 127.0.0.1/32 scram-sha-256\n"
_THROW_AWAY = ("-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off")


class PrivateServerError(Exception):
    """A server is not installed or did not start."""


@dataclass(frozen=True, slots=True)
class PrivateServer:
    """Start command, address and health check of a server."""

    program: Program
    url: str
    answers: Callable[[], bool]

    def failure(self) -> PrivateServerError:
        """Return the error of a server that does not answer in time."""
        tail = tail_of(self.program.log) if self.program.log else ""
        return PrivateServerError(
            f"{self.program.name} does not answer after {START_TIMEOUT_S} s. Its log ends with:\n\n{tail}\n"
        )


@contextmanager
def postgres(folder: Path, *, keep: bool = False) -> Iterator[str]:
    """Run what `postgres_server` prepares, and yield its URL."""
    with running(postgres_server(folder, keep=keep)) as url:
        yield url


@contextmanager
def redis_server(folder: Path, *, port: int = 0) -> Iterator[str]:
    """Run what `redis_private` prepares, and yield its URL."""
    with running(redis_private(folder, port=port)) as url:
        yield url


@contextmanager
def running(server: PrivateServer) -> Iterator[str]:
    """Run a server, and yield its URL once it answers."""
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


def postgres_server(folder: Path, access: PrivateAccess | None = None, *, keep: bool = False) -> PrivateServer:
    """Prepare PostgreSQL, as root under the user `postgres`, since it refuses root. Everybody needs the password.

    A server of a folder listens on a socket there if possible, and the product's role owns only its tables; any other
    listens on a free loopback port with an all-powerful role.

    Args:
        folder: gets the folder `postgres` with the database; if that user cannot reach it, the database is in the
            user's
            home under a derived name. The log is beside it.
        access: of a folder's server.
        keep: durable writes and orderly stop, for data worth keeping.
    Raises:
        PrivateServerError: PostgreSQL is not installed, or its database cannot be made.
    """
    owner = SERVER_USER if os.getuid() == 0 else None
    data = _data_folder(folder, owner)
    sockets = postgres_socket_folder(folder) if access else None
    is_admin, access = access is None, access or new_access()
    if not (data / "PG_VERSION").exists():
        options = ["-U", _ADMIN, "--auth=reject", "--encoding=UTF8", *([] if keep else ["--no-sync"])]
        _run([_postgres_binary("initdb"), "-D", str(data), *options], owner)
    if (data / "postmaster.pid").exists():
        # Left by a supervisor that was killed; the caller makes sure that there is only one.
        with suppress(PrivateServerError):
            _run([_postgres_binary("pg_ctl"), "-D", str(data), "-w", "-s", "-m", "fast", "stop"], owner)
    _secure(data, access.password, owner, is_admin=is_admin)
    if sockets is None:
        url = f"postgresql://{ROLE}:{access.password}@127.0.0.1:{access.postgres_port}/{DATABASE}"
        listens = [
            "-p",
            str(access.postgres_port),
            "-c",
            "listen_addresses=127.0.0.1",
            "-c",
            "unix_socket_directories=",
        ]
    else:
        url = access.postgres_url(folder)
        listens = ["-c", "listen_addresses=", "-c", f"unix_socket_directories={sockets}"]
    settings = [*listens, "-c", f"max_connections={_MAX_CONNECTIONS}", *(() if keep else _THROW_AWAY)]
    program = Program(
        "postgres",
        (_postgres_binary("postgres"), "-D", str(data), *settings),
        user=owner,
        # "Fast" and "immediate": it does not wait for those who are connected.
        stop_signal=signal.SIGINT if keep else signal.SIGQUIT,
        log=folder / "postgres.log",
        keeps_trying=True,
    )
    return PrivateServer(program, url, lambda: postgres_answers(url))


def redis_private(folder: Path, access: PrivateAccess | None = None, *, port: int = 0) -> PrivateServer:
    """Prepare Redis without persistence, since it only carries notifications; its log is in the folder.

    A folder's server (`access`) requires the password and uses a socket if possible; any other listens on `port`, 0 for
    a free one. Raises PrivateServerError if Redis is not installed.
    """
    words = {"dir": str(folder), "save": "", "appendonly": "no", "bind": "127.0.0.1"}
    if access is None:
        words["port"] = str(port or free_port())
        url = f"redis://127.0.0.1:{words['port']}/0"
    else:
        url = access.redis_url(folder)
        words |= {"requirepass": access.password, "port": str(access.redis_port)}
        if (place := redis_socket(folder)) is not None:
            words |= {"port": "0", "unixsocket": str(place), "unixsocketperm": "700"}
    settings = folder / "redis.conf"
    # A file, since everybody on the machine reads the arguments of a process.
    with open(os.open(settings, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.writelines(f"{name} {_quoted(value)}\n" for name, value in words.items())
    program = Program("redis", (_binary("redis-server"), str(settings)), log=folder / "redis.log", keeps_trying=True)
    return PrivateServer(program, url, lambda: _redis_answers(url))


def _quoted(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _data_folder(folder: Path, owner: str | None) -> Path:
    """Make the database's folder for the user that is to own it, None for ourselves."""
    if owner is not None:
        # The user must be able to pass through, but need not list what lies there.
        folder.chmod(folder.stat().st_mode | stat.S_IXGRP | stat.S_IXOTH)
    try:
        data = database_folder(folder)
    except KeyError:
        raise PrivateServerError(f"PostgreSQL does not run as root, and there is no user {owner}.") from None
    data.mkdir(exist_ok=True, mode=0o700)
    if owner is not None:
        shutil.chown(data, owner)
    return data


def _secure(data: Path, password: str, owner: str | None, *, is_admin: bool) -> None:
    """Set the product role's password and ownership of earlier tables, and require passwords of everybody.

    PostgreSQL runs the statements itself, as owner of the files, without a server. Skipped if already done with the
    same password.
    """
    # The name of the password, not itself: the file is of the user PostgreSQL runs as.
    entry = _RULES.format(name=sha256(password.encode()).hexdigest())
    rules = data / "pg_hba.conf"
    if rules.read_text() == entry:
        return
    rights = "SUPERUSER" if is_admin else "NOSUPERUSER NOCREATEROLE NOCREATEDB"
    statements = _SECURED.format(role=ROLE, database=DATABASE, admin=_ADMIN, rights=rights, password=password)
    single = [_postgres_binary("postgres"), "--single", "-j", "-D", str(data), "-c", "exit_on_error=on", DATABASE]
    _run(single, owner, statements)
    rules.write_text(entry)


def _run(command: list[str], user: str | None, text: str = "") -> None:
    answer = subprocess.run(  # noqa: S603  our own words
        command,
        check=False,
        user=user,
        cwd="/",
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        input=text,
        text=True,
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


def postgres_answers(url: str) -> bool:
    # Imported late: where the database is somebody else's, nobody here asks it.
    import psycopg

    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.Error:
        return False
    return True


def _redis_answers(url: str) -> bool:
    with redis.Redis.from_url(url, socket_timeout=1) as client:
        try:
            return bool(client.ping())
        except redis.RedisError:
            return False
