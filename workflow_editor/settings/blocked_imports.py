"""What packages would import by themselves although it is never used here."""

import sys


def block_postgres_fields() -> None:
    """Spare a server on SQLite the PostgreSQL fields of Django, and psycopg with them: 123 instead of 133 MB when idle.

    The panel's package and Django REST framework try the import and do without where it fails, which None makes it do.
    """
    sys.modules["django.contrib.postgres"] = None  # type: ignore[assignment]  # the import system's own convention
