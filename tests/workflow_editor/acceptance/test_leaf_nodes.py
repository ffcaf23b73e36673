"""Nodes that do one thing, end to end: a model that sorts and extracts in both wire formats, HTTP without a model."""

import pytest

from tests.doubles.aimock import Aimock
from tests.doubles.http_server import LoopbackServer, Received, Reply
from tests.factories.documents import JsonObject, edge, node
from tests.factories.run_documents import graph
from tests.workflow_editor.acceptance.api_user import ApiUser, text_reply

FIELDS = [{"name": "city", "type": "string", "required": True}, {"name": "nights", "type": "number"}]


def sorted_by(provider: str) -> JsonObject:
    """start -> classifier -> one template per way out -> end."""
    classes = [{"id": "bug", "label": "Bug", "description": "Something broke"}, {"id": "wish", "label": "Wish"}]
    config = {"provider": provider, "input": "It crashed.", "classes": classes}
    ways = ["bug", "wish", "other"]
    nodes = [
        node("start", "start"),
        node("sort", "classifier", config),
        *(node(f"to_{way}", "template", {"template": f"went to {way}"}) for way in ways),
        node("end", "end"),
    ]
    edges = [edge("start", "sort")]
    for way in ways:
        edges += [edge("sort", f"to_{way}", port=way), edge(f"to_{way}", "end")]
    return graph(nodes, edges)


def test_a_model_chooses_the_way(api_user: ApiUser, model: str, aimock: Aimock) -> None:
    aimock.script(text_reply('{"class": "Wish"}'))
    ran = api_user.run(sorted_by(model))
    assert ran.run["output"] == {"text": "went to wish"}, ran.error
    assert {row["node_key"]: row["status"] for row in ran.run["node_runs"]} == {
        "start": "succeeded",
        "sort": "succeeded",
        "to_bug": "skipped",
        "to_wish": "succeeded",
        "to_other": "skipped",
        "end": "succeeded",
    }


def test_a_model_that_does_not_choose_leads_to_other(api_user: ApiUser, model: str, aimock: Aimock) -> None:
    aimock.script(text_reply("Hard to say."))
    ran = api_user.run(sorted_by(model))
    assert ran.run["output"] == {"text": "went to other"}
    (warning,) = ran.payloads("node_log")
    assert "Hard to say." in warning["message"]


def test_values_are_taken_out_of_a_text_after_one_repair(api_user: ApiUser, model: str, aimock: Aimock) -> None:
    aimock.script(text_reply('{"city": null, "nights": 2}'), text_reply('{"city": "Delft", "nights": 2}'))
    extract = node("extract", "parameter_extractor", {"provider": model, "input": "To Delft.", "fields": FIELDS})
    end = node("end", "end", {"outputs": [{"name": "where", "value": "{{ nodes.extract.city }}"}]})
    document = graph([node("start", "start"), extract, end], [edge("start", "extract"), edge("extract", "end")])
    ran = api_user.run(document)
    assert ran.run["output"] == {"where": "Delft"}, ran.error
    assert len(aimock.bodies()) == 2


def test_an_address_is_called_without_a_model_and_switched_by(api_user: ApiUser, web: LoopbackServer) -> None:
    fetch = node("fetch", "http_request", {"url": "https://api.example.com/missing", "onErrorStatus": "continue"})
    cases = [{"id": "gone", "label": "Gone", "value": ">=400"}, {"id": "fine", "label": "Fine", "value": "200-299"}]
    by = node("by", "switch", {"variable": "{{ nodes.fetch.statusCode }}", "matchType": "range", "cases": cases})
    nodes = [node("start", "start"), fetch, by, node("end", "end")]
    edges = [edge("start", "fetch"), edge("fetch", "by"), edge("by", "end", port="gone")]
    ran = api_user.run(graph(nodes, edges))
    assert ran.run["output"] == {"matchedCase": "Gone", "matchedBranch": "gone", "switchValue": 404}, ran.error
    assert [request.path for request in web.received] == ["/missing"]
    (row,) = api_user.audit()
    assert (row["executor"], row["node_key"], row["success"]) == ("http_request", "fetch", False)


def test_a_rule_that_forbids_the_http_tool_forbids_the_node(api_user: ApiUser, web: LoopbackServer) -> None:
    rule = {"role": None, "tool_pattern": "http_request", "workflow": None, "effect": "deny", "note": ""}
    assert api_user.staff.post("/api/tools/policies/", rule).status_code == 201
    fetch = node("fetch", "http_request", {"url": "https://api.example.com/items"})
    document = graph([node("start", "start"), fetch], [edge("start", "fetch")])
    ran = api_user.run(document)
    assert (ran.run["status"], ran.error["code"]) == ("failed", "tool_denied")
    assert web.received == []


def collected(strategy: str, policy: JsonObject) -> JsonObject:
    """start -> a call that fails and a text -> merge that collects errors -> end."""
    fetch = node("fetch", "http_request", {"url": "https://api.example.com/missing"}) | {"policy": policy}
    merge = node("join", "merge", {"strategy": strategy, "errorStrategy": "collect"})
    nodes = [node("start", "start"), fetch, node("good", "template", {"template": "fine"}), merge, node("end", "end")]
    edges = [edge("start", "fetch"), edge("start", "good"), edge("good", "join"), edge("join", "end")]
    edges.append(edge("fetch", "join"))
    if policy["onError"] == "port":
        edges.append(edge("fetch", "join", port="error"))
    return graph(nodes, edges)


def test_a_merge_collects_what_came_from_error_ports(api_user: ApiUser) -> None:
    ran = api_user.run(collected("all", {"onError": "port"}))
    assert ran.run["status"] == "succeeded", ran.error
    output = ran.run["output"]
    assert output["result"] == {"good": {"text": "fine"}}
    assert output["counts"] == {"total": 2, "succeeded": 1, "failed": 1}
    (error,) = output["errors"]
    assert (error["node"], error["code"]) == ("fetch", "tool_execution_failed")


def test_a_default_output_counts_as_a_success(api_user: ApiUser) -> None:
    ran = api_user.run(collected("all", {"onError": "default", "defaultOutput": {"body": "none"}}))
    assert ran.run["output"]["counts"] == {"total": 2, "succeeded": 2, "failed": 0}, ran.error


@pytest.mark.parametrize(("first", "sent", "status"), [(429, 2, "succeeded"), (503, 1, "failed")])
def test_a_retry_by_policy_repeats_with_the_same_key_what_surely_had_no_effect(
    first: int, sent: int, status: str, api_user: ApiUser, web: LoopbackServer
) -> None:
    # Who asks to be called later has done nothing.
    busy = [first, 200]

    def answer(request: Received) -> Reply:
        return Reply.of_json({}, busy.pop(0))

    web.answer = answer
    config = {"url": "https://api.example.com/items", "method": "POST"}
    fetch = node("fetch", "http_request", config) | {"policy": {"attempts": 2, "backoffS": 0}}
    ran = api_user.run(graph([node("start", "start"), fetch], [edge("start", "fetch")]))
    keys = {request.headers["idempotency-key"] for request in web.received}
    assert (ran.run["status"], len(web.received), len(keys)) == (status, sent, 1)
    assert len(ran.payloads("node_retry_scheduled")) == sent - 1
