"""Audits rows of this app that grant rights, and handles their loss, from the API, the panel or a command."""

from functools import partial
from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models.signals import post_delete, post_save, pre_delete, pre_save
from django.dispatch import receiver

from tools.services.access_watch import watch_access, watch_access_relation
from tools.services.reencryption import reencrypt_member
from workflow_editor.models import AccountLink, ApiToken, ChatShare, Workflow, WorkflowMember
from workflow_editor.services.mails.notices import factor_notice_send
from workflow_editor.services.triggers.known_addresses import addresses_known_to, member_ends, person_ends

watch_access(WorkflowMember, "member", verbs=("added", "changed", "removed"))
watch_access(
    Workflow,
    "workflow",
    verbs=("", "changed", "deleted"),
    ignored=("description", "folder", "revision", "content_hash", "settings"),
)
watch_access(ApiToken, "token", verbs=("created", "changed", "ended"), ignored=("last_used_at",))
watch_access(Authenticator, "factor", verbs=("added", "changed", "removed"), ignored=("data", "last_used_at"))
watch_access(ChatShare, "link")
watch_access(AccountLink, "invitation", verbs=("created", "accepted", "revoked"))
watch_access_relation(AccountLink.roles.through, "invitation_role", "roles")
reencrypt_member(Authenticator, "data", "secret")


@receiver(post_save, sender=Authenticator)
def factor_is_added(sender: Any, instance: Authenticator, created: bool, **kwargs: Any) -> None:
    if created:
        transaction.on_commit(partial(factor_notice_send, instance, is_added=True))


@receiver(post_delete, sender=Authenticator)
def factor_is_removed(sender: Any, instance: Authenticator, origin: Any, **kwargs: Any) -> None:
    # A person who is deleted gets no mail about it.
    if isinstance(origin, Authenticator):
        transaction.on_commit(partial(factor_notice_send, instance, is_added=False))


@receiver(pre_delete, sender=WorkflowMember)
def member_goes(sender: Any, instance: WorkflowMember, **kwargs: Any) -> None:
    with transaction.atomic():
        member_ends(instance)


@receiver(pre_save, sender=WorkflowMember)
def member_changes(sender: Any, instance: WorkflowMember, raw: bool = False, **kwargs: Any) -> None:
    before = None if raw or instance._state.adding else WorkflowMember.objects.filter(pk=instance.pk).first()
    if before is not None and before.role != instance.role:
        with transaction.atomic():
            member_ends(before)


@receiver(pre_save, sender=Workflow)
def owner_changes(sender: Any, instance: Workflow, raw: bool = False, **kwargs: Any) -> None:
    update_fields = kwargs.get("update_fields")
    if raw or instance._state.adding or (update_fields is not None and "owner" not in update_fields):
        return
    before = Workflow.objects.select_related("owner").get(pk=instance.pk)
    if before.owner_id != instance.owner_id:
        with transaction.atomic():
            addresses_known_to(before.owner, instance.pk)


@receiver(pre_save, sender=User)
def person_changes(sender: Any, instance: User, raw: bool = False, **kwargs: Any) -> None:
    update_fields = kwargs.get("update_fields")
    if raw or instance._state.adding or instance.is_active:
        return
    if update_fields is None or "is_active" in update_fields:
        with transaction.atomic():
            person_ends(instance)
