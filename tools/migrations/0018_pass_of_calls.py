"""Calls carry the pass that they were made in."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tools", "0017_words_of_settings")]

    operations = [
        migrations.AddField(
            model_name="toolinvocation",
            name="scope",
            field=models.CharField(blank=True, default="", max_length=400, verbose_name="scope"),
        ),
    ]
