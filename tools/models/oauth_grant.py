"""What people's authorisations gave us, encrypted."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class OauthGrant(models.Model):
    """The newest tokens of one authorisation: services replace them, so a tool's settings cannot hold them."""

    key = models.CharField(max_length=64, primary_key=True)
    """Hash of what a person filled in; the row is useless without it."""
    ciphertext = models.TextField()
    updated_at = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("authorisation")
        verbose_name_plural = _("authorisations")

    def __str__(self) -> str:
        return self.key[:12]
