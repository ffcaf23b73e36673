"""Tests over HTTP: made from runs and files, changed, replayed; bad input is reported with its pointer."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.factories.documents import greeting_document, node
from tests.factories.run_documents import ask, chain
from tests.factories.workflows import member_create
from tests.workflow_editor.testing.recorded import Recorder
from workflow_editor.models import Workflow, WorkflowTest
from workflow_editor.services.versions import version_publish

Json = dict[str, Any]


@pytest.fixture
def workflow(recorder: Recorder) -> Workflow:
    return recorder.workflow(chain(ask("first")))


@pytest.fixture
def greets(recorder: Recorder, workflow: Workflow) -> WorkflowTest:
    return recorder.record(workflow, name="Greets")


def errors_of(answer: Any) -> list[tuple[str, str]]:
    assert answer.status_code == 400, answer.content
    return [(error["pointer"], error["code"]) for error in answer.json()["errors"]]


def test_a_run_is_kept_as_a_test(recorder: Recorder, workflow: Workflow, alice_api: APIClient) -> None:
    run = recorder.run(workflow)
    answer = alice_api.post(f"/api/runs/{run.pk}/test/", {"name": "Greets"})
    assert answer.status_code == 201
    made = answer.json()
    assert (made["name"], made["workflow"], made["source_run"]) == ("Greets", str(workflow.pk), str(run.pk))
    assert made["last_result"] is None
    assert [demand["kind"] for demand in made["assertions"]] == ["status", "equals", "tools"]
    (listed,) = alice_api.get(f"/api/workflows/{workflow.pk}/tests/").json()
    assert listed["id"] == made["id"]
    assert "cassette" not in listed


def test_a_test_is_replayed_and_its_results_are_kept(alice_api: APIClient, greets: WorkflowTest) -> None:
    url = f"/api/workflow-tests/{greets.pk}/results/"
    answer = alice_api.post(url, {})
    assert answer.status_code == 201
    result = answer.json()
    assert (result["status"], result["findings"], result["version"]["number"]) == ("passed", [], None)
    assert alice_api.get(f"/api/runs/{result['run']}/").json()["trigger"] == "replay"
    assert [row["id"] for row in alice_api.get(url).json()] == [result["id"]]
    (listed,) = alice_api.get(f"/api/workflows/{greets.workflow_id}/tests/").json()
    assert listed["last_result"]["id"] == result["id"]
    assert alice_api.get(f"/api/workflow-tests/{greets.pk}/").json()["last_result"]["id"] == result["id"]


def test_a_workflow_without_models_has_no_tokens_to_report(recorder: Recorder, alice_api: APIClient) -> None:
    greets = recorder.record(recorder.workflow(greeting_document()), topic="looms")
    result = alice_api.post(f"/api/workflow-tests/{greets.pk}/results/", {}).json()
    assert (result["status"], result["usage"]) == ("passed", None)


def test_findings_come_with_both_sides(recorder: Recorder, alice_api: APIClient, greets: WorkflowTest) -> None:
    recorder.change(greets.workflow, chain(ask("first", userPrompt="Other")))
    result = alice_api.post(f"/api/workflow-tests/{greets.pk}/results/", {}).json()
    assert result["status"] == "unfit"
    (found,) = result["findings"]
    assert (found["code"], found["node"], found["round"]) == ("prompt_changed", "first", 1)
    assert (found["recorded"], found["found"]) == ("Go", "Other")


def test_a_published_version_is_replayed(recorder: Recorder, alice_api: APIClient, greets: WorkflowTest) -> None:
    number = version_publish(greets.workflow, recorder.user)[0].number
    recorder.change(greets.workflow, chain(ask("first"), ask("second")))
    result = alice_api.post(f"/api/workflow-tests/{greets.pk}/results/", {"version": number}).json()
    assert (result["status"], result["version"]["number"]) == ("passed", number)
    assert errors_of(alice_api.post(f"/api/workflow-tests/{greets.pk}/results/", {"version": 9})) == [
        ("/version", "version_missing")
    ]


def test_a_test_is_changed(alice_api: APIClient, greets: WorkflowTest) -> None:
    change = {"name": "Says", "assertions": [{"kind": "contains", "path": "$.result", "value": "Answer"}]}
    answer = alice_api.patch(f"/api/workflow-tests/{greets.pk}/", {**change, "compares_prompts": False})
    assert answer.status_code == 200
    assert answer.json()["name"] == "Says"
    greets.refresh_from_db()
    assert (greets.assertions, greets.compares_prompts) == (change["assertions"], False)


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"assertions": [{"kind": "equals", "path": "x", "value": 1}]}, ("/assertions/0/path", "path_invalid")),
        ({"assertions": [{"kind": "colour"}]}, ("/assertions/0", "union_tag_invalid")),
        ({"assertions": "all"}, ("/assertions", "not_a_list")),
        ({"name": ""}, ("/name", "blank")),
        ({"name": "x" * 121}, ("/name", "max_length")),
        ({"inputs": []}, ("/inputs", "not_a_dict")),
    ],
)
def test_bad_changes_are_refused_with_their_place(
    alice_api: APIClient, greets: WorkflowTest, change: Json, error: tuple[str, str]
) -> None:
    assert error in errors_of(alice_api.patch(f"/api/workflow-tests/{greets.pk}/", change))


def test_a_test_goes_through_a_file(alice_api: APIClient, greets: WorkflowTest) -> None:
    file = alice_api.get(f"/api/workflow-tests/{greets.pk}/export/").json()
    assert (file["format"], file["version"], file["cassette"]["version"]) == ("flowloom.test", 1, 1)
    url = f"/api/workflows/{greets.workflow_id}/tests/"
    assert alice_api.post(url, file).json()["code"] == "name_taken"
    made = alice_api.post(url, {**file, "name": "Copy"})
    assert made.status_code == 201
    assert alice_api.post(f"/api/workflow-tests/{made.json()['id']}/results/", {}).json()["status"] == "passed"


@pytest.mark.parametrize(
    ("file", "pointer"),
    [
        ({}, "/cassette"),
        ({"name": "T", "cassette": {"version": 2}}, "/cassette/version"),
        (
            {"name": "T", "cassette": {"nodes": [{"node": "a", "models": [{"round": 1}]}]}},
            "/cassette/nodes/0/models/0/reply",
        ),
        ({"name": "T", "cassette": {}, "assertions": [1]}, "/assertions/0"),
        ({"name": "T", "cassette": {}, "extra": 1}, "/extra"),
    ],
)
def test_a_file_that_is_no_test_is_refused(alice_api: APIClient, workflow: Workflow, file: Json, pointer: str) -> None:
    assert pointer in [at for at, _ in errors_of(alice_api.post(f"/api/workflows/{workflow.pk}/tests/", file))]


def test_an_open_run_is_refused(recorder: Recorder, alice_api: APIClient) -> None:
    run = recorder.run(recorder.workflow(chain(node("wait", "delay", {"mode": "seconds", "seconds": 60}))))
    answer = alice_api.post(f"/api/runs/{run.pk}/test/", {"name": "T"})
    assert (answer.status_code, answer.json()["code"]) == (409, "run_not_over")
    assert errors_of(alice_api.post(f"/api/runs/{run.pk}/test/", {})) == [("/name", "required")]


def test_a_viewer_reads_and_changes_nothing(
    recorder: Recorder, greets: WorkflowTest, charlie_api: APIClient, charlie: Any
) -> None:
    member_create(greets.workflow, charlie, "viewer")
    url = f"/api/workflow-tests/{greets.pk}/"
    assert charlie_api.get(url).status_code == 200
    assert charlie_api.get(f"{url}export/").status_code == 200
    assert charlie_api.post(f"{url}results/", {}).status_code == 403
    assert charlie_api.patch(url, {"name": "Mine"}).status_code == 403
    assert charlie_api.delete(url).status_code == 403
    assert charlie_api.post(f"/api/runs/{recorder.run(greets.workflow).pk}/test/", {"name": "T"}).status_code == 403


def test_a_test_is_deleted_and_its_replays_stay(alice_api: APIClient, greets: WorkflowTest) -> None:
    run_id = alice_api.post(f"/api/workflow-tests/{greets.pk}/results/", {}).json()["run"]
    assert alice_api.delete(f"/api/workflow-tests/{greets.pk}/").status_code == 204
    assert alice_api.get(f"/api/workflow-tests/{greets.pk}/").status_code == 404
    assert alice_api.get(f"/api/runs/{run_id}/").status_code == 200
