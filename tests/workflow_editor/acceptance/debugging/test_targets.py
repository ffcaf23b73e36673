"""A run up to a node, two runs side by side, and outputs that are pinned."""

from typing import Any

from tests.doubles.http_server import LoopbackServer
from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import edge, node
from tests.factories.run_documents import chain, text
from tests.workflow_editor.acceptance.api_user import ApiUser, done
from tests.workflow_editor.acceptance.debugging.debugged_runs import REVIEW, drafting, looping
from tests.workflow_editor.api.problem_asserts import assert_problem, pointers


def test_a_run_goes_up_to_a_container_with_everything_inside(
    api_user: ApiUser, queue: TaskQueue, web: LoopbackServer
) -> None:
    url = f"/api/workflows/{api_user.workflow(looping())}/runs/"
    run_id = done(api_user.api.post(url, {"until_node": "each", "inputs": {"paths": ["/one"]}}))["id"]
    queue.run_all()
    run = done(api_user.api.get(f"/api/runs/{run_id}/"))
    assert (run["status"], run["output"]["results"]) == ("succeeded", ["200"])
    assert {row["node_key"] for row in run["node_runs"]} == {"start", "each", "fetch", "say"}


def test_a_run_goes_up_to_a_node(api_user: ApiUser, queue: TaskQueue) -> None:
    document = drafting()
    document["nodes"].append(text("aside"))
    document["edges"] += [edge("start", "aside"), edge("aside", "end")]
    workflow = api_user.workflow(document)
    run_id = done(api_user.api.post(f"/api/workflows/{workflow}/runs/", {"until_node": "draft"}))["id"]
    queue.run_all()
    run = done(api_user.api.get(f"/api/runs/{run_id}/"))
    assert (run["status"], run["kind"], run["target_node"]) == ("succeeded", "run", "draft")
    assert [row["node_key"] for row in run["node_runs"]] == ["start", "draft"]
    assert run["output"]["result"] == "A draft."


def test_what_is_wrong_behind_the_node_does_not_keep_a_run_from_going_up_to_it(
    api_user: ApiUser, queue: TaskQueue
) -> None:
    workflow = api_user.workflow(chain(text("good"), node("bad", "template", {"template": ""})))
    url = f"/api/workflows/{workflow}/runs/"
    assert_problem(api_user.api.post(url, {}), 422, "graph_invalid")
    assert done(api_user.api.post(url, {"until_node": "good"}))["status"] == "succeeded"
    assert_problem(api_user.api.post(url, {"until_node": "bad"}), 422, "graph_invalid")


def test_going_up_to_a_node_that_is_not_there_is_refused(api_user: ApiUser) -> None:
    workflow = api_user.workflow(chain(text("good")))
    problem = assert_problem(
        api_user.api.post(f"/api/workflows/{workflow}/runs/", {"until_node": "ghost"}), 400, "invalid_input"
    )
    assert pointers(problem) == ["/until_node"]


def test_two_runs_are_compared_node_by_node(api_user: ApiUser, again: Any) -> None:
    first = api_user.run(drafting(), {"topic": "tea"})
    config = {**REVIEW["config"], "offlineScript": [{"text": "Bad."}]}
    fork = again(first, "fork", {"from_node": "review", "configs": {"review": config}})
    compared = done(api_user.api.get(f"/api/runs/{first.run['id']}/compare/?with={fork.run['id']}"))
    by_key = {row["node_key"]: row for row in compared["rows"]}
    assert [row["same"] for row in compared["rows"]] == [True, True, False, False]
    review = by_key["review"]
    assert (review["left"]["status"], review["left"]["output"]["result"]) == ("succeeded", "Good.")
    assert review["right"]["output"]["result"] == "Bad."
    change = {"path": "/result", "left": {"value": "Good."}, "right": {"value": "Bad."}, "is_cut": False}
    assert change in review["changes"]
    assert review["left"]["usage"]["output_tokens"] > 0
    assert review["left"]["duration_ms"] >= 0
    assert review["left"]["cost"] is None
    assert (compared["left"]["id"], compared["right"]["id"]) == (first.run["id"], fork.run["id"])


def test_a_node_that_only_one_run_has_stands_alone(api_user: ApiUser, queue: TaskQueue) -> None:
    first = api_user.run(drafting(), {"topic": "tea"})
    url = f"/api/workflows/{first.run['workflow']['id']}/runs/"
    second = done(api_user.api.post(url, {"until_node": "draft"}))
    queue.run_all()
    compared = done(api_user.api.get(f"/api/runs/{first.run['id']}/compare/?with={second['id']}"))
    review = next(row for row in compared["rows"] if row["node_key"] == "review")
    assert (review["left"]["status"], review["right"]) == ("succeeded", None)
    assert (review["same"], review["changes"]) == (False, [])


def test_an_output_is_pinned_to_its_node(api_user: ApiUser) -> None:
    ran = api_user.run(drafting(), {"topic": "tea"})
    workflow = f"/api/workflows/{ran.run['workflow']['id']}"
    before = done(api_user.api.get(f"{workflow}/graph/"))["revision"]
    answer = done(api_user.api.post(f"/api/runs/{ran.run['id']}/nodes/draft/pin/", {}))
    assert answer == {"revision": before + 1}
    nodes = {item["key"]: item for item in done(api_user.api.get(f"{workflow}/graph/"))["nodes"]}
    assert nodes["draft"]["pinned_output"]["result"] == "A draft."
    assert nodes["review"]["pinned_output"] is None


def test_what_cannot_be_pinned_is_reported(api_user: ApiUser) -> None:
    ran = api_user.run(drafting(), {"topic": "tea"})
    at = f"/api/runs/{ran.run['id']}/nodes"
    assert_problem(api_user.api.post(f"{at}/ghost/pin/", {}), 404, "not_found")
    operations = [{"op": "remove_node", "key": "draft"}]
    graph_url = f"/api/workflows/{ran.run['workflow']['id']}/graph/"
    revision = done(api_user.api.get(graph_url))["revision"]
    done(api_user.api.patch(graph_url, {"revision": revision, "operations": operations}))
    assert_problem(api_user.api.post(f"{at}/draft/pin/", {}), 409, "node_deleted")
