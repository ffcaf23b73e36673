"""Forms showed the whole output of their run unless told otherwise; now the other way round: old ones keep it."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

_FORM = "form_trigger"
_SETTING = "showResult"


def keep_results(apps: Apps, schema_editor: BaseDatabaseSchemaEditor | None) -> None:
    """Write the old default into the settings of forms that are drafts; what is published has it already."""
    for name in ("ProcessNode", "Trigger"):
        for row in apps.get_model("workflow_editor", name).objects.filter(type=_FORM).iterator():
            if _SETTING not in row.config:
                row.config = {**row.config, _SETTING: True}
                row.save(update_fields=["config"])


class Migration(migrations.Migration):
    dependencies = [("workflow_editor", "0026_taken_up")]

    operations = [migrations.RunPython(keep_results, migrations.RunPython.noop)]
