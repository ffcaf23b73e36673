"""Rules that exist already get their first version."""

from typing import Any

from django.db import migrations


def keep_first_versions(apps: Any, schema_editor: Any) -> None:
    policies = apps.get_model("tools", "ToolPolicy")
    versions = apps.get_model("tools", "ToolPolicyVersion")
    for rule in policies.objects.select_related("role", "created_by").filter(revision=0):
        content = {
            "role": rule.role.name if rule.role else None,
            "tool_pattern": rule.tool_pattern,
            "workflow": str(rule.workflow_id) if rule.workflow_id else None,
            "mode": None,
            "effect": rule.effect,
            "when": "",
            "args_untrusted": False,
            "mock_result": None,
            "ask_timeout_s": rule.ask_timeout_s,
            "note": rule.note,
        }
        by = rule.created_by
        versions.objects.create(
            policy_id=rule.pk,
            number=1,
            change="created",
            content=content,
            changed_by=by,
            username=by.username if by else "",
        )
        policies.objects.filter(pk=rule.pk).update(revision=1)


class Migration(migrations.Migration):

    dependencies = [
        ('tools', '0002_policy_conditions'),
    ]

    operations = [
        migrations.RunPython(keep_first_versions, migrations.RunPython.noop),
    ]
