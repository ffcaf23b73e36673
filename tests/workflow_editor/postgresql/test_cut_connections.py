"""Connections that the server cuts. SQLite has none."""

import psycopg
import pytest
from django.db import connection, transaction

from workflow_editor.models import Run


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_was_cut_at_rest_is_not_noticed() -> None:
    Run.objects.exists()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (process,) = cursor.fetchone()
    settings = connection.get_connection_params()
    names = ("dbname", "user", "password", "host", "port")
    with psycopg.connect(**{name: settings[name] for name in names}, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [process])
    with transaction.atomic():
        assert not Run.objects.exists()
