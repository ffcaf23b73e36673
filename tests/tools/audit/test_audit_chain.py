"""The chain over the audit log: it holds, it finds what was changed, and it asks the database little."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import DjangoAssertNumQueries

from tests.doubles.tool_ports import Cancel
from tools.adapters.gateway_factory import OrmAuditLog
from tools.audit.chain import FIELDS, FIRST, link_hash
from tools.core.definitions import CallContext, Caller, ToolCall, ToolRef
from tools.core.ports import AuditOutcome, AuditRecord
from tools.core.text import Text
from tools.core.tool_id import ToolId
from tools.models import AccessEvent, AuditLink, ToolInvocation
from tools.services.audit_verification import AuditFault, audit_verify

AWKWARD = {"n": 1e16, "small": 1e-7, "one": 1.0, "text": "a\u0000b", "zh": "绿茶", "deep": [{"x": None}], "big": 2**70}


def calls_made(user: User, count: int = 3) -> list[int]:
    log = OrmAuditLog()
    context = CallContext(Caller(user.pk, user.username), workflow_id=str(uuid4()), run_id=str(uuid4()))
    record = AuditRecord(
        "call", context, ToolId("system:x"), "X", arguments=AWKWARD, reason=Text.of(en="Why", zh="为何")
    )
    for number in range(count):
        entry = log.started(record)
        log.finished(entry, AuditOutcome(True, 0, "done", {"data": AWKWARD}, 1.5 + number, 1))
    log.refused(replace(record, reason=Text.of(en="No", zh="不")))
    return list(ToolInvocation.objects.order_by("id").values_list("id", flat=True))


def test_the_chain_holds_over_calls_and_refusals(alice: User) -> None:
    assert len(calls_made(alice)) == 4
    report = audit_verify()
    changes = AccessEvent.objects.count()
    assert (report.links, report.faults) == (7 + changes, [])
    assert report.head == AuditLink.objects.latest("id").hash
    alice.delete()
    assert audit_verify(expected=report.head).faults == []


def test_links_of_earlier_versions_still_fit() -> None:
    """The content of a link must never change: chains that were written before would no longer hold."""
    run = "22222222-2222-4222-8222-222222222222"
    row = dict.fromkeys((*FIELDS["whole"], *FIELDS["access"]), "x") | {
        "at": datetime(2026, 11, 22, 13, 0, 0, 5, tzinfo=UTC),
        "finished_at": datetime(2026, 11, 22, 21, 0, tzinfo=UTC),
        "run_id": run,
        "workflow_id": UUID(run),
        "arguments": AWKWARD,
        "details": AWKWARD,
        "result": AWKWARD,
        "rule_revision": 3,
        "scope": "",
        "approval": None,
        "untrusted": True,
        "attempts": 1,
        "success": False,
    }
    assert {part: link_hash(FIRST, 7, part, row) for part in FIELDS} == {
        "begin": "5e58c865259f0f60657c290d0bf7dd101e7145ccfd5951ef45440117ac361b09",
        "end": "7e6e1081aa6033770f2bd3871ebf456b5ac2c4e7eeb4c1580c0b6752d325459f",
        "whole": "f74baf59bc0c8510ae9b3991b798d6a8b85a12873710744950470f34a4e73d06",
        "access": "89ff3afef1016d38fbe8e09662472b1f2d39a71e4b473a8fa217f09f0e493b97",
    }


CHANGES: list[tuple[str, str, int, str]] = [
    ("an argument", "UPDATE tools_toolinvocation SET arguments = '{}' WHERE id = %s", 1, "changed"),
    ("a pass", "UPDATE tools_toolinvocation SET scope = '/each.1' WHERE id = %s", 1, "changed"),
    ("a name", "UPDATE tools_toolinvocation SET username = 'bob' WHERE id = %s", 2, "changed"),
    ("a result", "UPDATE tools_toolinvocation SET success = NOT success WHERE id = %s", 0, "changed"),
    ("a refusal", "UPDATE tools_toolinvocation SET decision = 'allow' WHERE id = %s", 3, "changed"),
    ("a row that is gone", "DELETE FROM tools_toolinvocation WHERE id = %s", 1, "missing"),
    ("the last row", "DELETE FROM tools_toolinvocation WHERE id = %s", 3, "missing"),
    (
        "an end without a link",
        "DELETE FROM tools_auditlink WHERE part = 'end' AND row_id = %s",
        2,
        "unfinished_link",
    ),
    ("no link", "DELETE FROM tools_auditlink WHERE row_id = %s", 3, "unlinked"),
]


@pytest.mark.parametrize(("statement", "which", "kind"), [row[1:] for row in CHANGES], ids=[row[0] for row in CHANGES])
def test_what_was_changed_is_found(alice: User, statement: str, which: int, kind: Any) -> None:
    ids = calls_made(alice)
    with connection.cursor() as cursor:
        cursor.execute(statement, [ids[which]])
    assert AuditFault("call", ids[which], kind) in audit_verify().faults
    with pytest.raises(CommandError, match="not what was written"):
        call_command("verify_audit")


def test_a_chain_that_was_computed_again_lacks_the_hash_that_was_kept(alice: User) -> None:
    calls_made(alice)
    kept = audit_verify().head
    head = FIRST
    AuditLink.objects.all().delete()
    for change in AccessEvent.objects.order_by("id").values():
        head = link_hash(head, change["id"], "access", change)
        AuditLink.objects.create(row_id=change["id"], part="access", hash=head)
    for row in ToolInvocation.objects.order_by("id").values():
        head = link_hash(head, row["id"], "whole", row)
        AuditLink.objects.create(row_id=row["id"], part="whole", hash=head)
    assert audit_verify().faults == []
    assert not audit_verify(expected=kept).has_expected
    with pytest.raises(CommandError):
        call_command("verify_audit", "--expect", kept)


def test_the_command_reports_the_last_hash(alice: User, capsys: pytest.CaptureFixture[str]) -> None:
    calls_made(alice)
    call_command("verify_audit")
    assert audit_verify().head in capsys.readouterr().out


def test_a_call_through_the_gateway_asks_the_database_little(
    alice: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    """The cost of a call in milliseconds is a figure of `make bench`."""
    from tools.adapters.gateway_factory import gateway

    context = CallContext(Caller(alice.pk, "alice"), workflow_id=str(uuid4()))
    toolbox = gateway().offer([ToolRef(ToolId("system:get_current_time"))], context)
    call = ToolCall("c1", toolbox.tools()[0].function.name, {})
    # A look at the rules, and two transactions of a row and its link; on PostgreSQL each of them takes a lock.
    with django_assert_max_num_queries(1 + 2 * 5):
        assert toolbox.call(call, timeout_s=60, cancel=Cancel()).success
