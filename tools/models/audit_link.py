"""The links of the chain over the audit log."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class AuditLink(models.Model):
    """See `tools.audit.chain`. Written together with its row, never changed."""

    class Part(models.TextChoices):
        BEGIN = "begin", _("Begin")
        END = "end", _("End")
        WHOLE = "whole", _("Whole")
        ACCESS = "access", _("Change of rights")

    row_id = models.BigIntegerField()
    """Of a `ToolInvocation`, for the part `access` of an `AccessEvent`.

    No foreign key: the link must stay when its row is gone. No index: only a walk along the chain asks for it.
    """
    part = models.CharField(max_length=6, choices=Part.choices)
    hash = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("link of the audit log")
        verbose_name_plural = _("links of the audit log")
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.row_id} · {self.part}"
