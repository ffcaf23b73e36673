"""Providers have options for the calls of their models."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("agents", "0002_agent_versions")]

    operations = [
        migrations.AddField(
            model_name="modelprovider",
            name="options",
            field=models.JSONField(blank=True, null=True, verbose_name="options"),
        ),
    ]
