"""Debugging over HTTP: up to here, from here on, again from what failed, side by side, and pinned."""

from collections import OrderedDict
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.doubles.http_server import LoopbackServer, Received, Reply, serving
from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import JsonObject, edge, node, text_field
from tests.factories.run_documents import ask, chain, graph, text
from tests.workflow_editor.acceptance.desk import Desk, Ran, done
from tests.workflow_editor.api.problem_asserts import assert_problem, pointers
from workflow_editor.adapters import plans
from workflow_editor.models import NodeRun, Run

DRAFT = ask("draft", {"text": "A draft."})
REVIEW = ask("review", {"text": "Good."}, userPrompt="{{ inputs.topic }} / {{ nodes.start.topic }}: {{ nodes.draft }}")


@pytest.fixture
def web() -> Iterator[LoopbackServer]:
    """Answers 500 to the first call of /flaky and 200 to every other call."""
    seen: list[str] = []

    def answer(request: Received) -> Reply:
        seen.append(request.path)
        is_first = request.path == "/flaky" and seen.count("/flaky") == 1
        return Reply.of_json({"call": len(seen)}, 500 if is_first else 200)

    with serving(answer) as server:
        yield server


def call(key: str, path: str) -> JsonObject:
    return node(key, "http_request", {"url": f"https://api.example.com{path}"})


def drafting() -> JsonObject:
    """start(topic) -> draft -> review -> end, both by the offline model."""
    start = node("start", "start", {"fields": [text_field("topic", required=False)]})
    nodes = [start, DRAFT, REVIEW, node("end", "end")]
    return graph(nodes, [edge("start", "draft"), edge("draft", "review"), edge("review", "end")])


@pytest.fixture
def again(desk: Desk, queue: TaskQueue) -> Any:
    """Post to an address of a run and play the run that comes of it."""

    def post(ran: Ran, action: str, body: JsonObject | None = None) -> Ran:
        run_id = done(desk.api.post(f"/api/runs/{ran.run['id']}/{action}/", body or {}))["id"]
        queue.run_all()
        run = done(desk.api.get(f"/api/runs/{run_id}/"))
        return Ran(run, done(desk.api.get(f"/api/runs/{run_id}/events/?limit=1000"))["results"])

    return post


def rows(ran: Ran) -> dict[str, tuple[str, bool]]:
    return {row["node_key"]: (row["status"], row["shared"]) for row in ran.run["node_runs"]}


def events_of(ran: Ran, key: str) -> list[str]:
    return [event["type"] for event in ran.events if event["node_key"] == key]


def assert_numbered(ran: Ran) -> None:
    assert [event["seq"] for event in ran.events] == list(range(1, len(ran.events) + 1))
    assert ran.run["last_seq"] == len(ran.events)


def test_a_fork_takes_over_what_came_before_and_runs_the_rest(desk: Desk, again: Any) -> None:
    first = desk.run(drafting(), {"topic": "tea"})
    fork = again(
        first,
        "fork",
        {"from_node": "review", "configs": {"review": {**REVIEW["config"], "offlineScript": [{"text": "Bad."}]}}},
    )
    assert (fork.run["status"], fork.run["output"]["result"]) == ("succeeded", "Bad.")
    assert (fork.run["trigger"], fork.run["forked_from"]) == ("fork", first.run["id"])
    assert rows(fork) == {
        "start": ("succeeded", True),
        "draft": ("succeeded", True),
        "review": ("succeeded", False),
        "end": ("succeeded", False),
    }
    assert events_of(fork, "draft") == ["node_succeeded"]
    assert [event["payload"]["shared"] for event in fork.events if event["node_key"] == "draft"] == [True]
    assert "model_call_finished" in events_of(fork, "review")
    assert_numbered(fork)


def test_the_work_that_was_taken_over_is_not_paid_for_again(desk: Desk, again: Any) -> None:
    first = desk.run(drafting(), {"topic": "tea"})
    fork = again(first, "fork", {"from_node": "end"})
    assert first.run["usage"]["output_tokens"] > 0
    assert fork.run["usage"] == {"input_tokens": 0, "output_tokens": 0}
    assert fork.run["output"] == first.run["output"]


def test_the_first_run_stays_as_it_was(desk: Desk, again: Any) -> None:
    first = desk.run(drafting(), {"topic": "tea"})
    again(first, "fork", {"from_node": "draft", "inputs": {"topic": "coffee"}})
    after = done(desk.api.get(f"/api/runs/{first.run['id']}/"))
    assert after == first.run


def test_changed_inputs_reach_the_nodes_that_run_again(desk: Desk, again: Any) -> None:
    first = desk.run(drafting(), {"topic": "tea"})
    fork = again(first, "fork", {"from_node": "review", "inputs": {"topic": "coffee"}})
    review = next(row for row in fork.run["node_runs"] if row["node_key"] == "review")
    assert review["inputs"]["userPrompt"] == "coffee / coffee: A draft."
    assert fork.run["inputs"] == {"topic": "coffee"}
    assert rows(fork)["draft"] == ("succeeded", True)


def test_a_fork_from_the_start_is_a_whole_run(desk: Desk, again: Any) -> None:
    first = desk.run(drafting(), {"topic": "tea"})
    fork = again(first, "fork", {"from_node": "start", "inputs": {"topic": "coffee"}})
    assert {shared for _, shared in rows(fork).values()} == {False}
    assert fork.run["status"] == "succeeded"


def test_the_branch_that_was_not_taken_stays_so(desk: Desk, again: Any) -> None:
    switch = node("way", "switch", {"variable": "b", "cases": [{"id": "a", "value": "a"}, {"id": "b", "value": "b"}]})
    nodes = [
        node("start", "start"),
        switch,
        text("left"),
        text("right"),
        node("join", "merge"),
        text("last"),
        node("end", "end"),
    ]
    edges = [edge("start", "way"), edge("way", "left", port="a"), edge("way", "right", port="b")]
    edges += [edge("left", "join"), edge("right", "join"), edge("join", "last"), edge("last", "end")]
    first = desk.run(graph(nodes, edges))
    fork = again(first, "fork", {"from_node": "join"})
    assert rows(fork) == {
        "start": ("succeeded", True),
        "way": ("succeeded", True),
        "left": ("skipped", True),
        "right": ("succeeded", True),
        "join": ("succeeded", False),
        "last": ("succeeded", False),
        "end": ("succeeded", False),
    }
    joined = next(row for row in fork.run["node_runs"] if row["node_key"] == "join")
    assert joined["output"] == {"right": {"text": "text of right"}}
    assert_numbered(fork)


def test_a_fork_of_a_fork_shares_what_the_fork_did(desk: Desk, again: Any) -> None:
    first = desk.run(drafting(), {"topic": "tea"})
    fork = again(again(first, "fork", {"from_node": "review"}), "fork", {"from_node": "end"})
    assert rows(fork)["review"] == ("succeeded", True)
    assert fork.run["status"] == "succeeded"


def test_a_retry_runs_what_failed_and_nothing_else(desk: Desk, again: Any, web: LoopbackServer) -> None:
    first = desk.run(chain(call("before", "/fine"), call("flaky", "/flaky"), call("after", "/fine")))
    assert (first.run["status"], first.error["node_key"]) == ("failed", "flaky")
    retry = again(first, "retry")
    assert (retry.run["status"], retry.run["trigger"]) == ("succeeded", "retry")
    assert rows(retry) == {
        "start": ("succeeded", True),
        "before": ("succeeded", True),
        "flaky": ("succeeded", False),
        "after": ("succeeded", False),
        "end": ("succeeded", False),
    }
    assert [request.path for request in web.received] == ["/fine", "/flaky", "/flaky", "/fine"]
    assert_numbered(retry)


def test_a_retry_runs_what_the_failure_had_cancelled(desk: Desk, again: Any, web: LoopbackServer) -> None:
    nodes = [
        node("start", "start"),
        call("flaky", "/flaky"),
        call("other", "/fine"),
        node("join", "merge"),
        node("end", "end"),
    ]
    edges = [
        edge("start", "flaky"),
        edge("start", "other"),
        edge("flaky", "join"),
        edge("other", "join"),
        edge("join", "end"),
    ]
    first = desk.run(graph(nodes, edges))
    assert rows(first)["other"][0] == "cancelled"
    retry = again(first, "retry")
    assert retry.run["status"] == "succeeded"
    assert retry.run["output"].keys() == {"flaky", "other"}
    assert rows(retry)["other"] == ("succeeded", False)


def looping() -> JsonObject:
    """start -> each [call one address per item, then say so] -> end."""
    fields = [{"name": "paths", "type": "json", "title": "Paths", "required": True}]
    fetch = node("fetch", "http_request", {"url": "https://api.example.com{{ nodes.each.item }}"}, parent="each")
    nodes = [
        node("start", "start", {"fields": fields}),
        node("each", "iteration", {"items": "{{ inputs.paths }}", "output": "{{ nodes.say.text }}"}),
        fetch,
        node("say", "template", {"template": "{{ nodes.fetch.statusCode }}"}, parent="each"),
        node("end", "end"),
    ]
    return graph(nodes, [edge("start", "each"), edge("fetch", "say"), edge("each", "end")])


def test_a_container_that_failed_is_retried_as_a_whole(desk: Desk, again: Any, web: LoopbackServer) -> None:
    first = desk.run(looping(), {"paths": ["/one", "/flaky", "/two"]})
    assert first.run["status"] == "failed"
    retry = again(first, "retry")
    assert retry.run["output"]["results"] == ["200", "200", "200"], retry.error
    assert [request.path for request in web.received] == ["/one", "/flaky", "/one", "/flaky", "/two"]
    assert rows(retry)["start"] == ("succeeded", True)
    assert_numbered(retry)


def test_a_container_that_is_done_is_taken_over_without_its_passes(desk: Desk, again: Any, web: LoopbackServer) -> None:
    first = desk.run(looping(), {"paths": ["/one", "/two"]})
    fork = again(first, "fork", {"from_node": "end"})
    assert fork.run["output"] == first.run["output"]
    assert rows(fork) == {"start": ("succeeded", True), "each": ("succeeded", True), "end": ("succeeded", False)}
    assert len(web.received) == 2


def test_a_fork_from_inside_a_container_begins_with_the_container(desk: Desk, again: Any, web: LoopbackServer) -> None:
    first = desk.run(looping(), {"paths": ["/one", "/two"]})
    config = {"template": "Got {{ nodes.fetch.statusCode }}"}
    fork = again(first, "fork", {"from_node": "say", "configs": {"say": config}, "inputs": {"paths": ["/three"]}})
    assert fork.run["output"]["results"] == ["Got 200"], fork.error
    assert rows(fork)["each"] == ("succeeded", False)
    assert [request.path for request in web.received] == ["/one", "/two", "/three"]


def test_a_run_goes_up_to_a_container_with_everything_inside(desk: Desk, queue: TaskQueue, web: LoopbackServer) -> None:
    url = f"/api/workflows/{desk.workflow(looping())}/runs/"
    run_id = done(desk.api.post(url, {"until_node": "each", "inputs": {"paths": ["/one"]}}))["id"]
    queue.run_all()
    run = done(desk.api.get(f"/api/runs/{run_id}/"))
    assert (run["status"], run["output"]["results"]) == ("succeeded", ["200"])
    assert {row["node_key"] for row in run["node_runs"]} == {"start", "each", "fetch", "say"}


def test_a_failure_that_a_policy_caught_is_taken_over_as_it_was(desk: Desk, again: Any, web: LoopbackServer) -> None:
    caught = call("flaky", "/flaky") | {"policy": {"onError": "port"}}
    nodes = [node("start", "start"), caught, text("mend"), text("last"), node("end", "end")]
    edges = [edge("start", "flaky"), edge("flaky", "mend", port="error"), edge("mend", "last"), edge("last", "end")]
    first = desk.run(graph(nodes, edges))
    assert first.run["status"] == "succeeded", first.error
    fork = again(first, "fork", {"from_node": "last"})
    assert fork.run["status"] == "succeeded", fork.error
    row = next(row for row in fork.run["node_runs"] if row["node_key"] == "flaky")
    assert (row["ports"], row["error"]["code"], row["shared"]) == (["error"], "tool_execution_failed", True)
    assert len(web.received) == 1


def test_a_run_goes_up_to_a_node(desk: Desk, queue: TaskQueue) -> None:
    document = drafting()
    document["nodes"].append(text("aside"))
    document["edges"] += [edge("start", "aside"), edge("aside", "end")]
    workflow = desk.workflow(document)
    run_id = done(desk.api.post(f"/api/workflows/{workflow}/runs/", {"until_node": "draft"}))["id"]
    queue.run_all()
    run = done(desk.api.get(f"/api/runs/{run_id}/"))
    assert (run["status"], run["kind"], run["target_node"]) == ("succeeded", "run", "draft")
    assert [row["node_key"] for row in run["node_runs"]] == ["start", "draft"]
    assert run["output"]["result"] == "A draft."


def test_what_is_wrong_behind_the_node_does_not_keep_a_run_from_going_up_to_it(desk: Desk, queue: TaskQueue) -> None:
    workflow = desk.workflow(chain(text("good"), node("bad", "template", {"template": ""})))
    url = f"/api/workflows/{workflow}/runs/"
    assert_problem(desk.api.post(url, {}), 422, "graph_invalid")
    assert done(desk.api.post(url, {"until_node": "good"}))["status"] == "succeeded"
    assert_problem(desk.api.post(url, {"until_node": "bad"}), 422, "graph_invalid")


def test_going_up_to_a_node_that_is_not_there_is_refused(desk: Desk) -> None:
    workflow = desk.workflow(chain(text("good")))
    problem = assert_problem(
        desk.api.post(f"/api/workflows/{workflow}/runs/", {"until_node": "ghost"}), 400, "invalid_input"
    )
    assert pointers(problem) == ["/until_node"]


def test_two_runs_are_compared_node_by_node(desk: Desk, again: Any) -> None:
    first = desk.run(drafting(), {"topic": "tea"})
    config = {**REVIEW["config"], "offlineScript": [{"text": "Bad."}]}
    fork = again(first, "fork", {"from_node": "review", "configs": {"review": config}})
    compared = done(desk.api.get(f"/api/runs/{first.run['id']}/compare/?with={fork.run['id']}"))
    by_key = {row["node_key"]: row for row in compared["rows"]}
    assert [row["same"] for row in compared["rows"]] == [True, True, False, False]
    review = by_key["review"]
    assert (review["left"]["status"], review["left"]["output"]["result"]) == ("succeeded", "Good.")
    assert review["right"]["output"]["result"] == "Bad."
    assert {"path": "/result", "left": {"value": "Good."}, "right": {"value": "Bad."}} in review["changes"]
    assert review["left"]["usage"]["output_tokens"] > 0
    assert review["left"]["duration_ms"] >= 0
    assert review["left"]["cost"] is None
    assert (compared["left"]["id"], compared["right"]["id"]) == (first.run["id"], fork.run["id"])


def test_a_node_that_only_one_run_has_stands_alone(desk: Desk, queue: TaskQueue) -> None:
    first = desk.run(drafting(), {"topic": "tea"})
    url = f"/api/workflows/{first.run['workflow']['id']}/runs/"
    second = done(desk.api.post(url, {"until_node": "draft"}))
    queue.run_all()
    compared = done(desk.api.get(f"/api/runs/{first.run['id']}/compare/?with={second['id']}"))
    review = next(row for row in compared["rows"] if row["node_key"] == "review")
    assert (review["left"]["status"], review["right"]) == ("succeeded", None)
    assert (review["same"], review["changes"]) == (False, [])


def test_an_output_is_pinned_to_its_node(desk: Desk) -> None:
    ran = desk.run(drafting(), {"topic": "tea"})
    workflow = f"/api/workflows/{ran.run['workflow']['id']}"
    before = done(desk.api.get(f"{workflow}/graph/"))["revision"]
    answer = done(desk.api.post(f"/api/runs/{ran.run['id']}/nodes/draft/pin/", {}))
    assert answer == {"revision": before + 1}
    nodes = {item["key"]: item for item in done(desk.api.get(f"{workflow}/graph/"))["nodes"]}
    assert nodes["draft"]["pinned_output"]["result"] == "A draft."
    assert nodes["review"]["pinned_output"] is None


def test_what_cannot_be_pinned_is_told(desk: Desk) -> None:
    ran = desk.run(drafting(), {"topic": "tea"})
    at = f"/api/runs/{ran.run['id']}/nodes"
    assert_problem(desk.api.post(f"{at}/ghost/pin/", {}), 404, "not_found")
    operations = [{"op": "remove_node", "key": "draft"}]
    graph_url = f"/api/workflows/{ran.run['workflow']['id']}/graph/"
    revision = done(desk.api.get(graph_url))["revision"]
    done(desk.api.patch(graph_url, {"revision": revision, "operations": operations}))
    assert_problem(desk.api.post(f"{at}/draft/pin/", {}), 409, "node_deleted")


def test_a_node_that_was_deleted_from_the_graph_since_can_still_be_forked_from(desk: Desk, again: Any) -> None:
    first = desk.run(drafting(), {"topic": "tea"})
    graph_url = f"/api/workflows/{first.run['workflow']['id']}/graph/"
    revision = done(desk.api.get(graph_url))["revision"]
    done(desk.api.patch(graph_url, {"revision": revision, "operations": [{"op": "remove_node", "key": "review"}]}))
    assert again(first, "fork", {"from_node": "review"}).run["output"]["result"] == "Good."


BAD_FORKS: list[tuple[JsonObject, list[str]]] = [
    ({}, ["/from_node"]),
    ({"from_node": "ghost"}, ["/from_node"]),
    ({"from_node": "review", "configs": {"draft": {}}}, ["/configs/draft"]),
    ({"from_node": "review", "configs": {"ghost": {}}}, ["/configs/ghost"]),
    ({"from_node": "review", "configs": {"review": {"temperature": "hot"}}}, ["/configs/review/temperature"]),
    ({"from_node": "review", "configs": {"review": ["x"]}}, ["/configs/review"]),
]


@pytest.mark.parametrize(("body", "at"), BAD_FORKS)
def test_a_fork_that_does_not_fit_is_refused_at_its_field(desk: Desk, body: JsonObject, at: list[str]) -> None:
    first = desk.run(drafting(), {"topic": "tea"})
    response = desk.api.post(f"/api/runs/{first.run['id']}/fork/", body)
    problem = response.json()
    assert response.status_code == 400
    assert pointers(problem) == at
    assert Run.objects.count() == 1


def test_inputs_of_a_fork_are_held_against_the_start_node(desk: Desk) -> None:
    document = drafting()
    document["nodes"][0]["config"]["fields"].append({"name": "count", "type": "number"})
    first = desk.run(document, {"topic": "tea"})
    response = desk.api.post(f"/api/runs/{first.run['id']}/fork/", {"from_node": "draft", "inputs": {"count": "many"}})
    assert pointers(assert_problem(response, 400, "run_inputs_invalid")) == ["/inputs/count"]


def test_a_node_that_was_not_reached_cannot_be_forked_from(desk: Desk, web: LoopbackServer) -> None:
    failed = desk.run(chain(call("flaky", "/flaky"), call("after", "/fine")))
    response = desk.api.post(f"/api/runs/{failed.run['id']}/fork/", {"from_node": "after"})
    problem = assert_problem(response, 400, "invalid_input")
    assert [error["code"] for error in problem["errors"]] == ["node_not_reached"]


def test_a_graph_that_cannot_run_any_more_is_not_forked(desk: Desk) -> None:
    first = desk.run(drafting(), {"topic": "tea"})
    config = {**REVIEW["config"], "provider": str(uuid4())}
    body = {"from_node": "review", "configs": {"review": config}}
    assert_problem(desk.api.post(f"/api/runs/{first.run['id']}/fork/", body), 422, "graph_invalid")


def test_a_version_of_which_a_node_type_is_gone_is_not_forked(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    first = desk.run(drafting(), {"topic": "tea"})
    run = Run.objects.select_related("version").get()
    run.version.document["nodes"][1]["type"] = "vanished"
    run.version.save()
    monkeypatch.setattr(plans, "_versions", OrderedDict())
    response = desk.api.post(f"/api/runs/{first.run['id']}/fork/", {"from_node": "review"})
    assert_problem(response, 422, "graph_invalid")
    assert Run.objects.count() == 1


def test_a_run_that_is_not_over_is_neither_forked_nor_retried(desk: Desk) -> None:
    workflow = desk.workflow(drafting())
    run_id = done(desk.api.post(f"/api/workflows/{workflow}/runs/", {"inputs": {"topic": "tea"}}))["id"]
    assert_problem(desk.api.post(f"/api/runs/{run_id}/fork/", {"from_node": "draft"}), 409, "run_not_over")
    assert_problem(desk.api.post(f"/api/runs/{run_id}/retry/"), 409, "run_not_over")


def test_a_run_without_a_failure_is_not_retried(desk: Desk) -> None:
    first = desk.run(drafting(), {"topic": "tea"})
    assert_problem(desk.api.post(f"/api/runs/{first.run['id']}/retry/"), 409, "nothing_to_retry")


def test_a_run_of_one_node_is_debugged_again_instead(desk: Desk, queue: TaskQueue) -> None:
    workflow = desk.workflow(drafting())
    url = f"/api/workflows/{workflow}/nodes/draft/debug/"
    run_id = done(desk.api.post(url, {"inputs": {}, "run_inputs": {}}))["id"]
    queue.run_all()
    assert_problem(desk.api.post(f"/api/runs/{run_id}/fork/", {"from_node": "draft"}), 409, "run_of_one_node")


@pytest.mark.parametrize("action", ["fork", "retry", "compare", "nodes/draft/pin"])
def test_strangers_and_viewers_do_not_debug_somebody_elses_run(
    desk: Desk, charlie_api: APIClient, charlie: User, action: str
) -> None:
    first = desk.run(drafting(), {"topic": "tea"})
    url = f"/api/runs/{first.run['id']}/{action}/"
    method, body = (
        (charlie_api.get, {"with": first.run["id"]})
        if action == "compare"
        else (charlie_api.post, {"from_node": "draft"})
    )
    assert_problem(method(url, body), 404, "not_found")
    members = f"/api/workflows/{first.run['workflow']['id']}/members/"
    done(desk.api.post(members, {"username": charlie.username, "role": "viewer"}))
    expected = 200 if action == "compare" else 403
    assert method(url, body).status_code == expected


def test_a_run_is_not_compared_with_one_that_somebody_else_keeps(desk: Desk, charlie_api: APIClient) -> None:
    first = desk.run(drafting(), {"topic": "tea"})
    created = done(charlie_api.post("/api/workflows/", {"name": "Mine", "document": drafting()}))
    mine = done(charlie_api.post(f"/api/workflows/{created['id']}/runs/", {"inputs": {}}))
    assert_problem(charlie_api.get(f"/api/runs/{mine['id']}/compare/?with={first.run['id']}"), 404, "not_found")
    assert_problem(charlie_api.get(f"/api/runs/{mine['id']}/compare/"), 400, "invalid_input")


def test_a_fork_outlives_the_run_that_it_came_from(desk: Desk, again: Any, queue: TaskQueue) -> None:
    first = desk.run(drafting(), {"topic": "tea"})
    fork_id = done(desk.api.post(f"/api/runs/{first.run['id']}/fork/", {"from_node": "review"}))["id"]
    NodeRun.objects.filter(run_id=first.run["id"]).delete()
    Run.objects.filter(pk=first.run["id"]).delete()
    queue.run_all()
    run = done(desk.api.get(f"/api/runs/{fork_id}/"))
    assert (run["status"], run["forked_from"], run["output"]["result"]) == ("succeeded", None, "Good.")
