"""Contents of files leave the database for the storage `files`."""

from io import BytesIO
from typing import Any

import django.utils.timezone
from django.apps.registry import Apps
from django.core.files.base import File
from django.core.files.storage import storages
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def move_contents(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Write each content to where `tools.adapters.file_contents` looks for it; begun again, it goes on."""
    bodies: Any = apps.get_model("tools", "FileBody").objects  # as it was then
    storage = storages["files"]
    for digest in list(bodies.values_list("pk", flat=True)):
        content = bytes(bodies.values_list("content", flat=True).get(pk=digest))
        place = f"{digest[:2]}/{digest}"
        if not storage.exists(place):
            storage.save(place, File(BytesIO(content), name=digest))
        bodies.filter(pk=digest).update(size=len(content))


class Migration(migrations.Migration):
    dependencies = [("tools", "0003_calls_of_triggers")]

    operations = [
        migrations.AddField("filebody", "size", models.PositiveBigIntegerField(default=0, verbose_name="size"), preserve_default=False),
        migrations.AddField(
            "filebody",
            "used_at",
            models.DateTimeField(db_index=True, default=django.utils.timezone.now),
            preserve_default=False,
        ),
        migrations.AddField(
            "toolfile",
            "declared_type",
            models.CharField(db_default="", default="", max_length=150, verbose_name="declared type"),
        ),
        migrations.AddField(
            "toolfile", "expires_at", models.DateTimeField(db_index=True, null=True, verbose_name="expires")
        ),
        migrations.AlterField(
            "toolfile", "content_type", models.CharField(max_length=150, verbose_name="content type")
        ),
        migrations.AlterField("toolfile", "size", models.PositiveBigIntegerField(verbose_name="size")),
        migrations.RunPython(move_contents, migrations.RunPython.noop, elidable=False),
        migrations.RemoveField("filebody", "content"),
    ]
