from django.db import migrations

from workflow_editor.models.outside_fields import OutsideJsonField, OutsideTextField


class Migration(migrations.Migration):
    dependencies = [("workflow_editor", "0020_trigger_starts")]

    operations = [
        migrations.AlterField("trigger", "position", OutsideJsonField(blank=True, null=True)),
        migrations.AlterField("triggerdelivery", "data", OutsideJsonField(default=dict)),
        migrations.AlterField("triggerdelivery", "key", OutsideTextField(max_length=200)),
    ]
