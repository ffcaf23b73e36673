"""In test mode nothing is sent, and what follows a call finds its output in the shape that it has live."""

from typing import Any

import pytest

from tests.doubles.http_server import LoopbackServer
from tests.factories.documents import node
from tests.factories.run_documents import chain, text
from tests.workflow_editor.acceptance.api_user import ApiUser, Json, done, used
from workflow_editor.models import Run
from workflow_editor.services.testing.record import workflow_test_record
from workflow_editor.services.testing.results import workflow_test_run

URL = "https://api.example.com/items"
FETCH = node("fetch", "http_request", {"url": URL})
TITLE = text("title", "{{ nodes.fetch.statusCode }} {{ nodes.fetch.body.path }} {{ nodes.fetch.headers.content-type }}")
LIVE = "200 /items application/json"
FIELDS = {"statusCode", "statusText", "headers", "body"}


def outputs(api_user: ApiUser, run: Json) -> Json:
    return {row["node_key"]: row["output"] for row in done(api_user.api.get(f"/api/runs/{run['id']}/"))["node_runs"]}


def debugged(api_user: ApiUser, workflow: str, key: str) -> Json:
    """Run one node alone in test mode and return its output."""
    body = {"inputs": {}, "run_inputs": {}, "mode": "test"}
    run = done(api_user.api.post(f"/api/workflows/{workflow}/nodes/{key}/debug/", body))
    api_user.queue.run_all()
    output: Json = outputs(api_user, run)[key]
    return output


def test_before_the_first_answer_the_fields_are_there_and_empty(api_user: ApiUser, web: LoopbackServer) -> None:
    ran = api_user.run(chain(FETCH, TITLE), mode="test")
    assert ran.run["status"] == "succeeded"
    expected: Json = {"statusCode": None, "statusText": "", "headers": {}, "body": None, "testMode": True}
    assert outputs(api_user, ran.run)["fetch"] == {**expected, "would": "send GET"}
    assert web.received == []


def test_what_follows_an_http_node_gets_the_shape_of_its_last_answer(api_user: ApiUser, web: LoopbackServer) -> None:
    workflow = api_user.workflow(chain(FETCH, TITLE))
    live = outputs(api_user, api_user.run_again(workflow).run)
    assert live["title"]["text"] == LIVE
    tried = outputs(api_user, api_user.run_again(workflow, mode="test").run)
    assert tried["title"]["text"] == LIVE
    assert tried["fetch"] == {**live["fetch"], "testMode": True, "would": "send GET"}
    assert debugged(api_user, workflow, "fetch") == tried["fetch"]
    assert len(web.received) == 1


def test_what_is_pinned_comes_before_the_last_answer(api_user: ApiUser, web: LoopbackServer) -> None:
    pinned = {"statusCode": 201, "body": {"path": "/pinned"}}
    workflow = api_user.workflow(chain({**FETCH, "pinned_output": pinned}, TITLE))
    api_user.run_again(workflow)
    assert len(web.received) == 1
    assert outputs(api_user, api_user.run_again(workflow, mode="test").run)["title"]["text"].startswith("201 /pinned")
    tried = debugged(api_user, workflow, "fetch")
    assert tried == {**pinned, "statusText": "", "headers": {}, "testMode": True, "would": "send GET"}
    assert len(web.received) == 1


def test_a_tool_node_gives_the_data_of_its_last_call(api_user: ApiUser, web: LoopbackServer) -> None:
    tool = api_user.tool("http-request", {"method": "GET"}, name="Shop")
    call = node("shop", "tool", {"tool": used(tool), "arguments": {"url": URL}})
    workflow = api_user.workflow(chain(call, text("title", "{{ nodes.shop.data.data.path }}")))
    first = outputs(api_user, api_user.run_again(workflow, mode="test").run)
    assert first["shop"]["data"]["url"] == URL
    live = outputs(api_user, api_user.run_again(workflow).run)
    tried = outputs(api_user, api_user.run_again(workflow, mode="test").run)
    assert tried["title"]["text"] == live["title"]["text"] == "/items"
    assert (tried["shop"]["data"], tried["shop"]["testMode"]) == (live["shop"]["data"], True)
    assert tried["shop"]["message"].startswith("Test mode: nothing was sent.")
    assert len(web.received) == 1


def test_a_model_reads_what_a_call_would_do_and_no_earlier_answer(api_user: ApiUser, web: LoopbackServer) -> None:
    script = [{"toolCalls": [{"tool": "Shop", "arguments": {"url": URL}}]}, {"text": "Done."}]
    tool = api_user.tool("http-request", {"method": "GET"}, name="Shop")
    config = {"provider": "offline", "userPrompt": "Go", "offlineScript": script, "tools": [used(tool)]}
    workflow = api_user.workflow(chain(node("writer", "process", config)))
    api_user.run_again(workflow)
    (finished,) = api_user.run_again(workflow, mode="test").payloads("tool_call_finished")
    assert finished["result"]["data"]["would"] == "send GET"
    assert "earlier_output" not in finished["result"]["metadata"]
    assert len(web.received) == 1


def test_an_editor_of_the_workflow_sees_the_answer_that_its_owner_got(
    api_user: ApiUser, web: LoopbackServer, bob: Any, bob_api: Any
) -> None:
    workflow = api_user.workflow(chain(FETCH, TITLE))
    api_user.run_again(workflow)
    done(api_user.api.post(f"/api/workflows/{workflow}/members/", {"username": "bob", "role": "editor"}))
    assert bob_api.put(f"/api/shared-with-me/workflow/{workflow}/").status_code == 204
    bobs = ApiUser(bob_api, api_user.staff, api_user.queue)
    assert outputs(bobs, bobs.run_again(workflow, mode="test").run)["title"]["text"] == LIVE


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        ({"status": 204}, {"statusCode": 204, "body": None}),
        ({"status": 200, "data": {"a": 1}}, {"statusCode": 200, "body": {"a": 1}}),
        ({"statusCode": 418}, {"statusCode": 418, "body": None}),
        ({"id": 7}, {"statusCode": None, "body": {"id": 7}}),
        (None, {"statusCode": None, "testMode": True}),
    ],
)
def test_what_a_rule_pretends_has_the_live_shape_too(
    api_user: ApiUser, web: LoopbackServer, answer: Json | None, shown: Json
) -> None:
    rule = {"tool_pattern": "http_request", "effect": "mock", "mock_result": answer}
    done(api_user.staff.post("/api/tools/policies/", rule))
    ran = api_user.run(chain(FETCH))
    assert ran.run["status"] == "succeeded", ran.run["error"]
    output = outputs(api_user, ran.run)["fetch"]
    assert output.keys() >= FIELDS
    assert {name: output[name] for name in shown} == shown
    assert web.received == []


def test_a_recorded_run_in_test_mode_replays_the_same(api_user: ApiUser, web: LoopbackServer, alice: Any) -> None:
    workflow = api_user.workflow(chain(FETCH, TITLE))
    api_user.run_again(workflow)
    tried = api_user.run_again(workflow, mode="test")
    test = workflow_test_record(Run.objects.get(pk=tried.run["id"]), alice, name="Tried")
    Run.objects.filter(workflow_id=workflow, mode="live").delete()
    result = workflow_test_run(test, alice)
    assert (result.status, result.findings) == ("passed", [])
    assert tried.run["output"]["text"] == LIVE
