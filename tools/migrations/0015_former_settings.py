"""Tools that are there keep what they did where new ones do it otherwise: it is written into their settings."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

_FORMER = {
    "custom": {"exactIntegers": False, "readsResults": False},
    "code-runner": {"readsResults": False},
    "database-query": {"exactValues": False},
    "database-write": {"exactValues": False},
    "http-request": {"skipsNull": False, "pagesByPost": False},
    "openapi": {"skipsNull": False},
}


def write_former(apps: Apps, schema_editor: BaseDatabaseSchemaEditor | None) -> None:
    """Write what a setting stood for before there was one."""
    for tool in apps.get_model("tools", "ToolConfig").objects.filter(type__in=_FORMER).iterator():
        tool.config = {**_FORMER[tool.type], **tool.config}
        tool.save(update_fields=["config"])


class Migration(migrations.Migration):
    dependencies = [("tools", "0014_taken_up")]

    operations = [migrations.RunPython(write_former, migrations.RunPython.noop)]
