"""Rows of the audit log: written, never changed, never deleted."""

from typing import Any, NoReturn, TypeVar

from django.db import models

Row = TypeVar("Row", bound=models.Model)


class AuditLogError(TypeError):
    """Something tried to change or delete an audit row: a bug in the calling code."""


class AppendOnlyQuerySet(models.QuerySet[Row]):
    def delete(self) -> NoReturn:
        raise AuditLogError("audit rows are never deleted")

    def update(self, **kwargs: Any) -> NoReturn:
        raise AuditLogError("audit rows are never updated")


class AppendOnlyModel(models.Model):
    """Refuses deletion; subclasses define writing."""

    class Meta:
        abstract = True

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AuditLogError("audit rows are never deleted")
