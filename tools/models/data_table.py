"""Tables that people see as a grid, and that workflows and agents read and write."""

import uuid

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tools.core.table_columns import LONGEST_ROW_KEY, TableColumn, columns_of
from tools.models.owned import Shareable, Timed


class DataTable(Shareable, Timed):
    """One table: its columns, and how many rows it has. Whoever writes rows locks it first."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(_("name"), max_length=100)
    description = models.CharField(_("description"), max_length=1000, blank=True)
    columns = models.JSONField(_("columns"), default=list, blank=True)
    key_column = models.CharField(_("key column"), max_length=40, blank=True)
    row_count = models.PositiveIntegerField(default=0, editable=False)
    shared = models.BooleanField(
        _("shared"), default=False, help_text=_("Everyone can see it and write rows; its owner changes the columns.")
    )

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name

    def typed_columns(self) -> list[TableColumn]:
        return columns_of(self.columns)


class DataRow(models.Model):
    """One row; `cells` by the key of their column, without empty ones."""

    table = models.ForeignKey(DataTable, on_delete=models.CASCADE, related_name="rows", db_index=False)
    cells = models.JSONField(default=dict)
    key = models.CharField(max_length=LONGEST_ROW_KEY, null=True)
    """Value of the table's key column (`tools.core.table_columns.row_key`)."""
    created_at = models.DateTimeField(default=timezone.now)
    updated_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("row")
        verbose_name_plural = _("rows")
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["table", "key"], name="data_row_once_per_key")]
        indexes = [
            models.Index(fields=["table", "id"], name="data_row_in_order"),
            models.Index(fields=["table", "updated_at"], name="data_row_by_change"),
        ]

    def __str__(self) -> str:
        return str(self.pk)


class DataWrite(models.Model):
    """A write that a tool call made, so that the next attempt of the call finds its result and writes nothing."""

    table = models.ForeignKey(DataTable, on_delete=models.CASCADE, related_name="+", db_index=False)
    idempotency_key = models.CharField(max_length=200)
    result = models.JSONField()
    written_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "idempotency_key"], name="data_write_once_per_call")]

    def __str__(self) -> str:
        return self.idempotency_key
