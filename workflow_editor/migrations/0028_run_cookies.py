"""Cookies that the requests of a run have got."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("workflow_editor", "0027_form_results")]

    operations = [
        migrations.CreateModel(
            name="RunCookies",
            fields=[
                (
                    "run",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="workflow_editor.run",
                    ),
                ),
                ("ciphertext", models.TextField(editable=False)),
            ],
        ),
    ]
