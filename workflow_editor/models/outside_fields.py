"""Columns for what comes from outside as it is: NUL characters go, which PostgreSQL cannot store."""

from typing import TYPE_CHECKING, Any

from django.db import models

from tools.rows.writer import without_nul

if TYPE_CHECKING:
    _TextField = models.CharField[str, str]
else:  # Django's own class takes no types
    _TextField = models.CharField


class OutsideTextField(_TextField):
    def get_prep_value(self, value: Any) -> Any:
        return super().get_prep_value(without_nul(value))


class OutsideJsonField(models.JSONField):
    def get_prep_value(self, value: Any) -> Any:
        return super().get_prep_value(without_nul(value))
