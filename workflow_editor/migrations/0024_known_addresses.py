from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("workflow_editor", "0023_changes_by_hand")]

    operations = [
        migrations.AddField(
            model_name="trigger",
            name="known_to",
            field=models.JSONField(db_default=[], default=list, editable=False),
        ),
    ]
