"""Hostile code in a real worker: the process that runs Celery's tasks contains it, and works on as before."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import psutil
import pytest

from tests.doubles.embedded_server import EmbeddedServer, migrated_folder
from tests.factories.containers import around, each
from tests.factories.documents import JsonObject, edge, node
from tests.factories.run_documents import chain
from tests.polling import wait_until
from tools.sandbox.limits import MAX_MEMORY_BYTES

pytestmark = pytest.mark.exhaustive

CALLS, PASSES = 1_000, 50
AT_ONCE = 4
_INTERPRETER_BYTES = 96 * 1024 * 1024
# The endless loop alone meets its limit of time: a busy machine needs long until the others meet theirs.
ATTACKS: dict[str, tuple[str, JsonObject]] = {
    "time": ("while True:\n try:\n  x = 1\n except BaseException: pass", {"timeoutMs": 500}),
    "memory": ("x = []\nwhile True: x.append('a' * 100_000)", {"timeoutMs": 60_000}),
    "exception": ("open('/etc/passwd').read()", {"timeoutMs": 60_000}),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    server = EmbeddedServer(migrated_folder(tmp_path_factory.mktemp("data")))
    server.start()
    try:
        server.set_up()
        yield server
    finally:
        server.kill()


def code(key: str, source: str, **config: Any) -> JsonObject:
    return node(key, "code", {"code": source, **config})


def ran(server: EmbeddedServer, document: JsonObject) -> JsonObject:
    """Run a document to its end."""
    workflow = server.request("POST", "/api/workflows/", {"name": "Hostile", "document": document})
    run = server.request("POST", f"/api/workflows/{workflow['id']}/runs/", {"inputs": {}})

    def ended() -> JsonObject | None:
        now: JsonObject = server.request("GET", f"/api/runs/{run['id']}/")
        return now if now["finished_at"] else None

    return wait_until(ended)


def sandboxes(server: EmbeddedServer) -> list[psutil.Process]:
    return [child for child in psutil.Process(server.process.pid).children() if child.name() == "monty"]


def test_attacks_end_their_nodes_and_nothing_else(server: EmbeddedServer) -> None:
    began = psutil.Process(server.process.pid).create_time()
    for kind, (source, config) in ATTACKS.items():
        attacked = ran(server, chain(code("hostile", source, **config)))
        assert (attacked["status"], attacked["error"]["code"]) == ("failed", "code_failed"), attacked["error"]
        assert attacked["error"]["details"]["kind"] == kind
        after = ran(server, chain(code("harmless", "6 * 7")))
        assert (after["status"], after["output"]["result"]) == ("succeeded", 42)
    assert psutil.Process(server.process.pid).create_time() == began


def test_a_thousand_calls_in_a_row_leave_nothing_behind(server: EmbeddedServer) -> None:
    keys = [f"c{number}" for number in range(CALLS // PASSES)]
    body = [code(key, "x = ['a' * 1000 for _ in range(1000)]\nlen(x)") for key in keys]
    items = each(str(list(range(PASSES))), width=AT_ONCE, output=f"{{{{ nodes.{keys[-1]}.result }}}}")
    run = ran(server, around(items, *body, edges=[edge(*pair) for pair in pairwise(keys)]))
    assert run["status"] == "succeeded", run["error"]
    assert run["output"]["out"]["results"] == [1000] * PASSES
    assert 0 < len(sandboxes(server)) <= AT_ONCE
    assert max(child.memory_info().rss for child in sandboxes(server)) < MAX_MEMORY_BYTES + _INTERPRETER_BYTES
    assert ran(server, chain(code("harmless", "6 * 7")))["status"] == "succeeded"
