"""Checks that this version can use the stored data: other versions' rows, damage, foreign credentials."""

import sqlite3
from pathlib import Path

from django.core.management.base import CommandError
from django.db import DatabaseError, connection
from django.db.backends.base.base import BaseDatabaseWrapper

from tools.core.errors import ToolConfigurationError
from tools.models import Credential
from workflow_editor.adapters.database.migrations import is_too_old, unknown_migrations
from workflow_editor.adapters.database.storage_failures import is_damaged, storage_failure

_LOOKED_THROUGH = 100_000_000
"""Bytes of the largest file that a start reads whole, which takes a tenth of a second once the disk has given it."""


def refuse_unknown(database: BaseDatabaseWrapper) -> None:
    """Raise CommandError unless this version can use or upgrade the tables, e.g. after an accidental downgrade."""
    unknown = unknown_migrations(database)
    if not unknown:
        return
    has = f"it has {', '.join(unknown[:3])}{' and more' if len(unknown) > 3 else ''}, which this version does not know"
    if is_too_old(database):
        raise CommandError(
            f"The database is older than this version of Flowloom can upgrade: {has}. Nothing was changed. Start the "
            "version that made it, upgrade to one in between, and then to this one."
        )
    raise CommandError(
        f"The database was made by a newer version of Flowloom: {has}. Nothing was changed. "
        "Start the newer version, or restore a backup that this version made."
    )


def refuse_damaged(database: BaseDatabaseWrapper) -> None:
    """Check a small SQLite file completely, others at the beginning. Raises CommandError if it is damaged."""
    if database.vendor != "sqlite" or not Path(database.settings_dict["NAME"]).exists():
        return
    if Path(database.settings_dict["NAME"]).stat().st_size > _LOOKED_THROUGH:
        return
    try:
        with database.cursor() as cursor:
            cursor.execute("PRAGMA quick_check(1)")
            found = cursor.fetchone()
    except DatabaseError as error:
        raise explained(error) from error
    if found != ("ok",):
        raise CommandError(_damaged())


def _damaged() -> str:
    file = connection.settings_dict["NAME"]
    return (
        f"The database {file} is damaged: fill it from your last backup with `manage.py restore --replace PATH`, or "
        "copy what can still be read with `manage.py salvage PATH`."
    )


def credentials_warning() -> str:
    """Return a sentence when the stored credentials were encrypted with other keys than those in DATA_DIR, else ""."""
    credential = Credential.objects.order_by("pk").last()
    if credential is None:
        return ""
    try:
        credential.values()
    except ToolConfigurationError:
        return (
            "The stored credentials cannot be read: DATA_DIR/credential_key is not the file that they were encrypted "
            "with. Put back the one that belongs to this database (it is part of a backup), or enter the secrets again."
        )
    return ""


def explained(error: DatabaseError | sqlite3.Error) -> CommandError:
    """Return what a start that the database stopped is to end with."""
    name = connection.settings_dict["NAME"]
    if storage_failure(error) == "storage_full":
        return CommandError(
            f"The disk that holds the database {name} is full. Nothing was lost: free space, start again."
        )
    if is_damaged(error):
        return CommandError(_damaged())
    return CommandError(f"The database {name} cannot be used: {error}")
