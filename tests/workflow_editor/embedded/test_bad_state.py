"""A start with unfit data ends with one sentence, and leaves everything as it was."""

import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx2
import pytest
from cryptography.fernet import Fernet

from tests.doubles.embedded_server import STARTS_WITHIN_S, EmbeddedServer, migrated_folder
from tests.factories.run_documents import ask, chain, text
from tests.polling import wait_until

DATABASE = "flowloom.sqlite3"


def execute(folder: Path, statement: str) -> None:
    with closing(sqlite3.connect(folder / DATABASE)) as database, database:
        database.execute(statement)


def made_by_a_newer_version(folder: Path) -> None:
    migrated_folder(folder)
    execute(folder, "PRAGMA journal_mode = WAL")
    execute(folder, "INSERT INTO django_migrations (app, name, applied) VALUES ('tools', '9999_future', '2030-01-01')")


def no_database_at_all(folder: Path) -> None:
    (folder / DATABASE).write_bytes(b"half of a backup" * 1000)


def made_by_a_version_long_gone(folder: Path) -> None:
    """It has a migration that this version has dropped, and lacks those that took its place."""
    migrated_folder(folder)
    execute(folder, "PRAGMA journal_mode = WAL")
    execute(folder, "DELETE FROM django_migrations WHERE app = 'tools'")
    execute(folder, "INSERT INTO django_migrations (app, name, applied) VALUES ('tools', '0001_first', '2020-01-01')")


def a_damaged_page(folder: Path) -> None:
    migrated_folder(folder)
    execute(folder, "PRAGMA journal_mode = WAL")
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        asked = "SELECT rootpage FROM sqlite_master WHERE name = 'workflow_editor_runevent'"
        (page,), (size,) = database.execute(asked).fetchone(), database.execute("PRAGMA page_size").fetchone()
    with (folder / DATABASE).open("r+b") as file:
        # A table that no start reads.
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)


def empty_key(folder: Path) -> None:
    migrated_folder(folder)
    (folder / "secret_key").touch()


NEWER = "The database was made by a newer version of Flowloom: it has tools.9999_future"


@pytest.mark.parametrize(
    ("command", "prepare", "sentence"),
    [
        ("up", made_by_a_newer_version, NEWER),
        ("migrate", made_by_a_newer_version, NEWER),
        (
            "up",
            made_by_a_version_long_gone,
            "is older than this version of Flowloom can upgrade: it has tools",
        ),
        ("migrate", made_by_a_version_long_gone, "is older than this version of Flowloom can upgrade"),
        ("up", no_database_at_all, f"{DATABASE} is damaged: fill it from your last backup with `manage.py restore"),
        ("up", a_damaged_page, "copy what can still be read with `manage.py salvage PATH`"),
        ("up", empty_key, "secret_key is empty. Restore it from a backup"),
    ],
)
@pytest.mark.everyday_rows(1)
def test_a_data_folder(tmp_path: Path, command: str, prepare: Callable[[Path], None], sentence: str) -> None:
    prepare(tmp_path)
    before = contents(tmp_path)
    output = fails(EmbeddedServer(tmp_path), command)
    assert sentence in output
    assert contents(tmp_path).items() >= before.items()


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"PORT": "many"}, "PORT must be a whole number, not 'many'"),
        ({"PORT": "70000"}, "There is no port 70000: choose one from 1 to 65535"),
        ({"HOST": "no such host"}, "Cannot listen on no such host port 0"),
        ({"DATA_DIR": "/dev/null/data"}, "DATA_DIR /dev/null/data cannot be created: Not a directory"),
        ({"HISTORY_DAYS": "-1"}, "HISTORY_DAYS must be at least 0, not -1"),
        ({"DATABASE_URL": "mysql://localhost/x"}, "DATABASE_URL must start with postgresql://"),
        ({"DATABASE_URL": "postgresql://127.0.0.1:1/x"}, "cannot be used: connection failed"),
    ],
)
@pytest.mark.everyday_rows(1)
def test_a_setting(tmp_path: Path, environment: dict[str, str], sentence: str) -> None:
    assert sentence in fails(EmbeddedServer(tmp_path, **environment), "up")


def fails(server: EmbeddedServer, command: str) -> str:
    server.command = (command,)
    with server.spawn() as process:
        try:
            output, _ = process.communicate(timeout=STARTS_WITHIN_S)
        finally:
            # One that starts although it must not would go on for ever.
            process.kill()
    assert process.returncode == 1, output
    assert "Traceback" not in output
    return output


def contents(folder: Path) -> dict[str, str]:
    return {file.name: sha256(file.read_bytes()).hexdigest() for file in folder.iterdir() if file.is_file()}


@pytest.mark.exhaustive
def test_credentials_of_another_installation_are_named_at_the_start(tmp_path: Path) -> None:
    server = EmbeddedServer(migrated_folder(tmp_path))
    server.start()
    server.set_up()
    provider = {"name": "Mine", "preset": "custom-openai", "base_url": "http://127.0.0.1:9/v1", "api_key": "secret"}
    server.request("POST", "/api/providers/", {**provider, "models": ["m"], "default_model": "m"})
    server.stop()
    (tmp_path / "credential_key").write_bytes(Fernet.generate_key())
    server.start()
    try:
        assert any("The stored credentials cannot be read" in line for line in server.lines)
    finally:
        server.stop()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of six megabytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", str(folder)], capture_output=True, text=True, check=False
    )
    if mount.returncode:
        pytest.skip(f"this user may not make a small disk: {mount.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(folder: Path) -> Path:
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(b"x" * 4096):
            pass
    return filler


def status_of(server: EmbeddedServer, method: str, path: str, body: object) -> int:
    headers = {"Authorization": f"Bearer {server.token}"}
    return httpx2.request(
        method, f"{server.address}{path}", json=body, headers=headers, trust_env=False, timeout=60
    ).status_code


def finished(server: EmbeddedServer, run: str) -> dict[str, Any] | None:
    now: dict[str, Any] = server.request("GET", f"/api/runs/{run}/")
    return now if now["finished_at"] else None


@pytest.mark.exhaustive
def test_a_full_disk_refuses_what_is_new_and_the_run_goes_on_when_there_is_space(small_disk: Path) -> None:
    server = EmbeddedServer(migrated_folder(small_disk))
    server.start()
    try:
        server.set_up()
        document = chain(ask("slow", {"text": "x " * 200, "delayMs": 1000}), text("long", "y" * 5_000))
        workflow = server.request("POST", "/api/workflows/", {"name": "Test", "document": document})
        runs = f"/api/workflows/{workflow['id']}/runs/"
        run = server.request("POST", runs, {"inputs": {}})
        filler = fill(small_disk)
        wait_until(lambda: status_of(server, "POST", runs, {"inputs": {}}) == 507)
        assert status_of(server, "GET", f"/api/runs/{run['id']}/", None) == 200
        # The model has answered by then, and its answer could not be stored.
        wait_until(lambda: any("A transaction was cut off" in line for line in server.output()))
        assert finished(server, run["id"]) is None
        filler.unlink()
        ended = wait_until(lambda: finished(server, run["id"]))
        assert ended["status"] == "succeeded", ended["error"]
    finally:
        server.stop()


def test_a_start_on_a_full_disk_ends_with_a_sentence(small_disk: Path) -> None:
    fill(small_disk)
    assert "No space left on device" in fails(EmbeddedServer(small_disk), "up")
