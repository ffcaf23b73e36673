"""One installation that lives through all migrations: before each that touches rows, it gets rows of that time."""

import importlib
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Protocol, cast

from django.apps.registry import Apps
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.db import connection, models
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.migration import Migration
from django.db.migrations.state import ProjectState, StateApps
from rest_framework.test import APIClient

Key = tuple[str, str]
"""App label and name of a migration."""
FOLDER = Path(__file__).parent


class Case(Protocol):
    """The module of a migration: `<app>/m<migration>.py` in this folder."""

    def insert(self, models: "Models") -> Any:
        """Make rows as they were before the migration, and return what `check` has to know of them."""

    def check(self, inserted: Any) -> None:
        """Read the rows after all migrations, through the API."""


class Models:
    """The models of a time, by `app.Model`."""

    def __init__(self, apps: Apps) -> None:
        self._apps = apps

    def __getitem__(self, name: str) -> Any:
        """Return the manager of a model."""
        model: type[models.Model] = self._apps.get_model(name)
        return model._default_manager

    def person(self, username: str) -> Any:
        """Return a user, made when there is none of this name."""
        return self["auth.User"].get_or_create(username=username, defaults={"password": "!"})[0]


def cases() -> dict[Key, Case]:
    """Find the modules of this folder."""
    found = {}
    for path in sorted(FOLDER.glob("*/m*.py")):
        module = importlib.import_module(f"tests.upgrades.{path.parent.name}.{path.stem}")
        found[path.parent.name, path.stem.removeprefix("m")] = cast(Case, module)
    return found


def upgrade(wanted: Mapping[Key, Case]) -> dict[Key, Any]:
    """Apply all migrations to an empty database and return what was inserted on the way."""
    executor = MigrationExecutor(connection)
    targets = executor.loader.graph.leaf_nodes()
    inserted: dict[Key, Any] = {}
    state: ProjectState | None = None
    next_ones: list[tuple[Migration, bool]] = []
    for step in executor.migration_plan(targets):
        key = (step[0].app_label, step[0].name)
        if key in wanted:
            state = executor.migrate(targets, plan=next_ones, state=state)
            next_ones = []
            # Models that migrations have left relate to classes that are no longer the current ones.
            inserted[key] = wanted[key].insert(Models(StateApps(list(state.real_apps), state.models)))
        next_ones.append(step)
    executor.migrate(targets, plan=next_ones, state=state)
    return inserted


def api_of(username: str) -> APIClient:
    """Return a client with a session of somebody who was there before."""
    client = APIClient()
    client.force_login(User.objects.get(username=username))
    return client


def file_read(api: APIClient, pk: Any) -> bytes | None:
    """Return the content of a file; None: there is no such file."""
    answer: Any = api.get(f"/api/files/{pk}/")
    with closing(answer):
        return b"".join(answer.streaming_content) if answer.status_code == 200 else None


@contextmanager
def empty_database(folder: Path) -> Iterator[None]:
    """Let Django's connection lead to a new database."""
    usual = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        name = str(folder / "installation.sqlite3")
    else:
        name = f"{usual}_installation"
        _server_execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)", f"CREATE DATABASE {name}")
    _lead_to(name)
    try:
        yield
    finally:
        _lead_to(usual)
        if connection.vendor != "sqlite":
            _server_execute(f"DROP DATABASE {name} WITH (FORCE)")


def _lead_to(name: str) -> None:
    connection.close()
    connection.settings_dict["NAME"] = name
    ContentType.objects.clear_cache()


def _server_execute(*statements: str) -> None:
    with connection._nodb_cursor() as server:
        for statement in statements:
            server.execute(statement)
