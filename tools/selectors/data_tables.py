"""Reads of tables."""

from functools import partial

from tools.core.definitions import Caller
from tools.core.errors import RecordForbiddenError, RecordNotFoundError
from tools.core.naming.ids import uuid_of
from tools.core.text import Text
from tools.models import DataTable
from tools.rows.reader import read_row
from tools.selectors.sharing import OwnedRows

TABLES = OwnedRows(
    lambda: DataTable.objects.select_related("owner"),
    missing=partial(RecordNotFoundError, Text("This table does not exist.")),
    forbidden=partial(RecordForbiddenError, Text("Only the owner can change this table.")),
    by_emergency=True,
)
"""Tables by right; their rows may be changed by all who may use the table."""


def data_table_for_caller(*, caller: Caller, table_id: str) -> DataTable | None:
    """Return the table if this caller may use it. Malformed ids find nothing."""
    key = uuid_of(table_id)
    row = read_row(DataTable, id=key) if key else None
    return row if row is not None and TABLES.may_use(caller.user_id, row) else None
