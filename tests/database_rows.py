"""Everything that the database holds, as text: for tests that look for what must not be there."""

from collections.abc import Iterator

from django.db import connection


def rows_of_all_tables() -> Iterator[str]:
    """Yield each row as it is stored, behind the name of its table."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            # The names come from the database itself, and no driver takes a table as a parameter.
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # noqa: S608  quoted names
            yield from (f"{table}: {row!r}" for row in cursor.fetchall())
