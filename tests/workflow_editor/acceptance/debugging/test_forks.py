"""A run taken up again from one of its nodes, over HTTP."""

from typing import Any

from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import edge, node
from tests.factories.run_documents import graph, text
from tests.workflow_editor.acceptance.api_user import ApiUser, done
from tests.workflow_editor.acceptance.debugging.debugged_runs import REVIEW, assert_numbered, drafting, events_of, rows
from workflow_editor.models import NodeRun, Run


def test_a_fork_takes_over_what_came_before_and_runs_the_rest(api_user: ApiUser, again: Any) -> None:
    first = api_user.run(drafting(), {"topic": "tea"})
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


def test_the_work_that_was_taken_over_is_not_paid_for_again(api_user: ApiUser, again: Any) -> None:
    first = api_user.run(drafting(), {"topic": "tea"})
    fork = again(first, "fork", {"from_node": "end"})
    assert first.run["usage"]["output_tokens"] > 0
    assert fork.run["usage"] == {"input_tokens": 0, "output_tokens": 0}
    assert fork.run["output"] == first.run["output"]


def test_the_first_run_stays_as_it_was(api_user: ApiUser, again: Any) -> None:
    first = api_user.run(drafting(), {"topic": "tea"})
    again(first, "fork", {"from_node": "draft", "inputs": {"topic": "coffee"}})
    after = done(api_user.api.get(f"/api/runs/{first.run['id']}/"))
    assert after == first.run


def test_changed_inputs_reach_the_nodes_that_run_again(api_user: ApiUser, again: Any) -> None:
    first = api_user.run(drafting(), {"topic": "tea"})
    fork = again(first, "fork", {"from_node": "review", "inputs": {"topic": "coffee"}})
    review = next(row for row in fork.run["node_runs"] if row["node_key"] == "review")
    assert review["inputs"]["userPrompt"] == "coffee / coffee: A draft."
    assert fork.run["inputs"] == {"topic": "coffee"}
    assert rows(fork)["draft"] == ("succeeded", True)


def test_a_fork_from_the_start_is_a_whole_run(api_user: ApiUser, again: Any) -> None:
    first = api_user.run(drafting(), {"topic": "tea"})
    fork = again(first, "fork", {"from_node": "start", "inputs": {"topic": "coffee"}})
    assert {shared for _, shared in rows(fork).values()} == {False}
    assert fork.run["status"] == "succeeded"


def test_the_branch_that_was_not_taken_stays_so(api_user: ApiUser, again: Any) -> None:
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
    first = api_user.run(graph(nodes, edges))
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


def test_a_fork_of_a_fork_shares_what_the_fork_did(api_user: ApiUser, again: Any) -> None:
    first = api_user.run(drafting(), {"topic": "tea"})
    fork = again(again(first, "fork", {"from_node": "review"}), "fork", {"from_node": "end"})
    assert rows(fork)["review"] == ("succeeded", True)
    assert fork.run["status"] == "succeeded"


def test_a_node_that_was_deleted_from_the_graph_since_can_still_be_forked_from(api_user: ApiUser, again: Any) -> None:
    first = api_user.run(drafting(), {"topic": "tea"})
    graph_url = f"/api/workflows/{first.run['workflow']['id']}/graph/"
    revision = done(api_user.api.get(graph_url))["revision"]
    done(api_user.api.patch(graph_url, {"revision": revision, "operations": [{"op": "remove_node", "key": "review"}]}))
    assert again(first, "fork", {"from_node": "review"}).run["output"]["result"] == "Good."


def test_a_fork_outlives_the_run_that_it_came_from(api_user: ApiUser, again: Any, queue: TaskQueue) -> None:
    first = api_user.run(drafting(), {"topic": "tea"})
    fork_id = done(api_user.api.post(f"/api/runs/{first.run['id']}/fork/", {"from_node": "review"}))["id"]
    NodeRun.objects.filter(run_id=first.run["id"]).delete()
    Run.objects.filter(pk=first.run["id"]).delete()
    queue.run_all()
    run = done(api_user.api.get(f"/api/runs/{fork_id}/"))
    assert (run["status"], run["forked_from"], run["output"]["result"]) == ("succeeded", None, "Good.")
