"""Tables with rows."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from tools.adapters.table_rows import LockedTable, rows_insert
from tools.models import DataTable

PEOPLE: Sequence[dict[str, Any]] = (
    {"key": "email", "name": "E-Mail", "type": "text"},
    {"key": "age", "name": "Age", "type": "number"},
    {"key": "member", "name": "Member", "type": "boolean"},
    {"key": "joined", "name": "Joined", "type": "datetime"},
    {"key": "plan", "name": "Plan", "type": "choice", "choices": ["free", "paid"]},
    {"key": "more", "name": "More", "type": "json"},
)


def table_create(
    owner: User, rows: Sequence[Mapping[str, Any]] = (), *, columns: Sequence[Mapping[str, Any]] = PEOPLE, **fields: Any
) -> DataTable:
    """Return a table of people, of which the e-mail address is the key, unless the columns are others."""
    values = {"name": "People", "key_column": "email" if columns is PEOPLE else "", **fields}
    table = DataTable.objects.create(owner=owner, columns=[{"choices": [], **one} for one in columns], **values)
    with transaction.atomic():
        rows_insert(LockedTable.lock(table.pk), rows)
    table.refresh_from_db()
    return table
