"""Rule changes update the table's revision and add a version; rows that grant rights are audited."""

from typing import Any

from django.contrib.auth.models import Group, User
from django.db.models.signals import post_delete, post_save, pre_delete, pre_save
from django.dispatch import receiver

from tools.models import Credential, EmergencyAccess, PolicyRevision, ToolConfig, ToolPolicy, ToolPolicyVersion
from tools.services.access_watch import watch_access, watch_access_relation

_Change = ToolPolicyVersion.Change


@receiver([post_save, post_delete], sender=ToolPolicy)
@receiver(post_save, sender=Group)  # rules know roles by name; a deleted group takes its rules along
def rules_changed(sender: Any, **kwargs: Any) -> None:
    PolicyRevision.bump()


@receiver(pre_save, sender=ToolPolicy)
def rule_changes(sender: Any, instance: ToolPolicy, **kwargs: Any) -> None:
    instance.revision += 1


@receiver(post_save, sender=ToolPolicy)
def rule_saved(sender: Any, instance: ToolPolicy, created: bool, **kwargs: Any) -> None:
    _keep(instance, _Change.CREATED if created else _Change.CHANGED, instance.revision)


@receiver(pre_delete, sender=ToolPolicy)  # before: a rule that goes with its role still knows its name
def rule_deleted(sender: Any, instance: ToolPolicy, **kwargs: Any) -> None:
    _keep(instance, _Change.DELETED, instance.revision + 1)


def _keep(rule: ToolPolicy, change: ToolPolicyVersion.Change, number: int) -> None:
    by = rule.changed_by
    ToolPolicyVersion.objects.create(
        policy_id=rule.pk,
        number=number,
        change=change,
        content=rule.content(),
        changed_by=by,
        username=by.username if by else "",
    )


watch_access(User, "user", ignored=("last_login",))
watch_access(Group, "role")
watch_access_relation(User.groups.through, "role", "roles")
watch_access_relation(User.user_permissions.through, "permission", "permissions")
watch_access_relation(Group.permissions.through, "role_permission", "permissions")
watch_access(ToolPolicy, "rule", ignored=("revision", "created_by"))
watch_access(ToolConfig, "tool")
watch_access(Credential, "credential")
watch_access(EmergencyAccess, "emergency_access", verbs=("begun", "changed", "ended"))
