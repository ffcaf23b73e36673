"""Every node with an effect runs in a Celery task, in the default mode too, for one person who waits for each run."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.doubles.embedded_server import EmbeddedServer, migrated_folder
from tests.factories.containers import around, each
from tests.factories.documents import JsonObject, edge, node
from tests.factories.run_documents import ask, chain, fan, graph
from tests.polling import wait_until
from workflow_editor.adapters.process.task_queue import ADVANCE_RUN, RUN_NODE


def code(key: str) -> JsonObject:
    return node(key, "code", {"code": "result = 1"})


AFTER_APPROVAL = graph(
    [node("start", "start"), code("before"), node("asked", "approval", {"title": "Go on?"}), code("after")],
    [edge("start", "before"), edge("before", "asked"), edge("asked", "after", port="approved")],
)


class CountedServer(EmbeddedServer):
    """The server of `manage.py up`, and where its nodes with effects ran."""

    program = ("-m", "tests.doubles.task_log")

    def __init__(self, data_dir: Path) -> None:
        self._task_log = data_dir / "tasks"
        super().__init__(migrated_folder(data_dir), TASK_LOG=str(self._task_log))

    def workflow(self, document: JsonObject) -> JsonObject:
        made: JsonObject = self.request("POST", "/api/workflows/", {"name": "Counted", "document": document})
        self._task_log.write_text("")
        return made

    def start_run(self, workflow: JsonObject, inputs: JsonObject | None = None) -> JsonObject:
        run: JsonObject = self.request("POST", f"/api/workflows/{workflow['id']}/runs/", {"inputs": inputs or {}})
        return run

    def ended(self, run: JsonObject) -> JsonObject:
        def over() -> JsonObject | None:
            now: JsonObject = self.request("GET", f"/api/runs/{run['id']}/")
            return now if now["finished_at"] else None

        return wait_until(over)

    def ran(self) -> Counter[tuple[str, str | None]]:
        """Return how often each node ran in which task since the last workflow was made."""
        return Counter((key, task) for key, task in map(json.loads, self._task_log.read_text().splitlines()))


def in_tasks(*keys: str, times: int = 1, task: str = RUN_NODE) -> Counter[tuple[str, str | None]]:
    return Counter({(key, task): times for key in keys})


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CountedServer]:
    server = CountedServer(tmp_path_factory.mktemp("data"))
    server.start()
    try:
        server.set_up()
        yield server
    finally:
        server.kill()


@pytest.mark.parametrize(
    ("document", "keys"),
    [
        pytest.param(chain(code("a")), "a", id="one"),
        pytest.param(chain(code("a"), ask("b"), code("c")), "abc", id="chain"),
        pytest.param(fan(*(code(key) for key in "abcdefghij")), "abcdefghij", id="fan wider than the worker"),
        pytest.param(chain(code("a"), node("wait", "delay", {"seconds": 0.2}), code("b")), "ab", id="after a delay"),
    ],
)
@pytest.mark.everyday_rows(3)
def test_one_person_after_another_run(server: CountedServer, document: JsonObject, keys: str) -> None:
    workflow, runs = server.workflow(document), 5
    for _ in range(runs):
        assert server.ended(server.start_run(workflow))["status"] == "succeeded"
    assert server.ran() == in_tasks(*keys, times=runs)


def test_more_runs_than_the_worker_has_threads(server: CountedServer) -> None:
    workflow = server.workflow(chain(code("a"), code("b")))
    runs = [server.start_run(workflow) for _ in range(30)]
    assert {server.ended(run)["status"] for run in runs} == {"succeeded"}
    assert server.ran() == in_tasks("a", "b", times=30)


def test_after_an_approval(server: CountedServer) -> None:
    run = server.start_run(server.workflow(AFTER_APPROVAL))

    def asked() -> Any:
        return server.request("GET", f"/api/approvals/?status=open&run={run['id']}")["results"]

    (row,) = wait_until(asked)
    server.request("POST", f"/api/approvals/{row['id']}/answer/", {"decision": "approve"})
    assert server.ended(run)["status"] == "succeeded"
    assert server.ran() == in_tasks("before", "after")


def test_in_the_passes_of_a_container(server: CountedServer) -> None:
    run = server.start_run(server.workflow(around(each(), code("work"))), {"items": []})
    assert server.ended(run)["status"] == "succeeded"
    assert server.ran() == in_tasks("work", times=3)


def test_in_a_child_run(server: CountedServer) -> None:
    inner = server.workflow(chain(code("inside")))
    run = server.start_run(server.workflow(chain(node("sub", "sub_workflow", {"workflow": inner["slug"]}))))
    assert server.ended(run)["status"] == "succeeded"
    assert server.ran() == in_tasks("sub") + in_tasks("inside", task=ADVANCE_RUN)


def test_when_one_node_is_debugged(server: CountedServer) -> None:
    workflow = server.workflow(chain(code("a"), code("b")))
    run = server.request("POST", f"/api/workflows/{workflow['id']}/nodes/b/debug/", {})
    assert server.ended(run)["status"] == "succeeded"
    assert server.ran() == in_tasks("b", task=ADVANCE_RUN)
