"""An MCP server cannot lead a call to another host: what was decided about its host holds for all that follows."""

from collections.abc import Callable, Iterator

import pytest

from tests.doubles.http_server import LoopbackServer, Received, Reply, serving
from tests.doubles.mcp_http import TOKEN, mcp_server
from tools.core.errors import ToolError
from tools.mcp.clients import McpClients
from tools.mcp.connection import McpConnection
from tools.mcp.server import HttpServer

STATUSES = (301, 302, 303, 307, 308)
STEPS: dict[str, Callable[[McpConnection], object]] = {
    "initialize": lambda connection: connection.tools(60),
    "tools/list": lambda connection: connection.tools(60),
    "tools/call": lambda connection: connection.call("say", {"word": "hello"}, 60),
}
"""Messages that are redirected, and what sends them."""


@pytest.fixture
def other() -> Iterator[LoopbackServer]:
    """A server that would answer everything: what reaches it went past a rule by host."""
    with serving(mcp_server) as server:
        yield server


def redirecting(step: str, status: int, location: str) -> Callable[[Received], Reply]:
    def answer(request: Received) -> Reply:
        is_the_one = request.method == "POST" and request.path == "/mcp" and request.json().get("method") == step
        return Reply(status, b"", {"Location": location}) if is_the_one else mcp_server(request)

    return answer


def connection(server: LoopbackServer) -> McpConnection:
    # Addresses of this machine are allowed under both names, so nothing but the redirect itself can be refused.
    clients = McpClients(["127.0.0.1", "localhost"])
    return clients.connection(HttpServer(f"{server.url}/mcp", {"Authorization": f"Bearer {TOKEN}"}))


@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("step", STEPS)
def test_no_message_follows_a_redirect_to_another_host(step: str, status: int, other: LoopbackServer) -> None:
    elsewhere = f"http://localhost:{other.server_port}/mcp"
    with serving(redirecting(step, status, elsewhere)) as first:
        client = connection(first)
        with pytest.raises(ToolError):
            STEPS[step](client)
        client.close(5)
    assert other.received == []
    assert first.received


@pytest.mark.parametrize("step", STEPS)
def test_a_redirect_within_the_server_is_followed(step: str) -> None:
    with serving(redirecting(step, 307, "/mcp/")) as server:
        client = connection(server)
        assert STEPS[step](client)
        client.close(5)
    assert any(request.path == "/mcp/" for request in server.received)
