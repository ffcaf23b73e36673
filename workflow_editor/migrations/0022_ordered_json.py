"""On PostgreSQL the values of runs become `json`, which keeps the order of fields; old ones stay as `jsonb` had them."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from workflow_editor.models.ordered_json import OrderedJsonField

# Their class has not changed, only what it is based on, so Django sees nothing to do.
_PAYLOADS = {
    "workflow_editor_run": ("inputs", "output"),
    "workflow_editor_noderun": ("inputs", "output"),
    "workflow_editor_journalrow": ("payload",),
}


def order_payloads(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor != "postgresql":
        return
    for table, columns in _PAYLOADS.items():
        changes = ", ".join(f"ALTER COLUMN {column} TYPE json USING {column}::json" for column in columns)
        schema_editor.execute(f"ALTER TABLE {table} {changes}")


class Migration(migrations.Migration):
    dependencies = [("workflow_editor", "0021_text_from_outside")]

    operations = [
        migrations.RunPython(order_payloads, migrations.RunPython.noop),
        migrations.AlterField("containeritems", "items", OrderedJsonField()),
        migrations.AlterField("containerpass", "output", OrderedJsonField(null=True)),
        migrations.AlterField("containerpass", "value", OrderedJsonField()),
        migrations.AlterField("containerstate", "last", OrderedJsonField(null=True)),
        migrations.AlterField("processnode", "pinned_output", OrderedJsonField(blank=True, null=True)),
        migrations.AlterField("runevent", "payload", OrderedJsonField(default=dict)),
    ]
