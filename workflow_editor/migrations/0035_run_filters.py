from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("workflow_editor", "0034_malformed_deliveries"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddIndex(
            model_name="run",
            index=models.Index(fields=["created_by", "-created_at"], name="run_person_created"),
        ),
        migrations.AddIndex(
            model_name="run",
            index=models.Index(fields=["trigger", "-created_at"], name="run_trigger_created"),
        ),
    ]
