"""Base of things that their owner may share with everybody."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Shareable(models.Model):
    """A thing with an owner. Everybody may use a shared one; it is in the lists of those alone who took it up."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("owner"), on_delete=models.CASCADE, related_name="+"
    )
    shared = models.BooleanField(_("shared"), default=False)
    taken_up_by = models.ManyToManyField(settings.AUTH_USER_MODEL, editable=False, related_name="+")

    class Meta:
        abstract = True
