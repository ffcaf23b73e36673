"""The port for tables: rows that people see as a grid, and that tools read and write. No framework."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from tools.core.definitions import CallContext, Caller, JsonObject
from tools.core.table_columns import TableColumn

Operator = Literal[
    "equals",
    "not_equals",
    "contains",
    "not_contains",
    "greater_than",
    "greater_or_equal",
    "less_than",
    "less_or_equal",
    "is_empty",
    "is_not_empty",
]
MAX_ROWS_AT_ONCE = 1000
"""Rows of one call or request."""


@dataclass(frozen=True, slots=True)
class RowCondition:
    """One comparison of a cell; `column` is the key of a column, or one of `ROW_FIELDS`."""

    column: str
    operator: Operator = "equals"
    value: Any = None


@dataclass(frozen=True, slots=True)
class RowQuery:
    """Row filter and order."""

    conditions: Sequence[RowCondition] = ()
    match: Literal["all", "any"] = "all"
    search: str = ""
    """Part of any text, in capitals or not."""
    sort: str = ""
    """Key of a column, or one of `ROW_FIELDS`, with "-" before it for descending; empty: as they were added."""
    offset: int = 0
    limit: int = 100


@dataclass(frozen=True, slots=True)
class InsertRow:
    """Add a row; cells by key or name of their column."""

    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class InsertRows:
    rows: Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class UpsertRow:
    """Change the row that has this value in the key column, or add it."""

    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class UpdateRow:
    """Change cells of a row; an empty value empties the cell."""

    row_id: int
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class DeleteRow:
    row_id: int


@dataclass(frozen=True, slots=True)
class IncrementCell:
    """Add to a number of a row: by its id, or by its key, in which case the row is added where it is missing."""

    column: str
    by: float = 1
    row_id: int | None = None
    key: Any = None


TableWrite = InsertRow | InsertRows | UpsertRow | UpdateRow | DeleteRow | IncrementCell


@dataclass(frozen=True, slots=True)
class KnownTable:
    """A table that a caller may use."""

    id: str
    name: str
    description: str = ""
    columns: Sequence[TableColumn] = field(default=())
    key_column: str = ""
    """The column in which no two rows have the same; empty: none."""


class Tables(Protocol):
    """Reads and writes tables within the rights of a caller. Safe to share by threads."""

    def find(self, table_id: str, caller: Caller) -> KnownTable | None:
        """Return the table, or None when it is missing or the caller may not see it (both look the same)."""
        ...

    def query(self, table_id: str, query: RowQuery, caller: Caller) -> JsonObject:
        """Return {rows, total, has_more}; a row is {id, created_at, updated_at} and its cells, None for an empty one.

        Raises:
            ToolArgumentsError: a column or a value of the query does not fit.
            ToolNothingFoundError: as `find`.
        """
        ...

    def write(self, table_id: str, write: TableWrite, context: CallContext) -> JsonObject:
        """Write rows, once per idempotency key, and return the result of the write.

        The result is {row} as from `query`, {row, created} for an upsert or increment, {ids, count} for several rows.
        Raises:
            ToolArgumentsError: a cell does not fit its column, or another row has the same key.
            ToolNothingFoundError: as `find`, or there is no such row.
        """
        ...

    def rehearse(self, table_id: str, write: TableWrite, caller: Caller) -> JsonObject:
        """Return the result of `write` without writing. Raises ToolError, as `write`."""
        ...
