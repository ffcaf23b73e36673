"""Management commands of a folder with private servers: each meets the folder's database, running or at rest."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.doubles.embedded_server import EmbeddedServer, migrated_folder
from tests.doubles.scaled_server import ScaledServer, scaled_server
from tests.runtime import PYTHON, ROOT
from workflow_editor.scaled.private_access import kept_access
from workflow_editor.scaled.private_servers import postgres_answers
from workflow_editor.serving.data_lock import lock_data_folder, note_database

MEET = {
    "account_unsetmultipleprimaryemails": [],
    "changepassword": ["nobody"],
    "clean_secrets": [],
    "clearsessions": [],
    "createsuperuser": ["--no-input", "--username", "root", "--email", "root@example.com"],
    "dumpdata": ["auth.user"],
    "inspectdb": ["auth_user"],
    "migrate": ["--check"],
    "prune_runs": [],
    "reencrypt": [],
    "remove_factors": ["admin"],
    "remove_stale_contenttypes": ["--no-input"],
    "shell": ["-c", "from django.contrib.auth.models import User; User.objects.get(username='admin')"],
    "showmigrations": [],
    "sqlflush": [],
    "sqlmigrate": ["agents", "0001_initial"],
    "test_workflows": [],
    "verify_audit": [],
}
OTHERS = {
    "beat": "a process of the server",
    "check": "no database",
    "collectstatic": "no database",
    "compilemessages": "no database",
    "createcachetable": "no cache is in a table",
    "dbshell": "hands over to psql",
    "diffsettings": "no database",
    "findstatic": "no database",
    "flush": "deletes all rows",
    "generateschema": "no database",
    "loaddata": "needs a file; like dumpdata",
    "makemessages": "no database",
    "makemigrations": "writes code",
    "optimizemigration": "writes code",
    "prepare_database": "part of the build, SQLite only",
    "runserver": "not how the product is served",
    "runworker": "not how the product is served",
    "salvage": "SQLite only",
    "sendtestemail": "no database",
    "spectacular": "no database",
    "sqlsequencereset": "no database",
    "squashmigrations": "writes code",
    "startapp": "no database",
    "startproject": "no database",
    "test": "databases of its own",
    "testserver": "databases of its own",
    "up": "starts the servers",
    "verify_backup": "no database",
    "web": "a process of the server",
    "worker": "a process of the server",
}


@pytest.fixture(scope="module")
def server() -> Iterator[ScaledServer]:
    with scaled_server() as running:
        yield running


def run(server: EmbeddedServer, *words: str, typed: str = "") -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [PYTHON, *words], cwd=ROOT, env=server.environment(), input=typed, capture_output=True, text=True, timeout=120
    )


def change_password(server: EmbeddedServer, password: str) -> None:
    ended = run(server, "manage.py", "changepassword", "admin", typed=f"{password}\n{password}\n")
    assert ended.returncode == 0, ended.stderr
    assert "changed successfully" in ended.stdout


def data_dir(server: EmbeddedServer) -> Path:
    return Path(server.environment()["DATA_DIR"])


@pytest.mark.exhaustive
def test_every_command_meets_the_private_database(server: ScaledServer) -> None:
    folder = data_dir(server)
    if server.process.poll() is not None:
        server.start()
    change_password(server, "warp-and-weft-99")
    server.stop()
    access = kept_access(folder)
    assert access is not None
    assert not postgres_answers(access.postgres_url(folder))
    backup = [str(folder / "flowloom.backup")]
    meet = {**MEET, "backup": backup, "restore": backup}
    ended = run(server, "-m", "tests.doubles.every_command", typed=json.dumps(meet))
    assert ended.returncode == 0, ended.stderr
    report = json.loads(ended.stdout)
    assert report["met"] == dict.fromkeys(meet, "postgresql")
    assert set(report["all"]) == meet.keys() | OTHERS.keys()
    # At rest again, and nothing beside it.
    assert not postgres_answers(access.postgres_url(folder))
    assert not list(folder.glob("*.sqlite3*"))


@pytest.mark.exhaustive
def test_two_commands_share_a_database_that_rests(server: ScaledServer) -> None:
    if server.process.poll() is None:
        server.stop()
    script = "input(); from django.db import connection; connection.cursor(); print('met'); input()"
    words = [PYTHON, "manage.py", "shell", "-v", "0", "-c", script]
    both = [
        subprocess.Popen(
            words, cwd=ROOT, env=server.environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]
    first, second = both
    for process in both:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("\n")
        process.stdin.flush()
        assert process.stdout.readline() == "met\n"
    # The one that started it waits for the other.
    assert first.stdin is not None
    first.stdin.write("\n")
    first.stdin.flush()
    assert second.communicate("\n", timeout=60)[0] == ""
    first.communicate(timeout=60)
    assert [process.returncode for process in both] == [0, 0]


@pytest.mark.parametrize(
    ("noted", "sentence"),
    [("", "holds no database"), ("url", "set DATABASE_URL (and REDIS_URL) as it has them")],
)
@pytest.mark.everyday_rows(1)
def test_a_folder_without_its_database_is_named_in_one_sentence(tmp_path: Path, noted: str, sentence: str) -> None:
    (tmp_path / "server.lock").write_text(noted)
    ended = run(EmbeddedServer(tmp_path), "manage.py", "changepassword", "admin")
    assert ended.returncode == 1
    assert sentence in ended.stderr
    assert "Traceback" not in ended.stderr
    assert not list(tmp_path.glob("*.sqlite3*"))


@pytest.mark.exhaustive
def test_of_two_databases_the_last_one_used_counts(tmp_path: Path) -> None:
    migrated_folder(tmp_path)
    (tmp_path / "postgres.log").touch()
    server = EmbeddedServer(tmp_path)
    ended = run(server, "manage.py", "verify_audit")
    assert "holds two databases" in ended.stderr
    assert ended.returncode == 1
    note_database(lock_data_folder(tmp_path), "sqlite")
    assert run(server, "manage.py", "verify_audit").returncode == 0
