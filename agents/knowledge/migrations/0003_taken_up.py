"""Shared knowledge bases are in the lists of those who take them up, and stay with those whose models searched them."""

from typing import Any

from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def take_up_what_was_used(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    bases: Any = apps.get_model("knowledge", "KnowledgeBase").objects
    calls: Any = apps.get_model("tools", "ToolInvocation").objects
    used = calls.filter(stage="call", user__isnull=False).order_by()
    for base in bases.filter(shared=True):
        # `kb:Query` searched all of them.
        named = used.filter(tool_id__in=("kb:Query", f"kb:{base.slug}", f"kb:{base.pk}")).exclude(user=base.owner_id)
        base.taken_up_by.set(named.values_list("user", flat=True).distinct())


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("knowledge", "0002_content_hash"),
        ("tools", "0012_douyin_by_account"),
    ]

    operations = [
        migrations.AddField(
            model_name="knowledgebase",
            name="taken_up_by",
            field=models.ManyToManyField(editable=False, related_name="+", to=settings.AUTH_USER_MODEL),
        ),
        migrations.RunPython(take_up_what_was_used, migrations.RunPython.noop, elidable=False),
    ]
