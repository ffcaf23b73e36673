from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("workflow_editor", "0022_ordered_json")]

    operations = [
        migrations.AddField(
            model_name="graphchange",
            name="by_hand",
            field=models.BooleanField(default=False),
        ),
    ]
