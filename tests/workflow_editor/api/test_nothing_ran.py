"""A run in which nothing ran has succeeded, but is reported as what it is."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.factories.documents import edge, node
from tests.factories.run_documents import graph, text
from tests.factories.workflows import workflow_create
from workflow_editor.models import Run

JsonObject = dict[str, Any]

START = node("start", "start", {"fields": []})


def switch(*values: str, default: bool = False) -> JsonObject:
    cases = [{"id": f"c{at}", "value": value} for at, value in enumerate(values)]
    return node("s", "switch", {"variable": "news", "cases": cases, "includeDefault": default})


@pytest.mark.parametrize(
    ("nodes", "edges", "nothing_ran"),
    [
        ([START, text("t", "hello")], [], True),
        ([START, switch("poem"), text("t", "hello")], [edge("start", "s"), edge("s", "t", port="c0")], True),
        ([START, switch("")], [edge("start", "s")], True),
        ([START, switch("news"), text("t", "hello")], [edge("start", "s"), edge("s", "t", port="c0")], False),
        ([START, text("t", "hello")], [edge("start", "t")], False),
    ],
    ids=["not connected", "no case matches", "empty case", "a case matches", "connected"],
)
def test_a_run_that_did_no_work_is_named(
    alice_api: APIClient, alice: User, nodes: list[JsonObject], edges: list[JsonObject], nothing_ran: bool
) -> None:
    workflow = workflow_create(alice, document=graph(nodes, edges))
    run = alice_api.post(f"/api/workflows/{workflow.pk}/runs/", {"inputs": {}}, format="json").json()
    shown = alice_api.get(f"/api/runs/{run['id']}/").json()
    assert (shown["status"], shown["nothing_ran"]) == ("succeeded", nothing_ran)
    [listed] = alice_api.get("/api/runs/").json()["results"]
    [card] = alice_api.get("/api/workflows/").json()["results"]
    assert {listed["nothing_ran"], card["last_run"]["nothing_ran"]} == {nothing_ran}
    ended = Run.objects.get(pk=run["id"]).events.get(type="run_finished").payload
    assert ended.get("nothing_ran", False) is nothing_ran
    today = alice_api.get("/api/overview/").json()["days"][-1]
    assert (today["succeeded"], today["failed"]) == (int(not nothing_ran), 0)


def test_a_case_without_a_value_is_a_problem_that_stops_nothing(alice_api: APIClient, alice: User) -> None:
    workflow = workflow_create(alice, document=graph([START, switch("")], [edge("start", "s")]))
    problems = alice_api.get(f"/api/workflows/{workflow.pk}/graph/").json()["problems"]
    [empty] = [problem for problem in problems if problem["code"] == "case_empty"]
    assert (empty["severity"], empty["field"]) == ("warning", "/cases/0/value")
