"""Nobody enters private servers without the folder's password, and the product's role there owns its tables alone."""

import os
import stat
import subprocess
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg
import pytest
import redis

from tests.doubles.scaled_server import ScaledServer
from tests.runtime import PYTHON, ROOT
from workflow_editor.scaled import private_servers
from workflow_editor.scaled.private_access import SERVER_USER, PrivateAccess, database_folder, free_port, keep_access
from workflow_editor.scaled.private_servers import postgres_server, redis_private, running

DEEP = "a-folder-with-a-name-that-is-longer-than-a-socket-may-have/" * 2
"""Both servers listen on loopback ports in it."""


@pytest.fixture(params=["", DEEP], ids=["sockets", "ports"])
def folder(request: pytest.FixtureRequest) -> Any:
    with TemporaryDirectory(prefix="flowloom-private-") as name:
        found = Path(name, request.param)
        found.mkdir(parents=True, exist_ok=True)
        for place in (found, *found.parents):
            if place.is_relative_to(name):
                place.chmod(0o711)
        yield found


def refused(access: PrivateAccess, folder: Path, **changed: Any) -> str:
    with pytest.raises(psycopg.OperationalError) as caught:
        psycopg.connect(access.postgres_url(folder), **changed).close()
    return str(caught.value)


def test_nobody_enters_without_the_password(folder: Path) -> None:
    access = keep_access(folder)
    assert stat.S_IMODE((folder / "private_servers.json").stat().st_mode) == 0o600
    with ExitStack() as stack:
        url = stack.enter_context(running(postgres_server(folder, access, keep=True)))
        redis_url = stack.enter_context(running(redis_private(folder, access)))
        assert (url, redis_url) == (access.postgres_url(folder), access.redis_url(folder))
        assert "password authentication failed" in refused(access, folder, password="guessed")
        # The roles that could do more have no password at all.
        for role in ("flowloom", "postgres", "root"):
            assert "password authentication failed" in refused(access, folder, user=role)
        with psycopg.connect(url) as connection:
            asked = (
                "SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication FROM pg_roles WHERE rolname = current_user"
            )
            assert connection.execute(asked).fetchone() == (False, False, False, False)
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute("SELECT pg_read_file('/etc/passwd')")
        with redis.Redis.from_url(redis_url) as client:
            assert client.ping()
        with (
            redis.Redis.from_url(redis_url.replace(access.password, "guessed")) as guesser,
            pytest.raises(redis.AuthenticationError),
        ):
            guesser.ping()
        # A password in the arguments of a process is everybody's.
        listed = subprocess.run(["ps", "-eww", "-o", "args"], capture_output=True, text=True, check=True).stdout
        assert access.password not in listed
        assert stat.S_IMODE((folder / "redis.conf").stat().st_mode) == 0o600


def test_the_password_stays_and_a_lost_one_is_made_again(folder: Path) -> None:
    access = keep_access(folder)
    with running(postgres_server(folder, access, keep=True)) as url, psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE kept (id int)")
    assert keep_access(folder) == access
    (folder / "private_servers.json").unlink()
    changed = keep_access(folder)
    assert changed.password != access.password
    with running(postgres_server(folder, changed, keep=True)) as url, psycopg.connect(url) as connection:
        assert connection.execute("SELECT * FROM kept").fetchall() == []
        assert "password authentication failed" in refused(changed, folder, password=access.password)


def as_earlier_versions(folder: Path) -> None:
    """Make the database as versions did that trusted everybody, with an account."""
    owner = SERVER_USER if os.getuid() == 0 else None
    data, port = private_servers._data_folder(folder, owner), free_port()
    binaries = {name: private_servers._postgres_binary(name) for name in ("initdb", "pg_ctl")}
    private_servers._run(
        [binaries["initdb"], "-D", str(data), "-U", "flowloom", "--auth=trust", "--encoding=UTF8"], owner
    )
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories="
    log = str(data / "log")
    private_servers._run([binaries["pg_ctl"], "-D", str(data), "-w", "-l", log, "-o", options, "start"], owner)
    environment = {
        **os.environ,
        "DATA_DIR": str(folder),
        "DATABASE_URL": f"postgresql://flowloom@127.0.0.1:{port}/postgres",
        "DJANGO_SETTINGS_MODULE": "workflow_editor.settings.production",
        "DJANGO_SUPERUSER_PASSWORD": "correct-horse-battery",
    }
    account = ["createsuperuser", "--no-input", "--username", "old", "--email", "a@b.example"]
    for words in (["migrate", "-v", "0"], account):
        subprocess.run([PYTHON, "manage.py", *words], cwd=ROOT, env=environment, check=True, capture_output=True)
    private_servers._run([binaries["pg_ctl"], "-D", str(data), "-w", "-m", "fast", "stop"], owner)
    (folder / "postgres.log").touch()


@pytest.mark.exhaustive
def test_a_folder_that_trusted_everybody_is_moved_over_at_the_start() -> None:
    with TemporaryDirectory(prefix="flowloom-trusting-") as name:
        folder = Path(name)
        as_earlier_versions(folder)
        server = ScaledServer(folder, WORKERS="1")
        # Somebody has an account, so no link is printed.
        server.token = "none"
        server.start()
        try:
            url = server.url("DATABASE_URL")
            with psycopg.connect(url) as connection:
                assert connection.execute("SELECT username FROM auth_user").fetchall() == [("old",)]
                owners = "SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'public'"
                assert connection.execute(owners).fetchall() == [("flowloom_app",)]
                sequences = "SELECT DISTINCT sequenceowner FROM pg_sequences WHERE schemaname = 'public'"
                assert connection.execute(sequences).fetchall() == [("flowloom_app",)]
            data = database_folder(folder)
            assert "trust" not in (data / "pg_hba.conf").read_text()
            with pytest.raises(psycopg.OperationalError, match="password"):
                psycopg.connect(host=str(data), user="flowloom", dbname="postgres").close()
        finally:
            server.stop()
