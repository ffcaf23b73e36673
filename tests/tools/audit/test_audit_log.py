"""The audit log only ever grows, and each entry gets its outcome once."""

from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import override

from tools.adapters.gateway_factory import OrmAuditLog
from tools.core.definitions import CallContext, Caller
from tools.core.ports import AuditOutcome, AuditRecord
from tools.core.text import Text
from tools.core.tool_id import ToolId
from tools.models import ToolInvocation
from tools.models.append_only import AuditLogError

WORKFLOW = "11111111-1111-4111-8111-111111111111"
RUN = "22222222-2222-4222-8222-222222222222"


def record_of(user: User, **fields: Any) -> AuditRecord:
    defaults: dict[str, Any] = {
        "stage": "call",
        "tool_id": ToolId("tool:1"),
        "title": "Weather",
        "executor": "http_request",
        "function": "weather_1a2b",
        "call_id": "call_1",
        "arguments": {"city": "Oslo"},
        "context": CallContext(
            Caller(user.pk, user.username), workflow_id=WORKFLOW, run_id=RUN, node_key="fetch", origin="model"
        ),
    }
    return AuditRecord(**(defaults | fields))


OUTCOME = AuditOutcome(
    success=True, code=0, message="ok", result={"success": True}, duration_ms=12.6, attempts=2, test_mode=False
)


def test_a_started_call_is_stored_before_it_runs(alice: User) -> None:
    entry_id = OrmAuditLog().started(
        record_of(alice, rule_id="rule-1", reason=Text.of(en="A rule allows it.", zh="规则允许。"))
    )
    row = ToolInvocation.objects.get(pk=entry_id)
    assert (row.user, row.username, str(row.workflow_id), str(row.run_id)) == (alice, "alice", WORKFLOW, RUN)
    assert (row.decision, row.rule_id, row.reason["zh"]) == ("allow", "rule-1", "规则允许。")
    assert (row.arguments, row.success, row.finished_at) == ({"city": "Oslo"}, None, None)


def test_a_finished_call_has_its_outcome(alice: User) -> None:
    log = OrmAuditLog()
    entry_id = log.started(record_of(alice))
    log.finished(entry_id, OUTCOME)
    row = ToolInvocation.objects.get(pk=entry_id)
    assert (row.success, row.result_code, row.message, row.result) == (True, 0, "ok", {"success": True})
    assert (row.duration_ms, row.attempts) == (13, 2)
    assert row.finished_at is not None


def test_an_outcome_is_added_once(alice: User) -> None:
    log = OrmAuditLog()
    entry_id = log.started(record_of(alice))
    log.finished(entry_id, OUTCOME)
    with pytest.raises(AuditLogError):
        log.finished(entry_id, AuditOutcome(False, 2001, "other", {}, 1, 1))
    assert ToolInvocation.objects.get(pk=entry_id).message == "ok"


@pytest.mark.parametrize(
    ("result", "expected"),
    [({"success": True, "translations": {"zh": "好了"}}, "好了"), ({"success": True}, "ok"), (None, "ok")],
)
def test_a_report_is_read_in_the_language_of_the_request(alice: User, result: Any, expected: str) -> None:
    log = OrmAuditLog()
    entry_id = log.started(record_of(alice))
    log.finished(entry_id, replace(OUTCOME, result=result))
    row = ToolInvocation.objects.get(pk=entry_id)
    assert row.message_text == "ok"
    with override("zh-hans"):
        assert row.message_text == expected


@pytest.mark.parametrize(("code", "decision"), [(1006, "deny"), (1001, "invalid"), (1002, "invalid")])
def test_a_refused_call_is_stored_with_its_reason(alice: User, code: int, decision: str) -> None:
    OrmAuditLog().refused(record_of(alice, code=code, reason=Text.of(en="Denied.", zh="已拒绝。"), rule_id="rule-2"))
    row = ToolInvocation.objects.get()
    assert (row.decision, row.rule_id, row.result_code, row.success) == (decision, "rule-2", code, False)
    assert (row.reason_text, row.message_text) == ("Denied.", "Denied.")
    with override("zh-hans"):
        assert (row.reason_text, row.message_text) == ("已拒绝。", "已拒绝。")
    assert row.finished_at is not None


def test_a_tool_kept_out_of_the_list_is_distinguished_from_a_refused_call(alice: User) -> None:
    OrmAuditLog().refused(record_of(alice, stage="offer", code=1006, reason=Text.of(en="Denied.", zh="已拒绝。")))
    assert ToolInvocation.objects.get().stage == "offer"


def test_calls_without_a_person_are_stored_too(db: None) -> None:
    OrmAuditLog().started(AuditRecord("call", CallContext(Caller(None, "schedule")), ToolId("system:x"), "X"))
    row = ToolInvocation.objects.get()
    assert (row.user, row.username, row.run_id, row.node_key) == (None, "schedule", None, "")


def test_rows_cannot_be_changed_or_deleted(alice: User) -> None:
    OrmAuditLog().started(record_of(alice))
    row = ToolInvocation.objects.get()
    row.message = "forged"
    for forbidden in (
        row.save,
        row.delete,
        ToolInvocation.objects.all().delete,
        lambda: ToolInvocation.objects.update(message="forged"),
        lambda: ToolInvocation.objects.bulk_update([row], ["message"]),
    ):
        with pytest.raises(AuditLogError), transaction.atomic():
            forbidden()
    row.refresh_from_db()
    assert row.message == ""


def test_rows_outlive_their_user(alice: User) -> None:
    OrmAuditLog().started(record_of(alice))
    alice.delete()
    row = ToolInvocation.objects.get()
    assert (row.user, row.username) == (None, "alice")
    assert row.at <= timezone.now()
