"""Django's `flush`, quick enough to follow each test with transactions of its own.

Django empties every table and lets all apps write their content types and permissions again, which took longer than
most of these tests. Those rows never change, so they stay. And rows are deleted, not truncated: truncating a hundred
tables, most of them empty, makes PostgreSQL some hundred new files.
"""

from typing import Any

from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management.commands import flush
from django.db import connections, transaction

KEPT = frozenset({ContentType._meta.db_table, Permission._meta.db_table})


class Command(flush.Command):
    help = "Remove all rows but those that every migration writes again."

    def handle(self, **options: Any) -> None:
        database = options["database"]
        connection = connections[database]
        found = connection.introspection.django_table_names(only_existing=True, include_views=False)
        tables = map(connection.ops.quote_name, sorted(set(found) - KEPT))
        deletions = [f"DELETE FROM {table};" for table in tables]  # noqa: S608  names, no values
        if connection.vendor == "postgresql":
            # One round trip, not a hundred.
            deletions = [f"DO $$ BEGIN {' '.join(deletions)} END $$"]
        with transaction.atomic(using=database), connection.cursor() as cursor:
            for statement in deletions:
                cursor.execute(statement)
