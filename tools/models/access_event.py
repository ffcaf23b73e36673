"""The audit log of rights: who changed who may do what, or where secrets go."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.validators import MinLengthValidator
from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tools.audit.chain import link_content
from tools.models.append_only import AppendOnlyModel, AppendOnlyQuerySet, AuditLogError
from tools.models.audit_link import link_append
from tools.rows.writer import without_nul

SHORTEST_REASON = 10


class AccessEventQuerySet(AppendOnlyQuerySet["AccessEvent"]):
    def append(self, values: Mapping[str, Any]) -> int:
        """Insert a row of these values, for every field but the key, with its link in the chain; return its id."""
        content = link_content("access", values)
        with transaction.atomic():
            pk: int = self.bulk_create([AccessEvent(**without_nul(dict(values)))])[0].pk
            link_append(pk, "access", content)
        return pk


class AccessEvent(AppendOnlyModel):
    """One sign-in, or one change of a user, role, rule, member, credential, provider, token or link."""

    at = models.DateTimeField(_("when"), default=timezone.now, editable=False, db_index=True)
    user_id = models.BigIntegerField(null=True)
    """Acting user; null for operator commands and anonymous requests. No foreign key: the row must not change when the
    user is deleted.
    """
    username = models.CharField(_("user"), max_length=150, blank=True)
    action = models.CharField(_("action"), max_length=60, db_index=True)
    """A stable dotted name such as `credential.changed`."""
    target = models.CharField(_("target"), max_length=200, blank=True)
    details = models.JSONField(_("details"), default=dict)
    address = models.CharField(_("address"), max_length=45, blank=True)
    """IP address of the client; empty outside of a request."""

    objects = AccessEventQuerySet.as_manager()

    class Meta:
        verbose_name = _("permission change")
        verbose_name_plural = _("permission changes")
        ordering = ["-id"]
        indexes = [models.Index(fields=["username", "-id"], name="access_event_by_name")]

    def __str__(self) -> str:
        return f"{self.action} · {self.target} · {self.username} · {self.at:%Y-%m-%d %H:%M:%S}"

    def save(self, **kwargs: Any) -> None:
        """Insert the row; an existing one stays as it is."""
        if not self._state.adding:
            raise AuditLogError("audit rows are never updated")
        values = {field.attname: getattr(self, field.attname) for field in self._meta.concrete_fields}
        self.pk = AccessEvent.objects.append({name: value for name, value in values.items() if name != "id"})
        self._state.adding = False


class EmergencyAccess(models.Model):
    """Until `ends_at`, `by` reads the files, tables, articles and documents of `owner`, and changes none of them."""

    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("administrator"), on_delete=models.CASCADE, related_name="+"
    )
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("whose data"), on_delete=models.CASCADE, related_name="+"
    )
    reason = models.CharField(
        _("reason"),
        max_length=500,
        validators=[MinLengthValidator(SHORTEST_REASON)],
        help_text=_("The person reads it."),
    )
    begun_at = models.DateTimeField(_("begun"), auto_now_add=True)
    ends_at = models.DateTimeField(_("ends"))

    class Meta:
        verbose_name = _("emergency access")
        verbose_name_plural = _("emergency access")
        ordering = ("-begun_at", "-id")
        indexes = (models.Index(fields=["by", "ends_at"], name="emergency_access_open"),)

    def __str__(self) -> str:
        return str(self.owner)

    def is_open(self, now: datetime) -> bool:
        return now < self.ends_at
