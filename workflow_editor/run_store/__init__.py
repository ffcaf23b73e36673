"""How runs are stored: what a new run, a step, a claim and a node in work write, in one transaction each.

`run_store` is the store for the database of this process. `RunStore` is its interface and holds what all databases
share; `SqliteRunStore` and `PostgresqlRunStore` hold what differs. Columns come from the models: a new one needs
nothing here. Adapters and services may import everything from here. Reading, and rare writes, are the ORM's.
"""

from django.db import connection

from workflow_editor.run_store.postgresql import PostgresqlRunStore
from workflow_editor.run_store.sqlite import SqliteRunStore
from workflow_editor.run_store.store import RunStore

__all__ = ["RunStore", "run_store"]

run_store: RunStore = PostgresqlRunStore() if connection.vendor == "postgresql" else SqliteRunStore()
