"""Waiting in the real server: the clock continues by itself, and a killed server asks about a call's outcome."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.doubles.embedded_server import EmbeddedServer, migrated_folder
from tests.doubles.http_server import LoopbackServer, Received, Reply, serving
from tests.factories.containers import around, each
from tests.factories.documents import edge, node
from tests.factories.run_documents import chain, graph, text
from tests.polling import wait_until


@pytest.fixture
def server(tmp_path: Path) -> Iterator[EmbeddedServer]:
    server = EmbeddedServer(migrated_folder(tmp_path), OUTBOUND_ALLOW="127.0.0.1")
    server.start()
    server.set_up()
    yield server
    if server.process.poll() is None:
        server.kill()


def workflow(server: EmbeddedServer, document: dict[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = server.request("POST", "/api/workflows/", {"name": "Test", "document": document})
    return made


def start_run(server: EmbeddedServer, document: dict[str, Any]) -> dict[str, Any]:
    address = f"/api/workflows/{workflow(server, document)['id']}/runs/"
    run: dict[str, Any] = server.request("POST", address, {"inputs": {}})
    return run


@pytest.mark.exhaustive
def test_the_clock_answers_delays_approvals_and_runs_inside_of_runs(server: EmbeddedServer) -> None:
    inner = workflow(server, chain(node("pause", "delay", {"seconds": 0.2}), text("a", "inner")))
    nodes = [
        node("start", "start"),
        node("sub", "sub_workflow", {"workflow": inner["slug"]}),
        node("ask", "approval", {"title": "Publish?", "timeoutS": 1}),
        text("late", "too late after {{ nodes.sub.output.text }}"),
        node("end", "end"),
    ]
    edges = [
        edge("start", "sub"),
        edge("sub", "ask"),
        edge("ask", "late", port="timeout"),
        edge("late", "end"),
    ]
    run = start_run(server, graph(nodes, edges))
    ended = wait_until(lambda: over(server, run))
    assert ended["status"] == "succeeded", ended["error"]
    assert ended["output"] == {"text": "too late after inner"}


def test_a_server_that_was_killed_during_a_call_asks_whether_it_happened(server: EmbeddedServer) -> None:
    called, gate = threading.Event(), threading.Event()

    def answer(_: Received) -> Reply:
        called.set()
        return Reply(200, b"{}", {"Content-Type": "application/json"}, gate)

    with serving(answer) as service:
        order = {"id": "t1", "type": "http-request", "name": "Order", "config": _post(service)}
        run = start_run(server, chain(node("order", "tool", {"tool": order})))
        assert called.wait(60)
        server.kill()
        gate.set()
        server.start()
        (row,) = wait_until(lambda: _approvals(server, run))
        assert (row["payload"]["kind"], row["decisions"]) == ("outcome_unknown", ["happened", "again", "fail"])
        (why,) = server.request("GET", f"/api/runs/{run['id']}/explain/")
        assert (why["node_key"], why["state"]) == ("order", "waiting")
        body = {"decision": "happened", "values": {"order": 7}}
        server.request("POST", f"/api/approvals/{row['id']}/answer/", body)

        assert wait_until(lambda: over(server, run))["output"]["data"] == {"order": 7}
        assert len(service.received) == 1


@pytest.mark.parametrize("passes", [0, 2])
def test_code_that_was_killed_between_two_calls_names_those_that_went_out(server: EmbeddedServer, passes: int) -> None:
    """Each of several passes at once names its own."""
    gate = threading.Event()
    times = max(passes, 1)

    def answer(request: Received) -> Reply:
        if request.path == "/first":
            return Reply.of_json({})
        return Reply(200, b"{}", {"Content-Type": "application/json"}, gate)

    with serving(answer) as service:
        made = [
            server.request(
                "POST",
                "/api/tools/configs/",
                {
                    "type": "http-request",
                    "name": name,
                    "config": {"method": "POST", "url": f"{service.url}/{name}", "body": "{}"},
                },
            )
            for name in ("first", "second", "third")
        ]
        granted = [{"name": one["name"], "tool": f"tool:{one['id']}"} for one in made]
        code = {"script": "first()\nsecond()\nthird()", "functions": granted}
        tool = {"id": "t1", "type": "custom", "name": "Order all", "config": code}
        order = node("order", "tool", {"tool": tool})
        run = start_run(server, around(each("[1, 2]", width=passes), order) if passes else chain(order))
        gone_out = sorted(["/first", "/second"] * times)
        wait_until(lambda: sorted(request.path for request in service.received) == gone_out)
        server.kill()
        gate.set()
        server.start()
        rows = wait_until(lambda: found if len(found := _approvals(server, run)) == times else None)
        for row in rows:
            assert row["payload"]["kind"] == "outcome_unknown"
            assert row["payload"]["reason"]["en"].endswith(
                "Its code had made these calls: first (done), second (outcome unknown)."
            )
        assert sorted(request.path for request in service.received) == gone_out


def over(server: EmbeddedServer, run: dict[str, Any]) -> dict[str, Any] | None:
    now: dict[str, Any] = server.request("GET", f"/api/runs/{run['id']}/")
    return now if now["finished_at"] else None


def _post(service: LoopbackServer) -> dict[str, Any]:
    return {"method": "POST", "url": f"{service.url}/orders", "body": "{}"}


def _approvals(server: EmbeddedServer, run: dict[str, Any]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = server.request("GET", f"/api/approvals/?status=open&run={run['id']}")["results"]
    return rows
