"""A first start copies the prepared database, if it is one of this version's migrations and nothing is in its place."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.database import migrated
from workflow_editor.adapters.database.prepared import database_copy

FILLED = {
    "auth_permission",
    "django_content_type",
    "django_migrations",
    "knowledge_chunk_words_config",
    "knowledge_chunk_words_data",
    "sqlite_sequence",
}
"""Tables with rows: names of models and migrations, and the frame of the index of words."""


def rows(file: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as database:
        return database.execute(sql).fetchall()


def test_it_holds_tables_and_nothing_of_anybody() -> None:
    file = migrated.sqlite_file()
    tables = [str(name) for (name,) in rows(file, "SELECT name FROM sqlite_master WHERE type = 'table'")]
    filled = {name for name in tables if rows(file, f'SELECT 1 FROM "{name}" LIMIT 1')}  # noqa: S608  own names
    assert filled == FILLED


def test_a_new_database_is_a_copy(tmp_path: Path) -> None:
    target = tmp_path / "flowloom.sqlite3"
    assert database_copy(target, migrated.sqlite_file())
    assert target.read_bytes() == migrated.sqlite_file().read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == [target.name]


@pytest.mark.parametrize("end", ["", "-wal", "-shm", "-journal"])
def test_what_is_in_its_place_is_left_alone(tmp_path: Path, end: str) -> None:
    there = tmp_path / f"flowloom.sqlite3{end}"
    there.write_bytes(b"mine")
    assert not database_copy(tmp_path / "flowloom.sqlite3", migrated.sqlite_file())
    assert [(path, path.read_bytes()) for path in tmp_path.iterdir()] == [(there, b"mine")]


@pytest.mark.parametrize(
    "change",
    [
        "INSERT INTO django_migrations (app, name, applied) VALUES ('tools', '9999_later', '')",
        "DELETE FROM django_migrations WHERE id = (SELECT max(id) FROM django_migrations)",
    ],
)
def test_one_of_another_version_is_not_copied(tmp_path: Path, change: str) -> None:
    prepared = tmp_path / "prepared.sqlite3"
    prepared.write_bytes(migrated.sqlite_file().read_bytes())
    with closing(sqlite3.connect(prepared)) as database:
        database.execute(change)
        database.commit()
    assert not database_copy(tmp_path / "flowloom.sqlite3", prepared)


def test_without_one_nothing_is_copied(tmp_path: Path) -> None:
    assert not database_copy(tmp_path / "flowloom.sqlite3", tmp_path / "missing.sqlite3")
