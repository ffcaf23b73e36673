"""Values that all workflows of the installation may refer to."""

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

MAX_VALUE = 20_000
"""Characters."""
NAME = r"\A[A-Za-z_][A-Za-z0-9_]{0,63}\Z"


class Variable(models.Model):
    """A text for `{{ env.<name> }}`; `test_value` applies in drafts and test mode. Readable by all editors: not for
    secrets.
    """

    name = models.CharField(_("name"), max_length=64, primary_key=True, validators=[RegexValidator(NAME)])
    value = models.TextField(_("value"), blank=True, max_length=MAX_VALUE)
    test_value = models.TextField(_("test value"), null=True, blank=True, max_length=MAX_VALUE)
    description = models.CharField(_("description"), max_length=500, blank=True)
    updated_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, editable=False, on_delete=models.SET_NULL, related_name="+"
    )
    updated_at = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("variable")
        verbose_name_plural = _("variables")
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name
