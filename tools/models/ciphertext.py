"""The column that holds secrets."""

from typing import TYPE_CHECKING, Any

from django.db import models

if TYPE_CHECKING:
    _Text = models.TextField[str, str]
else:
    # Django's fields take no types while they run.
    _Text = models.TextField


class CiphertextField(_Text):
    """A token of `tools.secrets.encryption`, or an empty text; a change of keys finds the column by its type."""

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        """Return what migrations write: to the database it is a text."""
        name, _, arguments, options = super().deconstruct()
        return name, "django.db.models.TextField", arguments, options
