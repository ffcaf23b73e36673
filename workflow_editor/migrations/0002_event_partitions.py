"""On PostgreSQL the event table is partitioned by the day on which its run was made.

Ids of runs begin with their time, hence a range of ids is a range of time: all events of a run lie in one partition, old
partitions are dropped whole, and the number of an event is unique in its run within the key of the partitions. That key
is the primary key; ids of events still come from their sequence. The first migration makes its keys when it ends, so
this is a second one.
"""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

TABLE = "workflow_editor_runevent"


def partition_events(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor != "postgresql":
        return
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(
            "SELECT conname FROM pg_constraint WHERE conrelid = %s::regclass AND contype = 'f'", [TABLE]
        )
        (foreign_key,) = cursor.fetchone()
    for statement in [
        f"ALTER TABLE {TABLE} RENAME TO {TABLE}_whole",
        f"ALTER TABLE {TABLE}_whole DROP CONSTRAINT {foreign_key}, DROP CONSTRAINT run_event_seq_once",
        f"CREATE TABLE {TABLE} (LIKE {TABLE}_whole) PARTITION BY RANGE (run_id)",
        f"CREATE TABLE {TABLE}_default PARTITION OF {TABLE} DEFAULT",
        f"DROP TABLE {TABLE}_whole",
        f"CREATE SEQUENCE {TABLE}_id_seq OWNED BY {TABLE}.id",
        f"ALTER TABLE {TABLE} ALTER id SET DEFAULT nextval('{TABLE}_id_seq'),"
        f" ADD CONSTRAINT run_event_seq_once PRIMARY KEY (run_id, seq),"
        f" ADD CONSTRAINT {foreign_key} FOREIGN KEY (run_id) REFERENCES workflow_editor_run (id)"
        " DEFERRABLE INITIALLY DEFERRED",
    ]:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("workflow_editor", "0001_initial")]
    operations = [migrations.RunPython(partition_events, migrations.RunPython.noop)]
