"""A turn keeps what its tools have found."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("workflow_editor", "0029_uptime")]

    operations = [
        migrations.AddField(
            model_name="turn",
            name="tool_calls",
            field=models.JSONField(blank=True, null=True),
        ),
    ]
