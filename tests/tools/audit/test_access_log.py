"""The audit log of rights: rows that nobody changes, in one chain with the calls, with nothing secret in them."""

import csv
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.http import StreamingHttpResponse
from rest_framework.test import APIClient

from tests.tools.audit.test_audit_chain import calls_made
from tools.adapters.access_log import access_record
from tools.models import AccessEvent, AuditLink
from tools.models.append_only import AuditLogError
from tools.services import audit_verification
from tools.services.audit_verification import AuditFault, audit_verify


def changes_made(user: User) -> list[int]:
    access_record(user, "sign_in.succeeded", user.username, address="192.0.2.1")
    calls_made(user, 1)
    access_record(user, "rule.changed", "http_request · any role", {"effect": ["ask", "deny"], "n": 1e16})
    access_record(None, "sign_in.failed", "nobody", address="2001:db8::1")
    return list(made().order_by("id").values_list("id", flat=True))


def made() -> Any:
    """Return what was recorded here; people are recorded too when fixtures make them."""
    return AccessEvent.objects.exclude(action__startswith="user.")


def test_changes_and_calls_are_in_one_chain(alice: User) -> None:
    changes_made(alice)
    report = audit_verify()
    assert report.faults == []
    assert [*AuditLink.objects.values_list("part", flat=True)][-6:] == [
        "access", "begin", "end", "whole", "access", "access",
    ]  # fmt: skip
    alice.delete()
    assert audit_verify(expected=report.head).faults == []


TAMPERINGS: list[tuple[str, str, int, str]] = [
    ("who", "UPDATE tools_accessevent SET username = 'bob' WHERE id = %s", 0, "changed"),
    ("what", "UPDATE tools_accessevent SET action = 'rule.created' WHERE id = %s", 1, "changed"),
    ("details", "UPDATE tools_accessevent SET details = '{}' WHERE id = %s", 1, "changed"),
    ("from where", "UPDATE tools_accessevent SET address = '' WHERE id = %s", 2, "changed"),
    ("a row that is gone", "DELETE FROM tools_accessevent WHERE id = %s", 0, "missing"),
    ("no link", "DELETE FROM tools_auditlink WHERE part = 'access' AND row_id = %s", 2, "unlinked"),
]


@pytest.mark.parametrize(
    ("statement", "which", "kind"), [row[1:] for row in TAMPERINGS], ids=[row[0] for row in TAMPERINGS]
)
def test_what_was_changed_is_found(alice: User, statement: str, which: int, kind: Any) -> None:
    ids = changes_made(alice)
    with connection.cursor() as cursor:
        cursor.execute(statement, [ids[which]])
    assert AuditFault("access", ids[which], kind) in audit_verify().faults


def test_rows_are_only_appended(alice: User) -> None:
    row = AccessEvent.objects.get(pk=changes_made(alice)[0])
    attempts: list[Callable[[], object]] = [
        row.save,
        row.delete,
        AccessEvent.objects.all().delete,
        lambda: AccessEvent.objects.update(action="x"),
    ]
    for attempt in attempts:
        with pytest.raises(AuditLogError):
            attempt()


def test_a_row_goes_with_the_transaction_of_its_change(alice: User) -> None:
    with transaction.atomic():
        access_record(alice, "member.added", "bob")
        transaction.set_rollback(True)
    assert not made().exists()
    assert audit_verify().faults == []


def test_details_hold_no_secret_and_are_bounded(alice: User) -> None:
    details = {"password": "hunter2-hunter2", "url": "https://a:planted@x.example/?k=planted", "long": "x" * 10_000}
    access_record(alice, "tool.changed", "t" * 500, {**details, "many": list(range(1000))})
    row = made().get()
    assert "hunter2" not in str(row.details)
    assert "planted" not in str(row.details)
    assert (len(row.target), len(row.details["long"]), len(row.details["many"])) == (200, 500, 100)


EVENTS = "/api/tools/access-events/"
EXPORT = "/api/tools/access-events.csv"
CHAIN = "/api/tools/audit-chain/"


def shown(api: APIClient, **query: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = api.get(EVENTS, query).json()["results"]
    return [row for row in rows if not row["action"].startswith("user.")]


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ({}, 3),
        ({"kind": "rule"}, 1),
        ({"kind": "sign"}, 0),
        ({"user": "alice"}, 2),
        ({"user": "ali"}, 0),
        ({"since": "2000-01-01"}, 3),
        ({"until": "2000-01-01"}, 0),
        ({"search": "2001:DB8::1"}, 1),
        ({"search": "http_request", "kind": "rule", "user": "alice"}, 1),
    ],
)
def test_the_list_is_filtered_and_searched(
    admin_api: APIClient, alice: User, query: dict[str, str], count: int
) -> None:
    changes_made(alice)
    assert len(shown(admin_api, **query)) == count


def test_an_event_is_shown_whole_newest_first(admin_api: APIClient, alice: User) -> None:
    ids = changes_made(alice)
    rows = shown(admin_api)
    assert [row["id"] for row in rows] == [str(one) for one in reversed(ids)]
    assert shown(admin_api, row=str(ids[1])) == [rows[1]]
    assert rows[1] == {
        "id": str(ids[1]),
        "at": rows[1]["at"],
        "username": "alice",
        "action": "rule.changed",
        "target": "http_request · any role",
        "details": {"effect": ["ask", "deny"], "n": 1e16},
        "address": "",
    }


def test_the_export_holds_what_the_list_shows(admin_api: APIClient, alice: User) -> None:
    changes_made(alice)
    answer = admin_api.get(EXPORT, {"user": "alice"})
    assert isinstance(answer, StreamingHttpResponse)
    lines = list(csv.DictReader(StringIO(answer.getvalue().decode("utf-8-sig"))))
    assert [line["action"] for line in lines] == ["rule.changed", "sign_in.succeeded"]


@pytest.mark.parametrize("address", [EVENTS, EXPORT])
def test_superusers_alone_read_it(alice_api: APIClient, alice: User, address: str) -> None:
    for is_staff in (False, True):
        User.objects.filter(pk=alice.pk).update(is_staff=is_staff)
        answer = alice_api.get(address)
        assert (answer.status_code, answer.json()["code"]) == (403, "staff_only")


def test_the_chain_is_checked_part_by_part(admin_api: APIClient, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit_verification, "PART", 3)
    ids = changes_made(alice)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tools_accessevent SET username = 'bob' WHERE id = %s", [ids[1]])
    parts = [admin_api.get(CHAIN).json()]
    while parts[-1]["last"] is not None:
        parts.append(admin_api.get(CHAIN, {"after": parts[-1]["last"]}).json())
    assert len(parts) > 1
    assert sum(part["links"] for part in parts) == AuditLink.objects.count()
    assert parts[-1]["head"] == AuditLink.objects.latest("id").hash
    assert [fault for part in parts for fault in part["faults"]] == [
        {"table": "access", "row_id": ids[1], "kind": "changed"}
    ]


def test_the_chain_is_checked_by_administrators(alice_api: APIClient) -> None:
    assert alice_api.get(CHAIN).json()["code"] == "staff_only"
