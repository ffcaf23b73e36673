"""Refused rights are events of the audit log, and nobody fills it with them."""

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError
from rest_framework.test import APIClient

from tests.conftest import client_of
from tests.factories.workflows import workflow_create
from tools.models import AccessEvent
from tools.services.audit_verification import audit_verify
from workflow_editor.models import Workflow, WorkflowMember
from workflow_editor.services import refused_rights
from workflow_editor.services.tokens import token_create


def refused() -> list[tuple[str, str, str]]:
    rows = AccessEvent.objects.filter(action="rights.refused").order_by("id")
    return [(row.username, row.target, row.details["code"]) for row in rows]


@pytest.fixture
def viewed(workflow: Workflow, charlie: User) -> Workflow:
    WorkflowMember.objects.create(workflow=workflow, user=charlie, role="viewer")
    return workflow


def rename(client: APIClient, workflow: Workflow) -> int:
    return int(client.patch(f"/api/workflows/{workflow.pk}/", {"name": "Mine"}).status_code)


def test_a_refused_act_leaves_one_row_an_hour(charlie_api: APIClient, viewed: Workflow) -> None:
    assert [rename(charlie_api, viewed) for _ in range(3)] == [403] * 3
    assert refused() == [("charlie", "PATCH /api/workflows/<uuid:workflow_id>/", "forbidden")]
    row = AccessEvent.objects.filter(action="rights.refused").get()
    assert row.address == "127.0.0.1"
    assert audit_verify().faults == []


def test_a_refused_token_is_recorded_by_its_address(alice: User, workflow: Workflow) -> None:
    raw = token_create(alice, name="CI", read_only=True)[1]
    client = APIClient(HTTP_AUTHORIZATION=f"Bearer {raw}", REMOTE_ADDR="203.0.113.9")
    assert rename(client, workflow) == 403
    assert refused() == [("", "PATCH /api/workflows/<uuid:workflow_id>/", "token_read_only")]


def test_strangers_questions_and_missing_rows_leave_none(alice: User, charlie_api: APIClient) -> None:
    workflow = workflow_create(alice)
    assert rename(APIClient(), workflow) == 401
    assert rename(charlie_api, workflow) == 404
    assert charlie_api.post("/api/tokens/", {"name": "CI"}).status_code == 403
    assert APIClient().post("/api/session/", {"username": "alice", "password": "x"}).status_code == 403
    assert refused() == []


def test_one_person_leaves_a_bounded_number(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refused_rights, "PER_HOUR", 3)
    client = client_of(alice)
    for method in ("post", "put", "patch", "delete"):
        for address in ("/api/variables/A/", "/api/tools/policies/"):
            getattr(client, method)(address, {}, format="json")
    assert len(refused()) == 3


def test_a_log_that_cannot_be_written_changes_no_answer(
    charlie_api: APIClient, viewed: Workflow, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object, **kwargs: object) -> None:
        raise DatabaseError("the disk is full")

    monkeypatch.setattr(refused_rights, "access_record", fail)
    assert rename(charlie_api, viewed) == 403
