"""Files that tools made: stored once by content, shown to their owner, readers of the run and staff."""

import uuid

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.factories.runs import run_create
from tests.factories.workflows import workflow_create
from tools.adapters.files import OrmFileStore
from tools.core.definitions import CallContext
from tools.core.errors import ToolArgumentsError
from tools.core.file_port import FileContent
from tools.models import FileBody, ToolFile
from tools.selectors.policies import caller_of
from tools.services.tool_files import tool_files_delete
from workflow_editor.models import WorkflowMember

PICTURE = FileContent("tea.png", "image/png", b"\x89PNG tea")
PAGE = FileContent("page.html", "text/html", b"<script>alert(1)</script>")


def context(user: User, run_id: uuid.UUID | None = None) -> CallContext:
    return CallContext(caller_of(user), run_id=str(run_id) if run_id else None)


def test_a_picture_is_shown_to_its_owner_only(alice: User, alice_api: APIClient, bob_api: APIClient) -> None:
    stored = OrmFileStore().save(PICTURE, context(alice))
    answer = alice_api.get(stored.address)
    assert (answer.status_code, answer.content) == (200, PICTURE.content)
    assert answer["Content-Type"] == "image/png"
    assert answer["Content-Disposition"].startswith("inline")
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert bob_api.get(stored.address).status_code == 404


def test_anything_else_is_a_download(alice: User, alice_api: APIClient) -> None:
    answer = alice_api.get(OrmFileStore().save(PAGE, context(alice)).address)
    assert answer["Content-Type"] == "application/octet-stream"
    assert answer["Content-Disposition"].startswith("attachment")


def test_whoever_may_read_the_run_may_see_its_files(
    alice: User, bob: User, bob_api: APIClient, charlie_api: APIClient, admin_api: APIClient
) -> None:
    workflow = workflow_create(alice)
    stored = OrmFileStore().save(PICTURE, context(alice, run_create(workflow).pk))
    assert bob_api.get(stored.address).status_code == 404
    WorkflowMember.objects.create(workflow=workflow, user=bob, role=WorkflowMember.Role.VIEWER)
    assert bob_api.get(stored.address).status_code == 200
    assert charlie_api.get(stored.address).status_code == 404
    assert admin_api.get(stored.address).status_code == 200


def test_the_same_content_is_stored_once(alice: User, bob: User) -> None:
    store = OrmFileStore()
    first, again = store.save(PICTURE, context(alice)), store.save(PICTURE, context(alice))
    other = store.save(PICTURE, context(bob))
    assert first.address == again.address != other.address
    assert (FileBody.objects.count(), ToolFile.objects.count()) == (1, 2)


def test_files_go_with_their_runs_and_contents_with_their_last_file(alice: User) -> None:
    store, workflow = OrmFileStore(), workflow_create(alice)
    old, new = run_create(workflow).pk, run_create(workflow).pk
    store.save(PICTURE, context(alice, old))
    store.save(PICTURE, context(alice, new))
    store.save(PAGE, context(alice, old))
    tool_files_delete(run_ids=[old])
    assert [row.run_id for row in ToolFile.objects.all()] == [new]
    assert [bytes(row.content) for row in FileBody.objects.all()] == [PICTURE.content]
    tool_files_delete(run_ids=[new])
    assert not FileBody.objects.exists()


def test_a_tool_opens_files_within_its_callers_rights(alice: User, bob: User) -> None:
    store = OrmFileStore()
    address = store.save(PICTURE, context(alice)).address
    assert store.is_ours(address)
    assert store.open(address, context(alice)) == PICTURE
    for wrong, user in ((address, bob), (f"/api/tools/files/{uuid.uuid4()}/", alice), ("https://x.example/a", alice)):
        with pytest.raises(ToolArgumentsError):
            store.open(wrong, context(user))
    assert not store.is_ours("https://x.example/api/tools/files/")
