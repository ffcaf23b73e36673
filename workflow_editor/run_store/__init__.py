"""Stores runs: writes of a new run, a step, a claim and a working node, in one transaction each.

`run_store` is the store for this process's database. `RunStore` is the interface with the shared parts;
`SqliteRunStore` and `PostgresqlRunStore` hold the differences. Columns come from the models: a new one needs nothing
here. Reads, and rare writes, use the ORM.
"""

from django.db import connection

from workflow_editor.run_store.postgresql import PostgresqlRunStore
from workflow_editor.run_store.sqlite import SqliteRunStore
from workflow_editor.run_store.store import RunStore

__all__ = ["RunStore", "run_store"]

run_store: RunStore = PostgresqlRunStore() if connection.vendor == "postgresql" else SqliteRunStore()
