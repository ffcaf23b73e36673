"""Debugging is refused where impossible, each time with a reason."""

from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.doubles.http_server import LoopbackServer
from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import JsonObject
from tests.factories.run_documents import chain
from tests.workflow_editor.acceptance.api_user import ApiUser, done
from tests.workflow_editor.acceptance.debugging.debugged_runs import (
    REVIEW,
    call,
    drafting,
)
from tests.workflow_editor.api.problem_asserts import assert_problem, pointers
from tools.core.remembered import Remembered
from workflow_editor.adapters.state import plans
from workflow_editor.models import Run

BAD_FORKS: list[tuple[JsonObject, list[str]]] = [
    ({}, ["/from_node"]),
    ({"from_node": "ghost"}, ["/from_node"]),
    ({"from_node": "review", "configs": {"draft": {}}}, ["/configs/draft"]),
    ({"from_node": "review", "configs": {"ghost": {}}}, ["/configs/ghost"]),
    ({"from_node": "review", "configs": {"review": {"temperature": "hot"}}}, ["/configs/review/temperature"]),
    ({"from_node": "review", "configs": {"review": ["x"]}}, ["/configs/review"]),
]


@pytest.mark.parametrize(("body", "at"), BAD_FORKS)
def test_a_fork_that_does_not_fit_is_refused_at_its_field(api_user: ApiUser, body: JsonObject, at: list[str]) -> None:
    first = api_user.run(drafting(), {"topic": "tea"})
    response = api_user.api.post(f"/api/runs/{first.run['id']}/fork/", body)
    problem = response.json()
    assert response.status_code == 400
    assert pointers(problem) == at
    assert Run.objects.count() == 1


def test_inputs_of_a_fork_are_held_against_the_start_node(api_user: ApiUser) -> None:
    document = drafting()
    document["nodes"][0]["config"]["fields"].append({"name": "count", "type": "number"})
    first = api_user.run(document, {"topic": "tea"})
    response = api_user.api.post(
        f"/api/runs/{first.run['id']}/fork/", {"from_node": "draft", "inputs": {"count": "many"}}
    )
    assert pointers(assert_problem(response, 400, "run_inputs_invalid")) == ["/inputs/count"]


def test_a_node_that_was_not_reached_cannot_be_forked_from(api_user: ApiUser, web: LoopbackServer) -> None:
    failed = api_user.run(chain(call("flaky", "/flaky"), call("after", "/fine")))
    response = api_user.api.post(f"/api/runs/{failed.run['id']}/fork/", {"from_node": "after"})
    problem = assert_problem(response, 400, "invalid_input")
    assert [error["code"] for error in problem["errors"]] == ["node_not_reached"]


def test_a_graph_that_cannot_run_any_more_is_not_forked(api_user: ApiUser) -> None:
    first = api_user.run(drafting(), {"topic": "tea"})
    config = {**REVIEW["config"], "provider": str(uuid4())}
    body = {"from_node": "review", "configs": {"review": config}}
    assert_problem(api_user.api.post(f"/api/runs/{first.run['id']}/fork/", body), 422, "graph_invalid")


def test_a_version_of_which_a_node_type_is_gone_is_not_forked(
    api_user: ApiUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = api_user.run(drafting(), {"topic": "tea"})
    run = Run.objects.select_related("version").get()
    run.version.document["nodes"][1]["type"] = "vanished"
    run.version.save()
    monkeypatch.setattr(plans, "_versions", Remembered(10))
    response = api_user.api.post(f"/api/runs/{first.run['id']}/fork/", {"from_node": "review"})
    assert_problem(response, 422, "graph_invalid")
    assert Run.objects.count() == 1


def test_a_run_that_is_not_over_is_neither_forked_nor_retried(api_user: ApiUser) -> None:
    workflow = api_user.workflow(drafting())
    run_id = done(api_user.api.post(f"/api/workflows/{workflow}/runs/", {"inputs": {"topic": "tea"}}))["id"]
    assert_problem(api_user.api.post(f"/api/runs/{run_id}/fork/", {"from_node": "draft"}), 409, "run_not_over")
    assert_problem(api_user.api.post(f"/api/runs/{run_id}/retry/"), 409, "run_not_over")


def test_a_run_without_a_failure_is_not_retried(api_user: ApiUser) -> None:
    first = api_user.run(drafting(), {"topic": "tea"})
    assert_problem(api_user.api.post(f"/api/runs/{first.run['id']}/retry/"), 409, "nothing_to_retry")


def test_a_run_of_one_node_is_debugged_again_instead(api_user: ApiUser, queue: TaskQueue) -> None:
    workflow = api_user.workflow(drafting())
    url = f"/api/workflows/{workflow}/nodes/draft/debug/"
    run_id = done(api_user.api.post(url, {"inputs": {}, "run_inputs": {}}))["id"]
    queue.run_all()
    assert_problem(api_user.api.post(f"/api/runs/{run_id}/fork/", {"from_node": "draft"}), 409, "run_of_one_node")


@pytest.mark.parametrize("action", ["fork", "retry", "compare", "nodes/draft/pin"])
def test_strangers_and_viewers_do_not_debug_somebody_elses_run(
    api_user: ApiUser, charlie_api: APIClient, charlie: User, action: str
) -> None:
    first = api_user.run(drafting(), {"topic": "tea"})
    url = f"/api/runs/{first.run['id']}/{action}/"
    method, body = (
        (charlie_api.get, {"with": first.run["id"]})
        if action == "compare"
        else (charlie_api.post, {"from_node": "draft"})
    )
    assert_problem(method(url, body), 404, "not_found")
    members = f"/api/workflows/{first.run['workflow']['id']}/members/"
    done(api_user.api.post(members, {"username": charlie.username, "role": "viewer"}))
    expected = 200 if action == "compare" else 403
    assert method(url, body).status_code == expected


def test_a_run_is_not_compared_with_one_that_somebody_else_keeps(api_user: ApiUser, charlie_api: APIClient) -> None:
    first = api_user.run(drafting(), {"topic": "tea"})
    created = done(charlie_api.post("/api/workflows/", {"name": "Mine", "document": drafting()}))
    mine = done(charlie_api.post(f"/api/workflows/{created['id']}/runs/", {"inputs": {}}))
    assert_problem(charlie_api.get(f"/api/runs/{mine['id']}/compare/?with={first.run['id']}"), 404, "not_found")
    assert_problem(charlie_api.get(f"/api/runs/{mine['id']}/compare/"), 400, "invalid_input")
