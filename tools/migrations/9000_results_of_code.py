"""Results of custom tools and code runners decide whether a call succeeded; those that were there keep theirs as data."""

from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def keep_as_data(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Switch the new setting off; whoever has it on already keeps it."""
    tools: Any = apps.get_model("tools", "ToolConfig").objects  # as it was then
    for tool in tools.filter(type__in=("custom", "code-runner")):
        tool.config = {"readsResults": False, **tool.config}
        tool.save(update_fields=["config"])


class Migration(migrations.Migration):
    dependencies = [("tools", "0014_taken_up")]

    operations = [migrations.RunPython(keep_as_data, migrations.RunPython.noop, elidable=False)]
