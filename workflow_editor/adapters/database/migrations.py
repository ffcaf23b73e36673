"""Migrations that the database has, and those that this version brings."""

from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules

from django.apps import apps
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

_OWN = frozenset({"agents", "tools", "workflow_editor"})


def lacks_migrations() -> bool:
    """Return whether there is anything to migrate."""
    return bool(shipped_migrations() - _applied(connection))


def unknown_migrations(database: BaseDatabaseWrapper) -> list[str]:
    """Return the names of ours that the database has and this version does not know."""
    return sorted(f"{app}.{name}" for app, name in _unknown(database))


def is_too_old(database: BaseDatabaseWrapper) -> bool:
    """Return whether those that this version does not know came before its own: it has dropped them since."""
    newest = dict(sorted(shipped_migrations()))
    unknown = _unknown(database)
    return bool(unknown) and all(name < newest.get(app, "") for app, name in unknown)


def _unknown(database: BaseDatabaseWrapper) -> set[tuple[str, str]]:
    return {(app, name) for app, name in _applied(database) - shipped_migrations() if app in _OWN}


def _applied(database: BaseDatabaseWrapper) -> set[tuple[str, str]]:
    return set(MigrationRecorder(database).applied_migrations())


def shipped_migrations() -> set[tuple[str, str]]:
    """Return the apps and names of all migrations of this version."""
    # By name: Django's loader would import every migration into a server that has nothing to migrate.
    packages = {app.label: MigrationLoader.migrations_module(app.label)[0] for app in apps.get_app_configs()}
    return {
        (app, name)
        for app, package in packages.items()
        if package and find_spec(package)
        for _, name, _ in iter_modules(import_module(package).__path__)
    }
