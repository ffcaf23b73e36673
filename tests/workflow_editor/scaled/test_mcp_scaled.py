"""/mcp/ behind several web processes: each request may come to another one, and none of them remembers anything."""

import collections
import os
import queue
import subprocess
import threading
from collections.abc import Iterator

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from tests.doubles.embedded_server import STARTS_WITHIN_S
from tests.doubles.scaled_server import ScaledServer
from tests.factories.documents import greeting_document
from tests.runtime import PYTHON, ROOT
from workflow_editor.serving.listener import LISTENER

pytestmark = pytest.mark.exhaustive

READY = "Flowloom is ready at "


@pytest.fixture(scope="module")
def addresses(calm_server: ScaledServer) -> Iterator[list[str]]:
    """Where the first web process and a second one listen."""
    (first,) = calm_server.processes("web")
    environment = {name: value for name, value in first.environ().items() if name != LISTENER}
    second = subprocess.Popen(
        [PYTHON, "manage.py", "web", "--port", "0"],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield [calm_server.address, _ready_address(second)]
    finally:
        second.terminate()
        second.communicate(timeout=STARTS_WITHIN_S)


def _ready_address(process: "subprocess.Popen[str]") -> str:
    lines: queue.Queue[str] = queue.Queue()
    output = process.stdout
    assert output is not None
    threading.Thread(target=lambda: collections.deque(map(lines.put, output), 0), daemon=True).start()
    while READY not in (line := lines.get(timeout=STARTS_WITHIN_S)):
        pass
    return line.strip().rsplit(" ", 1)[-1]


class TakingTurns(httpx2.AsyncBaseTransport):
    """Sends each request to the next process, as a balancer without sticky sessions does."""

    def __init__(self, addresses: list[str]) -> None:
        self._addresses = [httpx2.URL(address) for address in addresses]
        self._transport = httpx2.AsyncHTTPTransport()
        self.sent: list[int | None] = []

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        address = self._addresses[len(self.sent) % len(self._addresses)]
        self.sent.append(address.port)
        request.url = request.url.copy_with(host=address.host, port=address.port)
        return await self._transport.handle_async_request(request)

    async def aclose(self) -> None:
        await self._transport.aclose()


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_one_conversation_spreads_over_processes(
    calm_server: ScaledServer, addresses: list[str], mode: str
) -> None:
    row = calm_server.request("POST", "/api/workflows/", {"name": f"Greeting {mode}", "document": greeting_document()})
    calm_server.request("PATCH", f"/api/workflows/{row['id']}/", {"offered_over_mcp": True})
    token = calm_server.make_token(name=mode, scopes=["mcp"])
    transport = TakingTurns(addresses)
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(transport=transport, headers=headers, timeout=60) as http,
        Client(streamable_http_client(f"{calm_server.address}/mcp/", http_client=http), mode=mode) as client,
    ):
        for _ in range(2):
            (tool,) = [tool for tool in (await client.list_tools()).tools if tool.title == f"Greeting {mode}"]
            answer = await client.call_tool(tool.name, {"topic": "tea"})
            assert answer.structured_content["data"].startswith("Hello ")
    assert len(set(transport.sent)) == 2
    assert len(transport.sent) >= 4
