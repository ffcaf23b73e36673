"""Members take up what is shared with them; those of before have done so."""

from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F


def take_up(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    members: Any = apps.get_model("workflow_editor", "WorkflowMember").objects
    members.update(taken_up_at=F("created_at"))


class Migration(migrations.Migration):
    dependencies = [("workflow_editor", "0025_sign_in_count")]

    operations = [
        migrations.AddField(
            model_name="workflowmember",
            name="taken_up_at",
            field=models.DateTimeField(editable=False, null=True, verbose_name="taken up"),
        ),
        migrations.RunPython(take_up, migrations.RunPython.noop, elidable=False),
    ]
