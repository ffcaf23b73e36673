"""The receipt of a run that ended before its time."""

from typing import Any

from rest_framework.test import APIClient

from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import edge, node
from tests.factories.run_documents import chain, graph
from tests.workflow_editor.acceptance.api_user import ApiUser, done
from tests.workflow_editor.acceptance.debugging.debugged_runs import call
from tools.models import ToolInvocation

Json = dict[str, Any]


def receipt(api_user: ApiUser, run_id: str) -> Json:
    found: Json = done(api_user.api.get(f"/api/runs/{run_id}/receipt/"))
    return found


def outcomes(found: Json) -> list[tuple[str, str]]:
    return [(made["node_key"], made["outcome"]) for made in found["calls"]]


def test_a_run_that_failed_reports_what_was_done_and_what_was_not(api_user: ApiUser) -> None:
    ran = api_user.run(chain(call("first", "/fine"), call("second", "/flaky"), call("third", "/fine")))
    found = receipt(api_user, ran.run["id"])
    assert outcomes(found) == [("first", "succeeded"), ("second", "failed")]
    assert {made["run_id"] for made in found["calls"]} == {ran.run["id"]}
    assert (found["stopped"], found["not_begun"], found["more_calls"]) == ([], ["third", "end"], 0)


def test_a_node_that_waited_when_its_run_was_stopped_is_reported(api_user: ApiUser, queue: TaskQueue) -> None:
    pause = node("pause", "delay", {"mode": "seconds", "seconds": 60})
    nodes = [node("start", "start"), call("before", "/fine"), pause, call("after", "/fine"), node("end", "end")]
    edges = [edge("start", "before"), edge("before", "pause"), edge("pause", "after"), edge("after", "end")]
    ran = api_user.run(graph(nodes, edges))
    done(api_user.api.post(f"/api/runs/{ran.run['id']}/cancel/"))
    found = receipt(api_user, ran.run["id"])
    assert outcomes(found) == [("before", "succeeded")]
    assert found["stopped"] == [{"node_key": "pause", "scope": ""}]
    assert found["not_begun"] == ["after", "end"]


def test_calls_of_runs_below_belong_to_the_receipt(api_user: ApiUser) -> None:
    inner = api_user.workflow(chain(call("fetch", "/fine")))
    outer = api_user.run(chain(node("sub", "sub_workflow", {"workflow": inner}), call("last", "/flaky")))
    found = receipt(api_user, outer.run["id"])
    assert outcomes(found) == [("fetch", "succeeded"), ("last", "failed")]
    assert found["calls"][0]["run_id"] != outer.run["id"]


def test_calls_of_a_workflow_that_one_may_not_see_are_only_counted(api_user: ApiUser, bob_api: APIClient) -> None:
    inner = api_user.workflow(chain(call("fetch", "/fine")))
    outer = api_user.run(chain(node("sub", "sub_workflow", {"workflow": inner}), call("last", "/flaky")))
    members = f"/api/workflows/{outer.run['workflow']['id']}/members/"
    api_user.api.post(members, {"username": "bob", "role": "viewer"})
    found = done(bob_api.get(f"/api/runs/{outer.run['id']}/receipt/"))
    assert (outcomes(found), found["more_calls"]) == ([("last", "failed")], 1)


def test_a_call_whose_end_nobody_saw_is_unknown(api_user: ApiUser) -> None:
    ran = api_user.run(chain(call("fetch", "/flaky")))
    ToolInvocation(
        run_id=ran.run["id"], node_key="lost", origin="node", mode="live", stage="call", decision="allow"
    ).save()
    assert outcomes(receipt(api_user, ran.run["id"])) == [("fetch", "failed"), ("lost", "unknown")]


def test_a_test_run_sends_nothing_out_and_lists_no_calls(api_user: ApiUser) -> None:
    ran = api_user.run(chain(call("first", "/fine")), mode="test")
    assert receipt(api_user, ran.run["id"]) == {"calls": [], "more_calls": 0, "stopped": [], "not_begun": []}
