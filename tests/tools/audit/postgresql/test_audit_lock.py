"""Writers of the audit chain take turns on PostgreSQL, where nothing else makes them wait for each other."""

import threading

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction

from tests.polling import comes_true
from tools.adapters.gateway_factory import OrmAuditLog
from tools.core.definitions import CallContext
from tools.core.ports import AuditRecord
from tools.core.tool_id import ToolId
from tools.models import AccessEvent, AuditLink
from tools.selectors.policies import caller_of
from tools.services.audit_verification import audit_verify


class GivenUpError(Exception):
    """Rolls a transaction back."""


def someone_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = database "
            "WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()"
        )
        return bool(cursor.fetchone()[0])


@pytest.mark.parametrize("gives_up", [False, True])
def test_the_second_writer_waits_and_links_to_what_was_committed(
    transactional_db: None, alice: User, gives_up: bool
) -> None:
    record = AuditRecord("call", CallContext(caller_of(alice)), ToolId("system:x"), "X")

    def write() -> None:
        OrmAuditLog().started(record)
        connection.close()

    second = threading.Thread(target=write)
    try:
        with transaction.atomic():
            OrmAuditLog().started(record)
            second.start()
            assert comes_true(someone_waits, within_s=60, every_s=0.01)
            if gives_up:
                raise GivenUpError
    except GivenUpError:
        pass
    second.join(60)
    report = audit_verify()
    assert (report.links, report.faults) == ((1 if gives_up else 2) + AccessEvent.objects.count(), [])
    assert report.head == AuditLink.objects.latest("id").hash
