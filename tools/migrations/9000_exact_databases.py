"""Database tools read exact values; those that are there go on reading them as before, until a person decides."""

from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def keep_meaning(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Switch exact values off where flows may count on the earlier ones."""
    tools: Any = apps.get_model("tools", "ToolConfig").objects
    for tool in tools.filter(type__in=("database-query", "database-write")):
        tool.config = {**tool.config, "exactValues": False}
        tool.save(update_fields=["config"])


class Migration(migrations.Migration):
    dependencies = [("tools", "0014_taken_up")]

    operations = [migrations.RunPython(keep_meaning, migrations.RunPython.noop, elidable=False)]
