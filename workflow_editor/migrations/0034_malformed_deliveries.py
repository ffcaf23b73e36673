from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("workflow_editor", "0033_citations_of_turns")]

    operations = [
        migrations.AlterField(
            model_name="triggerdelivery",
            name="status",
            field=models.CharField(
                choices=[
                    ("started", "Started a run"),
                    ("waiting", "Waits for an earlier run"),
                    ("skipped", "Skipped"),
                    ("rejected", "Rejected"),
                    ("example", "Example"),
                    ("malformed", "Malformed"),
                ],
                max_length=10,
            ),
        ),
    ]
