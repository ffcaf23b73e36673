"""A token for one workflow is its owner with nothing else, wherever a request names another thing."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from tests.conftest import client_of
from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import edge, node
from tests.factories.workflows import workflow_create
from workflow_editor.models import Run, Workflow
from workflow_editor.services.runs.start import run_start
from workflow_editor.services.tokens import token_create
from workflow_editor.services.triggers.publish import trigger_prepare


def document() -> dict[str, Any]:
    fields = [{"name": "page", "type": "file"}]
    return {
        "schema_version": 1,
        "nodes": [node("hook", "webhook", {}), node("start", "start", {"fields": fields}), node("end", "end")],
        "edges": [edge("start", "end")],
    }


@pytest.fixture
def own(alice: User, queue: TaskQueue) -> Workflow:
    return workflow_create(alice, name="Own", document=document())


def token_client(user: User, **options: Any) -> APIClient:
    return APIClient(headers={"Authorization": f"Bearer {token_create(user, name='t', **options)[1]}"})


def run_of(user: User, workflow: Workflow) -> Run:
    return run_start(workflow, user, inputs={})[0]


@pytest.mark.parametrize("rest", ["compare/?with={}", "compare/value/?with={}&node_key=start&path=/page"])
def test_a_run_of_another_workflow_is_not_compared_with(alice: User, own: Workflow, rest: str) -> None:
    program = token_client(alice, workflow=own)
    other = run_of(alice, workflow_create(alice, name="Other", document=document()))
    one, two = run_of(alice, own), run_of(alice, own)
    assert program.get(f"/api/runs/{one.pk}/{rest.format(two.pk)}").status_code == 200
    assert program.get(f"/api/runs/{one.pk}/{rest.format(other.pk)}").status_code == 404
    assert client_of(alice).get(f"/api/runs/{one.pk}/{rest.format(other.pk)}").status_code == 200


def test_a_file_from_elsewhere_is_not_given(alice: User, own: Workflow) -> None:
    person = client_of(alice)
    uploaded = person.post("/api/files/", {"file": SimpleUploadedFile("a.txt", b"warp")}, format="multipart").json()
    body = {"inputs": {"page": uploaded}}
    answer = token_client(alice, workflow=own).post(f"/api/workflows/{own.pk}/runs/", body)
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, "/inputs/page")
    assert person.post(f"/api/workflows/{own.pk}/runs/", body).status_code == 201


def test_who_only_reads_does_not_get_the_address_of_a_webhook(alice: User, bob: User, queue: TaskQueue) -> None:
    shared = workflow_create(alice, name="Shared", document=document(), viewers=(bob,))
    token = trigger_prepare(shared, "hook").token
    readers = [client_of(bob), token_client(bob), token_client(alice, read_only=True)]
    writers = [client_of(alice), token_client(alice)]
    for path in (f"/api/workflows/{shared.pk}/triggers/", f"/api/workflows/{shared.pk}/triggers/hook/"):
        assert not [api for api in readers if token in api.get(path).content.decode()]
        assert all(token in api.get(path).content.decode() for api in writers)
