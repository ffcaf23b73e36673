"""An empty SQLite database with all tables, which the migrations fill when the product is built.

A first start copies it instead of migrating, which would take seconds. It holds no key, no secret and no person.
"""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from django.conf import settings
from django.db import connection

from workflow_editor.adapters.database.migrations import shipped_migrations

PREPARED = settings.BASE_DIR / "build" / "prepared.sqlite3"
# A journal that an earlier database left would be played into a copied one; SQLite removes it beside an empty file.
_REMAINS = ("", "-wal", "-shm", "-journal")


def database_prepare(file: Path) -> None:
    """Write this process's migrated SQLite database into a file, which is there as a whole or not at all."""
    begun = file.with_name(f"{file.name}.begun")
    begun.unlink(missing_ok=True)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(begun)])
    begun.replace(file)


def database_copy(target: Path, prepared: Path = PREPARED) -> bool:
    """Begin a database with the prepared one; False if there is one, or none prepared by the migrations of this
    version.
    """
    if any(target.with_name(target.name + end).exists() for end in _REMAINS) or not _is_current(prepared):
        return False
    begun = target.with_name(f"{target.name}.begun")
    with prepared.open("rb") as source, begun.open("wb") as copy:
        shutil.copyfileobj(source, copy)
        copy.flush()
        os.fsync(copy.fileno())
    begun.replace(target)
    return True


def _is_current(prepared: Path) -> bool:
    if not prepared.exists():
        return False
    with closing(sqlite3.connect(f"file:{prepared}?mode=ro&immutable=1", uri=True)) as database:
        return set(database.execute("SELECT app, name FROM django_migrations")) == shipped_migrations()
