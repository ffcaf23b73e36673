"""Columns that many tables have: the owner, and the times of creation and change. Abstract."""

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.utils.functional import _StrPromise


def person(role: "_StrPromise", *, editable: bool = True) -> "models.ForeignKey[User | None, User | None]":
    """Return a column with who did something, empty once the account is deleted."""
    return models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=role,
        null=True,
        blank=True,
        editable=editable,
        on_delete=models.SET_NULL,
        related_name="+",
    )


class Created(models.Model):
    """A row with the time of its creation."""

    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        abstract = True


class Timed(Created):
    """A row with the times of its creation and of its last change."""

    updated_at = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        abstract = True


class Owned(models.Model):
    """A thing that goes with its owner's account."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("owner"), on_delete=models.CASCADE, related_name="+"
    )

    class Meta:
        abstract = True


class Shareable(Owned):
    """A thing with an owner. Everybody may use a shared one; it is in the lists of those alone who took it up."""

    shared = models.BooleanField(_("shared"), default=False)
    taken_up_by = models.ManyToManyField(settings.AUTH_USER_MODEL, editable=False, related_name="+")

    class Meta:
        abstract = True
