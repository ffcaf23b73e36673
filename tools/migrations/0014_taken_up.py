"""Shared tools and tables are in the lists of those who take them up.

Tools stay with those who have called them: what a tool says reaches models of everybody whose list it is in. The name
of a table reaches none, and who looked into one is not known, so shared tables stay with everybody who is there.
"""

from typing import Any

from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def take_up_what_was_used(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    tools: Any = apps.get_model("tools", "ToolConfig").objects
    shared = {str(pk): owner for pk, owner in tools.filter(shared=True).values_list("pk", "owner")}
    invocations: Any = apps.get_model("tools", "ToolInvocation").objects
    calls = invocations.filter(stage="call", user__isnull=False).order_by()
    # `tool:<id>`, or `mcp:<id>:<function>`.
    used = {(user, tool_id.split(":")[1]) for user, tool_id in calls.values_list("user", "tool_id").distinct() if ":" in tool_id}
    through: Any = tools.model.taken_up_by.through
    rows = [through(toolconfig_id=tool, user_id=user) for user, tool in used if shared.get(tool, user) != user]
    through.objects.bulk_create(rows)


def take_up_tables(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    people: Any = apps.get_model(settings.AUTH_USER_MODEL).objects
    tables: Any = apps.get_model("tools", "DataTable").objects
    for table in tables.filter(shared=True):
        table.taken_up_by.set(people.filter(is_active=True).exclude(pk=table.owner_id))


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("tools", "0013_emergency_access"),
    ]

    operations = [
        migrations.AddField(
            model_name="datatable",
            name="taken_up_by",
            field=models.ManyToManyField(editable=False, related_name="+", to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name="toolconfig",
            name="taken_up_by",
            field=models.ManyToManyField(editable=False, related_name="+", to=settings.AUTH_USER_MODEL),
        ),
        migrations.RunPython(take_up_what_was_used, migrations.RunPython.noop, elidable=False),
        migrations.RunPython(take_up_tables, migrations.RunPython.noop, elidable=False),
    ]
