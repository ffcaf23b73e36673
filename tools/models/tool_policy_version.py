"""Content of permission rules at each revision."""

from typing import Any, NoReturn

from django.db import models
from django.utils.translation import gettext_lazy as _

from tools.models.owned import person


class PolicyHistoryError(TypeError):
    """Something tried to change or delete a version of a rule: a bug in the calling code."""


class ToolPolicyVersionQuerySet(models.QuerySet["ToolPolicyVersion"]):
    def delete(self) -> NoReturn:
        raise PolicyHistoryError("versions of rules are never deleted")

    def update(self, **kwargs: Any) -> NoReturn:
        raise PolicyHistoryError("versions of rules are never changed")


class ToolPolicyVersion(models.Model):
    """One state of a rule, written with each change and never again. The audit log names rule and number."""

    class Change(models.TextChoices):
        CREATED = "created", _("Created")
        CHANGED = "changed", _("Changed")
        DELETED = "deleted", _("Deleted")

    policy_id = models.UUIDField(_("rule"))
    """No foreign key: rules come and go."""
    number = models.PositiveIntegerField(_("revision"))
    change = models.CharField(_("change"), max_length=7, choices=Change.choices)
    content = models.JSONField(_("content"))
    """See `ToolPolicy.content`."""
    changed_by = person(_("changed by"))
    username = models.CharField(_("user"), max_length=150, blank=True)
    """Kept when the user is gone."""
    at = models.DateTimeField(_("when"), auto_now_add=True)

    objects = ToolPolicyVersionQuerySet.as_manager()

    class Meta:
        verbose_name = _("version of a rule")
        verbose_name_plural = _("versions of rules")
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["policy_id", "number"], name="policy_version_number")]

    def __str__(self) -> str:
        return f"{self.policy_id} · {self.number}"
