"""A run that is cancelled in the middle of a call: within seconds the other side knows that nobody waits any more."""

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest
from django.db import connection
from rest_framework.test import APIClient

from tests.doubles import mcp_faults
from tests.doubles.silent_server import SilentServer
from tests.doubles.stream_server import Answer, stream_server
from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import node
from tests.factories.run_documents import ask, chain, fan, text
from tests.polling import comes_true, wait_until
from tests.servers.queried import queried_mariadb, queried_postgresql
from tests.workflow_editor.acceptance.api_user import ApiUser, Json, done, used
from tools.adapters import gateway_factory as adapters

SOON_S = 5.0
FIRST_CHUNK = (
    b'data: {"choices":[{"index":0,"delta":{"content":"Once"}}],"id":"1","object":"chat.completion.chunk"}\n\n'
)


@dataclass(frozen=True)
class Peer:
    """A node that waits for the other side; whether its call has reached that side, and whether it has ended there."""

    node: Json
    has_begun: Callable[[], bool]
    has_ended: Callable[[], bool]


Make = Callable[[ApiUser, ExitStack, Path], Peer]


@contextmanager
def silent_server() -> Iterator[SilentServer]:
    server = SilentServer()
    try:
        yield server
    finally:
        server.close()


def http_node(api_user: ApiUser, opened: ExitStack, folder: Path) -> Peer:
    server = opened.enter_context(silent_server())
    return Peer(node("call", "http_request", {"url": server.url}), server.asked.is_set, server.left.is_set)


def http_tool(api_user: ApiUser, opened: ExitStack, folder: Path) -> Peer:
    server = opened.enter_context(silent_server())
    tool = api_user.tool("http-request", {"url": server.url, "method": "POST"})
    return Peer(node("call", "tool", {"tool": used(tool)}), server.asked.is_set, server.left.is_set)


def model_stream(api_user: ApiUser, opened: ExitStack, folder: Path) -> Peer:
    server = opened.enter_context(stream_server(Answer([FIRST_CHUNK], hold=True)))
    config = {"provider": api_user.provider("openai", server.url), "userPrompt": "Go"}
    return Peer(node("call", "process", config), lambda: bool(server.bodies), server.left.is_set)


def silent_model(wire: str) -> Make:
    def model(api_user: ApiUser, opened: ExitStack, folder: Path) -> Peer:
        server = opened.enter_context(silent_server())
        config = {"provider": api_user.provider(wire, f"{server.url}/v1"), "userPrompt": "Go"}
        return Peer(node("call", "process", config), server.asked.is_set, server.left.is_set)

    return model


def tool_of_a_model(api_user: ApiUser, opened: ExitStack, folder: Path) -> Peer:
    server = opened.enter_context(silent_server())
    tool = api_user.tool("http-request", {"url": server.url, "method": "GET"}, name="Shop")
    script = [{"toolCalls": [{"tool": "Shop", "arguments": {}}]}, {"text": "Done."}]
    config = {"provider": "offline", "userPrompt": "Go", "offlineScript": script, "tools": [used(tool)]}
    return Peer(node("call", "process", config), server.asked.is_set, server.left.is_set)


def queried(servers: Any, sleep: str) -> Make:
    def query(api_user: ApiUser, opened: ExitStack, folder: Path) -> Peer:
        server = opened.enter_context(servers(folder))
        config = {"tool": used(api_user.tool("database-query", server.config)), "arguments": {"sql": f"SELECT {sleep}"}}
        return Peer(node("call", "tool", config), lambda: server.at_work() == 1, lambda: server.at_work() == 0)

    return query


def mcp_call(api_user: ApiUser, opened: ExitStack, folder: Path) -> Peer:
    marker = folder / "at work"
    tool = api_user.tool("mcp-server", {"transport": "stdio", "program": "faults", "tools": ["hang"]})
    config = {"tool": used(tool, function="hang"), "arguments": {"marker": str(marker)}}
    return Peer(node("call", "tool", config), marker.exists, lambda: not marker.exists())


def endless_code(api_user: ApiUser, opened: ExitStack, folder: Path) -> Peer:
    busy: list[psutil.Process] = []

    def has_begun() -> bool:
        for child in psutil.Process().children(recursive=True):
            # A child of an earlier test may end meanwhile.
            with suppress(psutil.NoSuchProcess):
                if child.cpu_percent(0.2) > 20:
                    busy.append(child)
        return bool(busy)

    # Longer than a busy machine takes to see it at work.
    config = {"code": "def main():\n    while True:\n        pass", "timeoutMs": 30_000}
    return Peer(node("call", "code", config), has_begun, lambda: not any(child.is_running() for child in busy))


PEERS: dict[str, Make] = {
    "an HTTP node": http_node,
    "a tool node": http_tool,
    "a model that streams": model_stream,
    "a model that says nothing, OpenAI": silent_model("openai"),
    "a model that says nothing, Anthropic": silent_model("anthropic"),
    "a tool of a model": tool_of_a_model,
    "a query of PostgreSQL": queried(queried_postgresql, "pg_sleep(60)"),
    "a query of MariaDB": queried(queried_mariadb, "SLEEP(60)"),
    "a call of an MCP server": mcp_call,
    "code": endless_code,
}


@contextmanager
def at_work(queue: TaskQueue) -> Iterator[None]:
    """Run what is in the queue in a thread of its own."""

    def work() -> None:
        queue.run_all()
        connection.close()

    worker = threading.Thread(target=work)
    worker.start()
    try:
        yield
    finally:
        worker.join(90)


@pytest.fixture
def _reaches_loopback(settings: Any) -> Iterator[None]:
    settings.MCP_PROGRAMS = {"faults": mcp_faults.program()}
    settings.OUTBOUND_ALLOW = ["127.0.0.1"]
    adapters.gateway.cache_clear()
    yield
    adapters.gateway.cache_clear()


@pytest.mark.usefixtures("_reaches_loopback")
@pytest.mark.parametrize("make", PEERS.values(), ids=PEERS)
@pytest.mark.everyday_rows(3)
def test_the_other_side_learns_that_the_run_was_cancelled(
    alice_api: APIClient, admin_api: APIClient, queue: TaskQueue, tmp_path: Path, make: Any
) -> None:
    api_user = ApiUser(alice_api, admin_api, queue)
    with ExitStack() as opened:
        peer: Peer = make(api_user, opened, tmp_path)
        workflow = api_user.workflow(chain(peer.node, text("after")))
        run = done(alice_api.post(f"/api/workflows/{workflow}/runs/", {"inputs": {}}))["id"]
        with at_work(queue):
            wait_until(peer.has_begun, within_s=60)
            done(alice_api.post(f"/api/runs/{run}/cancel/"))
            assert comes_true(peer.has_ended, within_s=SOON_S, every_s=0.02)
    ended = done(alice_api.get(f"/api/runs/{run}/"))
    assert (ended["status"], [row["status"] for row in ended["node_runs"]]) == ("cancelled", ["succeeded", "cancelled"])


@pytest.mark.usefixtures("_reaches_loopback")
@pytest.mark.parametrize("make", [http_node, model_stream, tool_of_a_model])
def test_the_other_side_learns_that_a_merge_waits_no_longer(
    alice_api: APIClient, admin_api: APIClient, queue: TaskQueue, tmp_path: Path, make: Make
) -> None:
    api_user = ApiUser(alice_api, admin_api, queue)
    with ExitStack() as opened:
        peer = make(api_user, opened, tmp_path)
        document = fan(peer.node, ask("quick"))
        document["nodes"][-2]["config"] = {"strategy": "any", "cancelRest": True}
        run = done(alice_api.post(f"/api/workflows/{api_user.workflow(document)}/runs/", {"inputs": {}}))["id"]
        with at_work(queue):
            wait_until(peer.has_begun, within_s=60)
            queue.run_all()
            assert comes_true(peer.has_ended, within_s=SOON_S, every_s=0.02)
    ended = done(alice_api.get(f"/api/runs/{run}/"))
    assert ended["status"] == "succeeded"
    assert {row["node_key"]: row["status"] for row in ended["node_runs"]} == {
        **dict.fromkeys(["start", "quick", "join", "end"], "succeeded"),
        "call": "cancelled",
    }
