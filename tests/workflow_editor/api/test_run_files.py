"""Downloads of what output nodes wrote."""

from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.factories.documents import node
from tests.factories.run_documents import chain
from tests.factories.workflows import workflow_create
from tests.workflow_editor.api.problem_asserts import assert_problem
from workflow_editor.services.runs.first_step import run_advance


def run_of(api: APIClient, owner: User, output: dict[str, Any], **fields: Any) -> str:
    """Run start -> output -> end and return the run's address."""
    document = chain(node("file", "output", output, **fields))
    workflow = workflow_create(owner, document=document)
    run_id: str = api.post(f"/api/workflows/{workflow.pk}/runs/", {"inputs": {}}).json()["id"]
    run_advance(UUID(run_id))
    return f"/api/runs/{run_id}"


@pytest.mark.parametrize(
    ("format_", "content_type", "ending"),
    [
        ("text", "text/plain; charset=utf-8", "txt"),
        ("json", "application/json", "json"),
        ("markdown", "text/markdown; charset=utf-8", "md"),
        ("html", "text/html; charset=utf-8", "html"),
    ],
)
def test_a_file_is_downloaded_with_its_type(
    alice_api: APIClient, alice: User, format_: str, content_type: str, ending: str
) -> None:
    run = run_of(alice_api, alice, {"content": '"茶"', "format": format_, "fileName": "report"})
    response = alice_api.get(f"{run}/nodes/file/file/")
    assert response.status_code == 200
    assert response.content.decode() == '"茶"'
    assert response["Content-Type"] == content_type
    assert response["Content-Disposition"] == f'attachment; filename="report.{ending}"'


def test_a_file_can_do_nothing_in_the_browser(alice_api: APIClient, alice: User) -> None:
    run = run_of(alice_api, alice, {"content": "<script>alert(1)</script>", "format": "html", "fileName": "x"})
    response = alice_api.get(f"{run}/nodes/file/file/")
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Content-Security-Policy"].startswith("sandbox; default-src 'none'")
    assert response["Cache-Control"] == "private, no-store"


def test_a_name_in_chinese_survives_and_cannot_leave_its_header(alice_api: APIClient, alice: User) -> None:
    run = run_of(alice_api, alice, {"content": "x", "fileName": '报告"\r\nSet-Cookie: a=b'})
    response = alice_api.get(f"{run}/nodes/file/file/")
    assert response["Content-Disposition"] == (
        "attachment; filename*=utf-8''%E6%8A%A5%E5%91%8A_Set-Cookie_%20a%3Db.txt"
    )
    assert "Set-Cookie" not in response.headers


def test_other_nodes_have_no_file(alice_api: APIClient, alice: User) -> None:
    run = run_of(alice_api, alice, {"content": "x"})
    assert_problem(alice_api.get(f"{run}/nodes/start/file/"), 404, "not_found")
    assert_problem(alice_api.get(f"{run}/nodes/ghost/file/"), 404, "not_found")
    assert_problem(alice_api.get(f"{run}/nodes/file/file/?scope=%2Feach.3"), 404, "not_found")


def test_a_node_that_failed_or_was_passed_over_has_no_file(alice_api: APIClient, alice: User) -> None:
    failed = run_of(alice_api, alice, {"content": "no json", "format": "json"})
    assert_problem(alice_api.get(f"{failed}/nodes/file/file/"), 404, "not_found")
    passed_over = run_of(alice_api, alice, {"content": "x"}, bypass=True)
    assert_problem(alice_api.get(f"{passed_over}/nodes/file/file/"), 404, "not_found")


def test_only_those_who_see_the_run_see_its_files(alice_api: APIClient, charlie_api: APIClient, alice: User) -> None:
    run = run_of(alice_api, alice, {"content": "x"})
    assert_problem(charlie_api.get(f"{run}/nodes/file/file/"), 404, "not_found")
