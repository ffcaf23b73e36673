"""Publishing refuses a workflow with errors; versions published before continue."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import greeting_document, node
from tests.factories.run_documents import chain
from tests.factories.workflows import workflow_create
from workflow_editor.models import WorkflowVersion

Json = dict[str, Any]
CALL: Json = {"id": "t1", "type": "http-request", "name": "Fetch", "config": {"url": ""}}
ERRORS: list[tuple[Json, str]] = [
    (node("x", "template", {"template": "{{ nodes.ghost.a }}"}, type_version=2), "unknown_reference"),
    (node("x", "template", {"template": "{{ inputs.ghost }}"}, type_version=2), "unknown_input"),
    (node("x", "process", {}, type_version=2), "prompt_missing"),
    (node("x", "tool", {"tool": CALL, "arguments": {}}, type_version=2), "argument_missing"),
    (node("x", "tool", {"tool": {**CALL, "enabled": False}}, type_version=2), "tool_disabled"),
]


@pytest.mark.parametrize(("broken", "code"), ERRORS, ids=[code for _, code in ERRORS])
def test_a_workflow_with_errors_is_not_published(alice: User, alice_api: APIClient, broken: Json, code: str) -> None:
    document = chain(broken)
    document["nodes"][0]["config"] = {"fields": [{"name": "topic", "type": "text", "title": "Topic"}]}
    workflow = workflow_create(alice, document=document)
    refused = alice_api.post(f"/api/workflows/{workflow.pk}/versions/", {}, format="json")
    assert refused.status_code == 422, refused.content
    problem = refused.json()
    assert problem["code"] == "graph_invalid"
    assert code in [one["code"] for one in problem["problems"] if one["severity"] == "error"]
    assert not WorkflowVersion.objects.filter(workflow=workflow, number__isnull=False).exists()


def test_warnings_of_old_nodes_do_not_keep_a_workflow_back(alice: User, alice_api: APIClient, queue: TaskQueue) -> None:
    document = greeting_document()
    document["nodes"][1]["config"]["template"] = "Hello {{ inputs.ghost }}"
    workflow = workflow_create(alice, document=document)
    published = alice_api.post(f"/api/workflows/{workflow.pk}/versions/", {}, format="json")
    assert published.status_code == 201, published.content
    started = alice_api.post(
        f"/api/workflows/{workflow.pk}/runs/", {"inputs": {"topic": "tea"}, "version": 1}, format="json"
    )
    queue.run_all()
    run = alice_api.get(f"/api/runs/{started.json()['id']}/").json()
    assert (run["status"], run["output"]) == ("succeeded", {"greeting": "Hello "})


def test_a_run_may_send_an_input_that_the_start_node_lacks(alice: User, alice_api: APIClient, queue: TaskQueue) -> None:
    document = chain(node("x", "template", {"template": "{{ inputs.ghost }}"}, type_version=2))
    url = f"/api/workflows/{workflow_create(alice, document=document).pk}/runs/"
    assert alice_api.post(url, {"inputs": {}}, format="json").status_code == 422
    started = alice_api.post(url, {"inputs": {"ghost": "boo"}}, format="json")
    queue.run_all()
    assert alice_api.get(f"/api/runs/{started.json()['id']}/").json()["output"] == {"text": "boo"}


def test_required_arguments_are_known_before_the_run(alice: User, alice_api: APIClient) -> None:
    def severities(version: int, **arguments: Any) -> list[str]:
        call = node("x", "tool", {"tool": CALL, "arguments": arguments}, type_version=version)
        workflow = workflow_create(alice, document=chain(call))
        found = alice_api.get(f"/api/workflows/{workflow.pk}/graph/").json()["problems"]
        return [one["severity"] for one in found if one["code"] == "argument_missing"]

    assert (severities(2), severities(1)) == (["error"], [])
    assert severities(2, url="https://api.example.com/") == []


def test_required_inputs_of_a_sub_workflow_are_known_before_the_run(alice: User, alice_api: APIClient) -> None:
    called = workflow_create(alice, name="Greeting", document=greeting_document())

    def severities(version: int, *names: str) -> list[str]:
        config = {"workflow": called.slug, "inputs": [{"name": name, "value": "tea"} for name in names]}
        workflow = workflow_create(alice, document=chain(node("x", "sub_workflow", config, type_version=version)))
        found = alice_api.get(f"/api/workflows/{workflow.pk}/graph/").json()["problems"]
        return [one["severity"] for one in found if one["code"] == "argument_missing"]

    assert (severities(2), severities(1), severities(2, "topic")) == (["error"], [], [])
