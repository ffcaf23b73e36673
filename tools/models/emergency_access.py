"""Emergency access: an administrator reads what one person keeps, for a reason and a bounded time."""

from datetime import datetime

from django.conf import settings
from django.core.validators import MinLengthValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

SHORTEST_REASON = 10


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
