"""The port for tables in the database."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import InterfaceError, OperationalError, transaction

from tools.adapters.table_rows import NO_TABLE, LockedTable, write_rows
from tools.adapters.thread_connections import thread_connection
from tools.core.definitions import CallContext, Caller, JsonObject
from tools.core.errors import ToolNothingFoundError, ToolUnavailableError
from tools.core.registered.tables import KnownTable, RowQuery, TableWrite
from tools.core.text import Text
from tools.models import DataTable, DataWrite
from tools.selectors.data_rows import data_page
from tools.selectors.data_tables import data_table_for_caller

_CUT_OFF = Text("The database could not be reached. Try again later.")


class OrmTables:
    """See `tools.core.registered.tables.Tables`, which this is one of."""

    def find(self, table_id: str, caller: Caller) -> KnownTable | None:
        with thread_connection():
            row = data_table_for_caller(caller=caller, table_id=table_id)
        if row is None:
            return None
        return KnownTable(str(row.pk), row.name, row.description, row.typed_columns(), row.key_column)

    def query(self, table_id: str, query: RowQuery, caller: Caller) -> JsonObject:
        with _reached():
            return data_page(_table(table_id, caller), query)

    def write(self, table_id: str, write: TableWrite, context: CallContext) -> JsonObject:
        key = context.idempotency_key
        with _reached(), transaction.atomic():
            # Another attempt of the call holds the lock until its write is stored or undone.
            locked = LockedTable.lock(_table(table_id, context.caller).pk)
            done = DataWrite.objects.filter(table=locked.row, idempotency_key=key).first() if key else None
            if done is not None:
                return dict(done.result)
            result = write_rows(locked, write)
            if key:
                DataWrite.objects.create(table=locked.row, idempotency_key=key, result=result)
        return result

    def rehearse(self, table_id: str, write: TableWrite, caller: Caller) -> JsonObject:
        with _reached(), transaction.atomic():
            result = write_rows(LockedTable.lock(_table(table_id, caller).pk), write)
            transaction.set_rollback(True)
        return result


def _table(table_id: str, caller: Caller) -> DataTable:
    row = data_table_for_caller(caller=caller, table_id=table_id)
    if row is None:
        raise ToolNothingFoundError(NO_TABLE)
    return row


@contextmanager
def _reached() -> Iterator[None]:
    """Report a lost connection as transient: a retry repeats the write under the call's key."""
    with thread_connection():
        try:
            yield
        except (OperationalError, InterfaceError) as error:
            raise ToolUnavailableError(_CUT_OFF) from error
