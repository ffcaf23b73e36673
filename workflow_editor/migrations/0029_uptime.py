from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("workflow_editor", "0028_run_cookies"),
    ]

    operations = [
        migrations.CreateModel(
            name="Uptime",
            fields=[
                ("id", models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
                ("seconds", models.FloatField(default=0)),
            ],
        ),
        migrations.AddField(
            model_name="wait",
            name="due_uptime",
            field=models.FloatField(blank=True, editable=False, null=True),
        ),
        migrations.AddIndex(
            model_name="wait",
            index=models.Index(
                condition=models.Q(("answered_at__isnull", True), ("due_uptime__isnull", False)),
                fields=["due_uptime"],
                name="wait_due_uptime",
            ),
        ),
    ]
