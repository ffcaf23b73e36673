"""HTTP tools that are there keep sending JSON bodies in which a name comes twice, as their last value."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def write_former(apps: Apps, schema_editor: BaseDatabaseSchemaEditor | None) -> None:
    """Write what the setting stood for before there was one."""
    for tool in apps.get_model("tools", "ToolConfig").objects.filter(type="http-request").iterator():
        tool.config = {"namesOnce": False, **tool.config}
        tool.save(update_fields=["config"])


class Migration(migrations.Migration):
    dependencies = [("tools", "0015_former_settings")]

    operations = [migrations.RunPython(write_former, migrations.RunPython.noop)]
