"""Making a backup beside a running server: rows of one state first, then the contents of files that they name."""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO

from django.apps import apps
from django.conf import settings
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from tools.adapters.cleaning import cleaning_paused
from tools.adapters.file_contents import content_open
from tools.models import FileBody
from workflow_editor.services.backups.archive import ArchiveWriter, Manifest, Table, new_archive
from workflow_editor.services.backups.rows import columns_of, parts_of, stored_models
from workflow_editor.services.backups.sealed_keys import SealedKeys, new_salt


@contextmanager
def snapshot() -> Iterator[BaseDatabaseWrapper]:
    """Yield a connection on which nothing changes: a copy of the file on SQLite, REPEATABLE READ on PostgreSQL."""
    with _of_postgresql() if connection.vendor == "postgresql" else _of_sqlite() as found:
        yield found


@contextmanager
def _of_postgresql() -> Iterator[BaseDatabaseWrapper]:
    from psycopg import IsolationLevel

    with closing(connection.copy()) as found:
        found.connect()
        found.set_autocommit(False)
        found.connection.isolation_level = IsolationLevel.REPEATABLE_READ
        found.connection.read_only = True
        with found.cursor() as cursor:
            # It rests while contents of files are written.
            cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        yield found


@contextmanager
def _of_sqlite() -> Iterator[BaseDatabaseWrapper]:
    descriptor, name = tempfile.mkstemp(dir=settings.FILE_UPLOAD_TEMP_DIR, prefix="backup-", suffix=".sqlite3")
    os.close(descriptor)
    try:
        connection.ensure_connection()
        # All pages in one step: one that waited between steps would begin again with each write of others.
        with closing(sqlite3.connect(name)) as copy:
            connection.connection.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
        with closing(connection.copy()) as found:
            found.settings_dict |= {"NAME": name, "OPTIONS": {}, "PREPARE": None}
            yield found
    finally:
        os.unlink(name)


KEY_FILES = ("credential_key", "secret_key")


def backup_create(path: Path, *, with_keys: bool, passphrase: str = "") -> Manifest:
    """Write a backup of the whole installation, and return its manifest.

    File deletion pauses meanwhile; contents missing in the storage are listed in the manifest. `with_keys` includes the
    keys of stored secrets and sessions, encrypted by a `passphrase` if there is one.
    Raises:
        FileExistsError: the name is taken.
        OSError: it cannot be written.
    """
    manifest = Manifest(timezone.now().isoformat(), connection.vendor, [], key_salt=new_salt() if passphrase else "")
    with cleaning_paused(), new_archive(path, manifest) as archive, tempfile.TemporaryFile("w+") as contents:
        with snapshot() as state:
            manifest.migrations = sorted(MigrationRecorder(state).applied_migrations())
            _write_rows(archive, state, contents)
        _write_contents(archive, contents)
        if with_keys:
            sealed = SealedKeys(passphrase, manifest.key_salt) if passphrase else None
            for name in KEY_FILES:
                key = Path(settings.DATA_DIR) / name
                if key.exists():
                    archive.key(name, sealed.seal(key.read_bytes()) if sealed else key.read_bytes())
    return manifest


def _write_rows(archive: ArchiveWriter, state: BaseDatabaseWrapper, contents: IO[str]) -> None:
    for model in stored_models(apps):
        name = model._meta.label_lower
        archive.manifest.tables[name] = Table(columns_of(model))
        for lines, count, rows in parts_of(state, model):
            archive.rows(name, lines, count)
            if model is FileBody:
                place = columns_of(model).index("hash")
                contents.writelines(f"{row[place]}\n" for row in rows)


def _write_contents(archive: ArchiveWriter, contents: IO[str]) -> None:
    contents.seek(0)
    for line in contents:
        digest = line.rstrip("\n")
        try:
            content = content_open(digest)
        except FileNotFoundError:
            archive.manifest.missing_files.append(digest)
            continue
        with closing(content):
            size = content.seek(0, 2)
            content.seek(0)
            archive.file(digest, content, size)
