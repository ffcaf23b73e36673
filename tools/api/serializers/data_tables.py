"""The JSON of tables and their rows."""

from typing import Any, get_args

from rest_framework import serializers

from tools.api.serializers.shared import ObjectField, PersonSerializer
from tools.core.table_columns import MAX_COLUMNS, ColumnType
from tools.core.table_port import MAX_ROWS_AT_ONCE
from tools.forms.name_fields import NameField
from tools.models import DataTable
from tools.selectors.data_tables import data_table_may_change


class ColumnSerializer(serializers.Serializer[Any]):
    """One column; cells are stored under its key, so that it can be renamed."""

    key = serializers.CharField(max_length=40, help_text="What templates, functions and files call it.")
    name = NameField(max_length=100)
    type = serializers.ChoiceField(choices=list(get_args(ColumnType)))
    choices = serializers.ListField(
        child=NameField(max_length=200), max_length=200, default=list, help_text="Of the type choice."
    )


class DataTableSerializer(serializers.ModelSerializer[DataTable]):
    """A table without its rows. Needs `context["user"]`."""

    columns = ColumnSerializer(many=True, read_only=True)
    owner = PersonSerializer(read_only=True)
    may_change = serializers.SerializerMethodField(help_text="Whether one may change its columns, or delete it.")

    class Meta:
        model = DataTable
        fields = ["id", "name", "description", "columns", "key_column", "row_count", "owner", "shared", "may_change"]
        fields += ["created_at", "updated_at"]
        read_only_fields = fields

    def get_may_change(self, table: DataTable) -> bool:
        return data_table_may_change(user=self.context["user"], table=table)


class ColumnsSerializer(serializers.Serializer[Any]):
    columns = serializers.ListField(child=ColumnSerializer(), max_length=MAX_COLUMNS)
    key_column = serializers.CharField(
        max_length=40, allow_blank=True, default="", help_text="No two rows have the same in it; empty: none."
    )


class DataTableCreateSerializer(ColumnsSerializer):
    name = NameField(max_length=100)
    description = serializers.CharField(max_length=1000, allow_blank=True, default="")
    shared = serializers.BooleanField(default=False)


class DataTableChangeSerializer(serializers.Serializer[Any]):
    name = NameField(max_length=100, required=False)
    description = serializers.CharField(max_length=1000, allow_blank=True, required=False)
    shared = serializers.BooleanField(required=False)


class ColumnsChangeSerializer(ColumnsSerializer):
    accept_loss = serializers.BooleanField(
        default=False, help_text="Delete the cells of removed columns, and those that cannot be converted."
    )


class RowQuerySerializer(serializers.Serializer[Any]):
    """Row filter and order."""

    search = serializers.CharField(max_length=200, allow_blank=True, default="")
    sort = serializers.CharField(
        max_length=41, allow_blank=True, default="", help_text="Key of a column, with “-” before it for descending."
    )
    where = serializers.CharField(
        max_length=10_000, allow_blank=True, default="", help_text="JSON list of {column, operator, value}."
    )
    match = serializers.ChoiceField(choices=["all", "any"], default="all")


class RowPageQuerySerializer(RowQuerySerializer):
    offset = serializers.IntegerField(min_value=0, max_value=1_000_000, default=0)
    limit = serializers.IntegerField(min_value=1, max_value=MAX_ROWS_AT_ONCE, default=100)


class RowPageSerializer(serializers.Serializer[Any]):
    """A page of rows; each is {id, created_at, updated_at} and its cells by the key of their column."""

    rows = serializers.ListField(child=ObjectField())
    total = serializers.IntegerField()
    has_more = serializers.BooleanField()


class RowsSerializer(serializers.Serializer[Any]):
    rows = serializers.ListField(child=ObjectField(), min_length=1, max_length=MAX_ROWS_AT_ONCE)


class RowChangeSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(min_value=1, max_value=2**63 - 1)
    cells = ObjectField(help_text="By the key of their column; null empties a cell.")


class RowChangesSerializer(serializers.Serializer[Any]):
    rows = serializers.ListField(child=RowChangeSerializer(), min_length=1, max_length=MAX_ROWS_AT_ONCE)


class RowIdsSerializer(serializers.Serializer[Any]):
    ids = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**63 - 1), min_length=1, max_length=MAX_ROWS_AT_ONCE
    )


class RowCountSerializer(serializers.Serializer[Any]):
    count = serializers.IntegerField()


class RowFileSerializer(serializers.Serializer[Any]):
    """CSV in UTF-8; its first line names columns by key or name."""

    file = serializers.FileField()
