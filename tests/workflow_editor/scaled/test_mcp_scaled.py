"""/mcp/ behind several web processes: each request may come to another one, and none of them remembers anything."""

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from tests.doubles.scaled_server import ScaledServer
from tests.factories.documents import greeting_document

pytestmark = pytest.mark.exhaustive


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
