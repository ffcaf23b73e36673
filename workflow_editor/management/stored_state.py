"""Whether this version can work with what is stored: rows of a newer version, credentials of another installation."""

from django.core.management.base import CommandError
from django.db import DatabaseError, connection
from django.db.backends.base.base import BaseDatabaseWrapper

from tools.core.errors import ToolConfigurationError
from tools.models import Credential
from workflow_editor.adapters.migrations import newer_migrations
from workflow_editor.adapters.storage_failures import storage_failure


def refuse_newer(database: BaseDatabaseWrapper) -> None:
    """Check that the tables are not ahead of the code, which happens when an older version is started again.

    Raises:
        CommandError: they are.
    """
    newer = newer_migrations(database)
    if newer:
        raise CommandError(
            f"The database was made by a newer version of Flowloom: it has {', '.join(newer[:3])}"
            f"{' and more' if len(newer) > 3 else ''}, which this version does not know. Nothing was changed. "
            "Start the newer version, or restore a backup that this version made."
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


def explained(error: DatabaseError) -> CommandError:
    """Return what a start that the database stopped is to end with."""
    name = connection.settings_dict["NAME"]
    if storage_failure(error) == "storage_full":
        return CommandError(
            f"The disk that holds the database {name} is full. Nothing was lost: free space, start again."
        )
    return CommandError(f"The database {name} cannot be used: {error}")
