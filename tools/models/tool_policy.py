"""Rules about who may use which tool."""

import uuid

from django.conf import settings
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

PATTERN = r"^[A-Za-z0-9_.:*-]+$"


class ToolPolicy(models.Model):
    """One rule: a role (or anyone), tools by pattern, a workflow (or any), and allow or deny.

    Patterns: `*`, an executor (`http_request`), a UI type (`http-request`), one configured tool (`tool:<id>`), a
    built-in one (`system:get_current_time`), or any of these with `*` in it. `tools.permissions` says which rule wins.
    """

    class Effect(models.TextChoices):
        ALLOW = "allow", _("Allow")
        DENY = "deny", _("Deny")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    role = models.ForeignKey(
        Group,
        verbose_name=_("role"),
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        help_text=_("Empty: any role."),
    )
    tool_pattern = models.CharField(
        _("tool"),
        max_length=200,
        validators=[RegexValidator(PATTERN, _("Use letters, digits and _ . : - * only."))],
        help_text=_("*, an executor such as http_request, tool:ID, or a namespace such as system:*."),
    )
    workflow_id = models.UUIDField(_("workflow"), null=True, blank=True)
    """None: any workflow."""
    effect = models.CharField(_("effect"), max_length=5, choices=Effect.choices)
    note = models.CharField(_("note"), max_length=500, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("created by"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        editable=False,
        related_name="+",
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("rule")
        verbose_name_plural = _("rules")
        ordering = ["tool_pattern", "created_at"]

    def __str__(self) -> str:
        role = self.role.name if self.role else _("any role")
        return f"{self.get_effect_display()} · {role} · {self.tool_pattern}"

    def clean(self) -> None:
        """Refuse a second rule for the same role, tools and workflow: two effects for one case would be a riddle."""
        same = ToolPolicy.objects.filter(
            role_id=self.role_id, tool_pattern=self.tool_pattern, workflow_id=self.workflow_id
        ).exclude(pk=self.pk)
        if same.exists():
            raise ValidationError(
                {"tool_pattern": ValidationError(_("A rule for this role, tool and workflow exists."), code="unique")}
            )
