"""Passes in the API."""

from typing import Any

from rest_framework.test import APIClient

from tests.doubles.task_queue import TaskQueue
from tests.factories.containers import around, each
from tests.factories.run_documents import text
from workflow_editor.selectors.run.listing import NEWEST_IN_PASSES


def finished(queue: TaskQueue, start: Any, items: int) -> str:
    document = around(each("{{ inputs.items }}"), text("t", "{{ nodes.each.item }}"))
    run = start(document, {"items": list(range(items))})
    queue.run_all()
    return f"/api/runs/{run.pk}/"


def test_node_runs_report_their_scope(queue: TaskQueue, start: Any, alice_api: APIClient) -> None:
    run = alice_api.get(finished(queue, start, 2)).json()
    assert {(row["node_key"], row["scope"]) for row in run["node_runs"]} == {
        ("start", ""),
        ("each", ""),
        ("t", "/each.0"),
        ("t", "/each.1"),
        ("end", ""),
    }


def test_of_many_passes_a_run_reports_the_newest(queue: TaskQueue, start: Any, alice_api: APIClient) -> None:
    items = NEWEST_IN_PASSES + 3
    run = alice_api.get(finished(queue, start, items)).json()
    inside = [row["scope"] for row in run["node_runs"] if row["scope"]]
    assert inside == [f"/each.{index}" for index in range(3, items)]
    assert {row["node_key"] for row in run["node_runs"] if not row["scope"]} == {"start", "each", "end"}


def test_one_node_is_shown_in_the_pass_that_is_asked_for(queue: TaskQueue, start: Any, alice_api: APIClient) -> None:
    node = f"{finished(queue, start, 3)}nodes/t/"
    assert alice_api.get(node, {"scope": "/each.1"}).json()["output"] == {"text": "1"}
    assert alice_api.get(node).json()["output"] == {"text": "2"}
    assert alice_api.get(node, {"scope": "/each.9"}).status_code == 404
    assert alice_api.get(node, {"scope": ""}).status_code == 404


def test_a_stranger_sees_no_pass(queue: TaskQueue, start: Any, charlie_api: APIClient) -> None:
    node = f"{finished(queue, start, 1)}nodes/t/"
    assert charlie_api.get(node, {"scope": "/each.0"}).status_code == 404
