"""Runs over HTTP: start, wait, list, watch, stop."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from agents.core.events import NodeLog
from tests.factories.documents import greeting_document, node
from tests.factories.runs import node_run_create, run_create, run_event_create
from tests.factories.workflows import workflow_create
from tests.workflow_editor.api.problem_asserts import assert_problem, pointers
from workflow_editor.models import Run, Status, Workflow, WorkflowVersion
from workflow_editor.services.runs.first_step import run_advance


def start(
    api: APIClient, workflow: Workflow, body: dict[str, Any] | None = None, *, key: str = "", prefer: str = ""
) -> Any:
    url = f"/api/workflows/{workflow.pk}/runs/"
    headers = {"Idempotency-Key": key, "Prefer": prefer}
    return api.post(url, body or {"inputs": {"topic": "looms"}}, headers=headers)


def test_a_run_starts_queued_with_its_graph(
    alice_api: APIClient, workflow: Workflow, alice: User, begins_in_a_worker: None
) -> None:
    response = start(alice_api, workflow, {"inputs": {"topic": "looms"}, "mode": "test"})
    assert response.status_code == 201
    run = response.json()
    assert (run["status"], run["kind"], run["mode"], run["trigger"]) == ("queued", "run", "test", "manual")
    assert run["workflow"] == {"id": str(workflow.pk), "name": "Greeting"}
    assert run["created_by"] == {"id": alice.pk, "username": "alice"}
    assert [item["key"] for item in run["document"]["nodes"]] == ["start", "greet", "end"]
    assert (run["node_runs"], run["output"], run["duration_ms"], run["last_seq"]) == ([], None, None, 1)


def test_a_finished_run_reports_what_each_node_did(alice_api: APIClient, workflow: Workflow) -> None:
    run_id = start(alice_api, workflow).json()["id"]
    run = alice_api.get(f"/api/runs/{run_id}/").json()
    assert (run["status"], run["output"]) == ("succeeded", {"greeting": "Hello looms"})
    assert run["duration_ms"] >= 0
    assert [(item["node_key"], item["name"], item["type"], item["status"]) for item in run["node_runs"]] == [
        ("start", "Start", "start", "succeeded"),
        ("greet", "Greet", "template", "succeeded"),
        ("end", "End", "end", "succeeded"),
    ]
    one = alice_api.get(f"/api/runs/{run_id}/nodes/greet/").json()
    assert (one["output"], one["error"]) == ({"text": "Hello looms"}, None)


@pytest.mark.django_db(transaction=True)
def test_prefer_wait_answers_with_the_finished_run(
    alice_api: APIClient, workflow: Workflow, monkeypatch: pytest.MonkeyPatch, begins_in_a_worker: None
) -> None:
    monkeypatch.setattr("workflow_editor.services.runs.save.enqueue_run", run_advance)
    response = start(alice_api, workflow, prefer="respond-async, wait=10")
    assert response.json()["status"] == "succeeded"
    assert response["Preference-Applied"] == "wait=10"


def test_runs_of_one_graph_share_a_snapshot(alice_api: APIClient, workflow: Workflow) -> None:
    first = start(alice_api, workflow).json()["version"]
    second = start(alice_api, workflow).json()["version"]
    workflow.nodes.filter(key="greet").update(config={"template": "Bye"})
    Workflow.objects.filter(pk=workflow.pk).update(revision=1)
    third = start(alice_api, workflow).json()["version"]
    assert first == second != third
    assert (first["number"], WorkflowVersion.objects.count()) == (None, 2)


def test_a_repeated_key_answers_with_the_first_run(
    alice_api: APIClient, bob_api: APIClient, workflow: Workflow
) -> None:
    first = start(alice_api, workflow, key="k1")
    again = start(alice_api, workflow, key="k1")
    other = start(bob_api, workflow, key="k1")
    assert (first.status_code, again.status_code, other.status_code) == (201, 200, 201)
    assert first.json()["id"] == again.json()["id"] != other.json()["id"]


def test_long_keys_that_begin_alike_are_different_keys(alice_api: APIClient, workflow: Workflow) -> None:
    first, again, other = (start(alice_api, workflow, key="k" * 250 + end) for end in "112")
    assert first.json()["id"] == again.json()["id"] != other.json()["id"]


def test_inputs_that_do_not_fit_the_start_node_are_pointed_at(alice_api: APIClient, workflow: Workflow) -> None:
    response = start(alice_api, workflow, {"inputs": {"topic": ""}})
    assert pointers(assert_problem(response, 400, "run_inputs_invalid")) == ["/inputs/topic"]
    assert not Run.objects.exists()


def test_inputs_that_are_no_object_and_an_unknown_mode_are_refused(alice_api: APIClient, workflow: Workflow) -> None:
    response = start(alice_api, workflow, {"inputs": [1], "mode": "dry"})
    assert set(pointers(assert_problem(response, 400, "invalid_input"))) == {"/inputs", "/mode"}


def test_a_graph_with_an_error_is_not_run(alice_api: APIClient, alice: User) -> None:
    document = greeting_document()
    document["nodes"].append(node("writer", "process"))
    response = start(alice_api, workflow_create(alice, document=document))
    problem = assert_problem(response, 422, "graph_invalid")
    assert {item["node_key"] for item in problem["problems"] if item["severity"] == "error"} == {"writer"}


def test_a_graph_whose_sub_workflow_is_gone_is_not_run(alice_api: APIClient, alice: User) -> None:
    document = greeting_document()
    document["nodes"].append(node("sub", "sub_workflow", {"workflow": "no-such-name"}))
    response = start(alice_api, workflow_create(alice, document=document))
    problems = assert_problem(response, 422, "graph_invalid")["problems"]
    assert [(item["node_key"], item["field"]) for item in problems if item["code"] == "sub_workflow_missing"] == [
        ("sub", "/workflow")
    ]
    assert not Run.objects.exists()


def test_a_viewer_watches_but_neither_starts_nor_stops(alice: User, charlie: User, charlie_api: APIClient) -> None:
    workflow = workflow_create(alice, viewers=(charlie,))
    run = run_create(workflow, status=Status.RUNNING)
    assert charlie_api.get(f"/api/runs/{run.pk}/").status_code == 200
    assert_problem(start(charlie_api, workflow), 403, "forbidden")
    assert_problem(charlie_api.post(f"/api/runs/{run.pk}/cancel/"), 403, "forbidden")


def test_the_list_is_narrowed_and_holds_no_values(alice_api: APIClient, workflow: Workflow, alice: User) -> None:
    failed = run_create(workflow, status=Status.FAILED, error={"code": "x", "message": "No.", "node_key": "greet"})
    debug = run_create(workflow, kind=Run.Kind.DEBUG, target_node="greet")
    run_create(workflow_create(alice, name="Other"))

    def ids(**query: str) -> list[str]:
        return [row["id"] for row in alice_api.get("/api/runs/", query).json()["results"]]

    assert len(ids()) == 3
    assert set(ids(workflow=str(workflow.pk))) == {str(failed.pk), str(debug.pk)}
    assert ids(status="failed") == [str(failed.pk)]
    assert ids(kind="debug") == [str(debug.pk)]
    [row] = alice_api.get("/api/runs/", {"status": "failed"}).json()["results"]
    assert row["error"] == {"code": "x", "message": "No.", "node_key": "greet"}
    assert {"inputs", "output", "document", "node_runs"}.isdisjoint(row)


def test_a_wrong_filter_is_refused(alice_api: APIClient) -> None:
    response = alice_api.get("/api/runs/", {"status": "exploded", "workflow": "7"})
    assert set(pointers(assert_problem(response, 400, "invalid_input"))) == {"/status", "/workflow"}


def test_events_come_in_order_behind_a_number(alice_api: APIClient, workflow: Workflow) -> None:
    run = run_create(workflow)
    for number in range(3):
        run_event_create(run, NodeLog("info", str(number), node_key="greet"))
    url = f"/api/runs/{run.pk}/events/"
    assert [event["seq"] for event in alice_api.get(url).json()["results"]] == [1, 2, 3]
    [event] = alice_api.get(url, {"after": 1, "limit": 1}).json()["results"]
    assert (event["seq"], event["node_key"], event["payload"]) == (2, "greet", {"level": "info", "message": "1"})
    assert pointers(assert_problem(alice_api.get(url, {"after": -1}), 400, "invalid_input")) == ["/after"]


def test_cancelling_a_queued_run_ends_it(alice_api: APIClient, workflow: Workflow, begins_in_a_worker: None) -> None:
    run_id = start(alice_api, workflow).json()["id"]
    assert alice_api.post(f"/api/runs/{run_id}/cancel/").json()["status"] == "cancelled"


def test_cancelling_a_finished_run_changes_nothing(alice_api: APIClient, workflow: Workflow) -> None:
    run = run_create(workflow)
    assert alice_api.post(f"/api/runs/{run.pk}/cancel/").json()["status"] == "succeeded"


def test_a_failed_node_names_itself_in_its_error(alice_api: APIClient, workflow: Workflow) -> None:
    run = run_create(workflow, status=Status.FAILED)
    node_run_create(run, "greet", status=Status.FAILED, error={"code": "node_failed", "message": "No."})
    body = alice_api.get(f"/api/runs/{run.pk}/nodes/greet/").json()
    assert body["error"] == {"code": "node_failed", "message": "No.", "node_key": "greet"}


def test_a_node_that_has_not_run_is_not_found(alice_api: APIClient, workflow: Workflow) -> None:
    run = run_create(workflow)
    assert_problem(alice_api.get(f"/api/runs/{run.pk}/nodes/greet/"), 404, "not_found")


def test_a_published_version_runs_by_its_number(alice_api: APIClient, workflow: Workflow) -> None:
    address = f"/api/workflows/{workflow.pk}/"
    number = alice_api.post(f"{address}versions/").json()["number"]
    graph = alice_api.get(f"{address}graph/").json()
    change = {"op": "update_node", "key": "greet", "changes": {"config": {"template": "Bye {{ inputs.topic }}"}}}
    changed = alice_api.patch(f"{address}graph/", {"revision": graph["revision"], "operations": [change]})
    assert changed.status_code == 200, changed.json()

    def greeting(**body: Any) -> Any:
        run = start(alice_api, workflow, {"inputs": {"topic": "looms"}, **body}).json()
        return run["version"]["number"], alice_api.get(f"/api/runs/{run['id']}/nodes/greet/").json()["output"]["text"]

    assert greeting(version=number) == (number, "Hello looms")
    assert greeting() == greeting(version=None) == (None, "Bye looms")
    assert greeting(version=number, until_node="greet")[1] == "Hello looms"
    problem = assert_problem(start(alice_api, workflow, {"version": 99}), 400, "invalid_input")
    assert pointers(problem) == ["/version"]
