"""Failed nodes are run again, in containers as well; successful ones are adopted."""

from typing import Any

import pytest

from tests.doubles.http_server import LoopbackServer
from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import edge, node
from tests.factories.run_documents import chain, graph, text
from tests.workflow_editor.acceptance.api_user import ApiUser, done
from tests.workflow_editor.acceptance.debugging.debugged_runs import (
    assert_numbered,
    call,
    looping,
    rows,
)


def test_a_retry_runs_what_failed_and_nothing_else(api_user: ApiUser, again: Any, web: LoopbackServer) -> None:
    first = api_user.run(chain(call("before", "/fine"), call("flaky", "/flaky"), call("after", "/fine")))
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


def test_a_retry_runs_what_the_failure_had_cancelled(api_user: ApiUser, again: Any, web: LoopbackServer) -> None:
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
    first = api_user.run(graph(nodes, edges))
    assert rows(first)["other"][0] == "cancelled"
    retry = again(first, "retry")
    assert retry.run["status"] == "succeeded"
    assert retry.run["output"].keys() == {"flaky", "other"}
    assert rows(retry)["other"] == ("succeeded", False)


def test_a_container_that_failed_goes_on_at_the_item_that_failed(
    api_user: ApiUser, again: Any, web: LoopbackServer
) -> None:
    first = api_user.run(looping(), {"paths": ["/one", "/flaky", "/two"]})
    assert first.run["status"] == "failed"
    retry = again(first, "retry")
    assert retry.run["output"]["results"] == ["200", "200", "200"], retry.error
    assert [request.path for request in web.received] == ["/one", "/flaky", "/flaky", "/two"]
    assert rows(retry)["start"] == ("succeeded", True)
    assert_numbered(retry)


def test_a_container_that_is_done_is_taken_over_without_its_passes(
    api_user: ApiUser, again: Any, web: LoopbackServer
) -> None:
    first = api_user.run(looping(), {"paths": ["/one", "/two"]})
    fork = again(first, "fork", {"from_node": "end"})
    assert fork.run["output"] == first.run["output"]
    assert rows(fork) == {"start": ("succeeded", True), "each": ("succeeded", True), "end": ("succeeded", False)}
    assert len(web.received) == 2


def test_a_fork_from_inside_a_container_begins_with_the_container(
    api_user: ApiUser, again: Any, web: LoopbackServer
) -> None:
    first = api_user.run(looping(), {"paths": ["/one", "/two"]})
    config = {"template": "Got {{ nodes.fetch.statusCode }}"}
    fork = again(first, "fork", {"from_node": "say", "configs": {"say": config}, "inputs": {"paths": ["/three"]}})
    assert fork.run["output"]["results"] == ["Got 200"], fork.error
    assert rows(fork)["each"] == ("succeeded", False)
    assert [request.path for request in web.received] == ["/one", "/two", "/three"]


def test_a_failure_that_a_policy_caught_is_taken_over_as_it_was(
    api_user: ApiUser, again: Any, web: LoopbackServer
) -> None:
    caught = call("flaky", "/flaky") | {"policy": {"onError": "port"}}
    nodes = [node("start", "start"), caught, text("mend"), text("last"), node("end", "end")]
    edges = [edge("start", "flaky"), edge("flaky", "mend", port="error"), edge("mend", "last"), edge("last", "end")]
    first = api_user.run(graph(nodes, edges))
    assert first.run["status"] == "succeeded", first.error
    fork = again(first, "fork", {"from_node": "last"})
    assert fork.run["status"] == "succeeded", fork.error
    row = next(row for row in fork.run["node_runs"] if row["node_key"] == "flaky")
    assert (row["ports"], row["error"]["code"], row["shared"]) == (["error"], "tool_execution_failed", True)
    assert len(web.received) == 1


def test_passes_that_were_taken_over_are_seen_in_the_retry_as_well(
    api_user: ApiUser, again: Any, web: LoopbackServer
) -> None:
    first = api_user.run(looping(), {"paths": ["/one", "/flaky", "/two"]})
    retry = again(again(first, "retry"), "fork", {"from_node": "end"})
    shown = [api_user.api.get(f"/api/runs/{retry.run['id']}/nodes/say/?scope=/each.{index}") for index in range(4)]
    assert [done(answer)["output"] for answer in shown[:3]] == [{"text": "200"}] * 3
    assert {done(answer)["shared"] for answer in shown[:3]} == {True}
    assert shown[3].status_code == 404


@pytest.mark.parametrize(("scope", "status"), [("/each.0", "succeeded"), ("/each.1", "failed")])
def test_a_retry_is_compared_pass_by_pass(
    api_user: ApiUser, again: Any, web: LoopbackServer, scope: str, status: str
) -> None:
    first = api_user.run(looping(), {"paths": ["/one", "/flaky", "/two"]})
    retry = again(first, "retry")
    address = f"/api/runs/{first.run['id']}/compare/"
    query = {"with": retry.run["id"], "scope": scope}
    rows_inside = {row["node_key"]: row for row in done(api_user.api.get(address, query))["rows"]}
    fetch = rows_inside["fetch"]
    assert (fetch["left"]["status"], fetch["right"]["status"]) == (status, "succeeded")
    assert fetch["same"] is (status == "succeeded")


@pytest.mark.parametrize(("action", "body"), [("retry", {}), ("fork", {"from_node": "flaky"})])
def test_whoever_asks_twice_with_the_same_key_gets_the_same_run(
    api_user: ApiUser, queue: TaskQueue, web: LoopbackServer, action: str, body: dict[str, Any]
) -> None:
    first = api_user.run(chain(call("before", "/fine"), call("flaky", "/flaky")))
    address, key = f"/api/runs/{first.run['id']}/{action}/", {"Idempotency-Key": "once"}
    answers = [api_user.api.post(address, body, headers=key) for _ in range(2)]
    queue.run_all()
    assert [answer.status_code for answer in answers] == [201, 200]
    assert answers[0].json()["id"] == answers[1].json()["id"]
    assert [request.path for request in web.received] == ["/fine", "/flaky", "/flaky"]
