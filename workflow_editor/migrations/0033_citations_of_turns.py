from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("workflow_editor", "0032_paused_in_inbox")]

    operations = [
        migrations.AddField(
            model_name="turn",
            name="citations",
            field=models.JSONField(blank=True, db_default=[], default=list),
        ),
    ]
