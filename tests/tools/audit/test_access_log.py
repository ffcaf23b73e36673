"""The audit log of rights: rows that nobody changes, in one chain with the calls, with nothing secret in them."""

import csv
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.http import StreamingHttpResponse
from django.test import Client

from tests.tools.audit.test_audit_chain import calls_made
from tools.adapters.access_log import access_record
from tools.models import AccessEvent, AuditLink
from tools.models.append_only import AuditLogError
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


PAGE = "/admin/tools/accessevent/"


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ({}, 3),
        ({"action_name": "rule.changed"}, 1),
        ({"person": "ALI"}, 2),
        ({"at_from": "2000-01-01"}, 3),
        ({"at_to": "2000-01-01"}, 0),
        ({"q": "2001:db8::1"}, 1),
    ],
)
def test_the_page_filters_and_searches(panel: Client, alice: User, query: dict[str, str], count: int) -> None:
    changes_made(alice)
    shown = panel.get(PAGE, query).context["cl"].queryset
    assert len([row for row in shown if not row.action.startswith("user.")]) == count


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_a_row_is_shown_whole_and_never_changed(panel: Client, alice: User, language: str) -> None:
    row = AccessEvent.objects.get(pk=changes_made(alice)[1])
    page = panel.get(f"{PAGE}{row.pk}/change/", headers={"Accept-Language": language}).content.decode()
    assert "http_request · any role" in page
    assert ("权限变更" in page) is (language == "zh-hans")
    assert panel.post(f"{PAGE}{row.pk}/change/", {"action": "x"}).status_code == 403
    assert [panel.get(PAGE + path).status_code for path in ("add/", f"{row.pk}/delete/")] == [403, 403]


def test_the_export_holds_what_the_page_shows(panel: Client, alice: User) -> None:
    keys = [str(pk) for pk in changes_made(alice)]
    answer = panel.post(PAGE, {"action": "export_csv", "_selected_action": keys})
    assert isinstance(answer, StreamingHttpResponse)
    lines = list(csv.DictReader(StringIO(answer.getvalue().decode("utf-8-sig"))))
    assert [line["action"] for line in lines] == ["sign_in.failed", "rule.changed", "sign_in.succeeded"]
