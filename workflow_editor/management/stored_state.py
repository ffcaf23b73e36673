"""Whether this version can work with what is stored: rows of a newer version, credentials of another installation."""

from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules

from django.apps import apps
from django.core.management.base import CommandError
from django.db import DatabaseError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from tools.core.errors import ToolConfigurationError
from tools.models import Credential
from workflow_editor.adapters.storage_failures import storage_failure

_OWN = {"agents", "tools", "workflow_editor"}


def refuse_newer(database: BaseDatabaseWrapper) -> None:
    """Check that the tables are not ahead of the code, which happens when an older version is started again.

    Raises:
        CommandError: they are.
    """
    unknown = _applied(database) - _shipped()
    newer = sorted(f"{app}.{name}" for app, name in unknown if app in _OWN)
    if newer:
        raise CommandError(
            f"The database was made by a newer version of Flowloom: it has {', '.join(newer[:3])}"
            f"{' and more' if len(newer) > 3 else ''}, which this version does not know. Nothing was changed. "
            "Start the newer version, or restore a backup that this version made."
        )


def lacks_migrations() -> bool:
    """Return whether there is anything to migrate."""
    return bool(_shipped() - _applied(connection))


def _applied(database: BaseDatabaseWrapper) -> set[tuple[str, str]]:
    return set(MigrationRecorder(database).applied_migrations())


def _shipped() -> set[tuple[str, str]]:
    # By name: Django's loader would import every migration into a server that has nothing to migrate.
    packages = {app.label: MigrationLoader.migrations_module(app.label)[0] for app in apps.get_app_configs()}
    return {
        (app, name)
        for app, package in packages.items()
        if package and find_spec(package)
        for _, name, _ in iter_modules(import_module(package).__path__)
    }


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
