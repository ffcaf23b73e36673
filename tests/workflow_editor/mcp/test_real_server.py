"""The official `mcp` client lists and calls what a real server process offers."""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import pytest
from mcp import Client, MCPError
from mcp.client.streamable_http import streamable_http_client
from mcp.server.subscriptions import ToolsListChanged

from tests.doubles.embedded_server import EmbeddedServer, migrated_folder
from tests.doubles.http_server import LoopbackServer, Received, Reply, serving
from tests.factories.documents import greeting_document, node
from tests.factories.run_documents import chain
from tools.core.concurrency.event_loop import LoopThread
from tools.mcp.connection import McpConnection
from tools.mcp.server import HttpServer
from tools.outbound.addresses import AddressGuard


@pytest.fixture(scope="module")
def weather() -> Iterator[LoopbackServer]:
    """Target of the offered tool."""

    def answer(_: Received) -> Reply:
        return Reply.of_json({"sky": "clear"})

    with serving(answer) as server:
        yield server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, weather: LoopbackServer) -> Iterator[EmbeddedServer]:
    """A server that offers one of two workflows and one of two tools; `token` is for the API."""
    server = EmbeddedServer(migrated_folder(tmp_path_factory.mktemp("data")), OUTBOUND_ALLOW="127.0.0.1")
    server.start()
    try:
        server.set_up()
        for name, offered in (("Greeting", True), ("Secret plan", False)):
            row = server.request("POST", "/api/workflows/", {"name": name, "document": greeting_document()})
            server.request("PATCH", f"/api/workflows/{row['id']}/", {"offered_over_mcp": offered})
        for name, offered in (("Weather", True), ("Hidden", False)):
            tool = {"type": "http-request", "name": name, "config": {"url": weather.url}, "offered_over_mcp": offered}
            server.request("POST", "/api/tools/configs/", tool)
        yield server
    finally:
        server.kill()


@pytest.fixture(scope="module")
def token(server: EmbeddedServer) -> str:
    return server.make_token(name="agent", scopes=["mcp"])


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


@asynccontextmanager
async def connected(server: EmbeddedServer, token: str, mode: Any = "auto", query: str = "") -> AsyncIterator[Client]:
    async with (
        httpx2.AsyncClient(headers=bearer(token), trust_env=False, timeout=60) as http,
        Client(streamable_http_client(f"{server.address}/mcp/{query}", http_client=http), mode=mode) as client,
    ):
        yield client


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.everyday_rows(1)
async def test_chosen_tools_and_workflows_are_listed_and_called(
    server: EmbeddedServer, token: str, weather: LoopbackServer, mode: str
) -> None:
    async with connected(server, token, mode) as client:
        tools = {tool.title: tool for tool in (await client.list_tools()).tools}
        assert tools.keys() == {"Weather", "Greeting"}
        greeting = tools["Greeting"]
        assert greeting.name == "greeting"
        (field,) = greeting.input_schema["properties"]
        answer = await client.call_tool(greeting.name, {field: "Ada"})
        assert not answer.is_error
        assert "Ada" in answer.structured_content["data"]
        fetched = await client.call_tool(tools["Weather"].name, {})
        assert fetched.structured_content["data"]["data"] == {"sky": "clear"}


async def test_the_run_and_the_calls_are_in_the_logs(server: EmbeddedServer, token: str) -> None:
    async with connected(server, token) as client:
        tools = {tool.title: tool.name for tool in (await client.list_tools()).tools}
        answer = await client.call_tool(tools["Greeting"], {"topic": "tea"})
        refused = await client.call_tool(tools["Greeting"], {})
    run_id = answer.structured_content["run_id"]
    assert (refused.is_error, refused.structured_content["code"]) == (True, 1002)
    invocations = server.request("GET", "/api/tools/invocations/")["results"]
    assert [row["decision"] for row in invocations[:2]] == ["invalid", "allow"]
    assert all(row["origin"] == "mcp" and row["tool_id"].startswith("workflow:") for row in invocations[:2])
    assert server.request("GET", f"/api/runs/{run_id}/")["trigger"] == "mcp"


async def test_the_address_decides_the_form_of_results(server: EmbeddedServer, token: str) -> None:
    async with connected(server, token, query="?result_form=code") as client:
        greeting = {tool.title: tool.name for tool in (await client.list_tools()).tools}["Greeting"]
        answer = await client.call_tool(greeting, {"topic": "tea"})
        refused = await client.call_tool(greeting, {})
    assert {"code", "message", "data", "meta"} <= answer.structured_content.keys()
    assert not {"success", "operationType", "metadata"} & answer.structured_content.keys()
    assert (answer.structured_content["code"], refused.structured_content["code"]) == (0, 1002)
    assert "execution_time_ms" in answer.structured_content["meta"]
    async with connected(server, token, query="?result_form=yaml") as client:
        with pytest.raises(MCPError, match="envelope, code"):
            await client.call_tool(greeting, {"topic": "tea"})


@pytest.mark.parametrize("depth", [90, 250, 1_000, 100_000])
async def test_messages_nested_however_deeply_are_answered(server: EmbeddedServer, token: str, depth: int) -> None:
    async with connected(server, token) as client:
        tools = {tool.title: tool.name for tool in (await client.list_tools()).tools}
    arguments = '{"topic": "tea", "deep": ' + "[" * depth + "]" * depth + "}"
    params = f'{{"name": "{tools["Greeting"]}", "arguments": {arguments}}}'
    message = f'{{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {params}}}'
    accepted = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
    async with httpx2.AsyncClient(headers=bearer(token) | accepted, trust_env=False, timeout=60) as http:
        answer = await http.post(f"{server.address}/mcp/", content=message)
    assert answer.status_code == (200 if depth < 100 else 400), answer.text[:300]
    assert ("result" if depth < 100 else "error") in answer.json()


async def test_a_rule_holds_here_too(server: EmbeddedServer, token: str) -> None:
    rule = server.request("POST", "/api/tools/policies/", {"tool_pattern": "workflow:*", "effect": "deny"})
    try:
        async with connected(server, token) as client:
            assert [tool.title for tool in (await client.list_tools()).tools] == ["Weather"]
    finally:
        with httpx2.Client(base_url=server.address, trust_env=False) as api:
            api.delete(f"/api/tools/policies/{rule['id']}/", headers=bearer(server.token))


async def test_an_agent_that_listens_is_informed_of_changes(server: EmbeddedServer, token: str) -> None:
    (hidden,) = [row for row in server.request("GET", "/api/tools/configs/") if row["name"] == "Hidden"]
    address = f"/api/tools/configs/{hidden['id']}/"
    async with connected(server, token) as client:
        offered = client.server_capabilities.tools
        assert offered is not None
        assert offered.list_changed
        try:
            async with asyncio.timeout(60), client.listen(tools_list_changed=True) as changes:
                await asyncio.to_thread(server.request, "PATCH", address, {"offered_over_mcp": True})
                assert isinstance(await anext(aiter(changes)), ToolsListChanged)
            assert "Hidden" in {tool.title for tool in (await client.list_tools()).tools}
        finally:
            server.request("PATCH", address, {"offered_over_mcp": False})


@pytest.mark.exhaustive
async def test_an_agent_stops_hearing_when_its_token_ends(server: EmbeddedServer) -> None:
    token = server.make_token(name="short-lived", scopes=["mcp"])
    (hidden,) = [row for row in server.request("GET", "/api/tools/configs/") if row["name"] == "Hidden"]
    address = f"/api/tools/configs/{hidden['id']}/"
    async with connected(server, token) as client:
        try:
            async with asyncio.timeout(60), client.listen(tools_list_changed=True) as changes:
                server.end_token("short-lived")
                await asyncio.to_thread(server.request, "PATCH", address, {"offered_over_mcp": True})
                assert [change async for change in changes] == []
        finally:
            server.request("PATCH", address, {"offered_over_mcp": False})


@pytest.mark.exhaustive
async def test_our_own_client_hears_of_the_change(server: EmbeddedServer, token: str) -> None:
    changed = threading.Event()
    loop = LoopThread("test")
    connection = McpConnection(
        HttpServer(f"{server.address}/mcp/", bearer(token)),
        loop,
        AddressGuard(["127.0.0.1"]),
        changed.set,
        idle_s=60,
    )
    (hidden,) = [row for row in server.request("GET", "/api/tools/configs/") if row["name"] == "Hidden"]
    address = f"/api/tools/configs/{hidden['id']}/"
    try:
        assert {tool.title for tool in connection.tools(30)} == {"Weather", "Greeting"}
        server.request("PATCH", address, {"offered_over_mcp": True})
        assert await asyncio.to_thread(changed.wait, 60)
        assert "Hidden" in {tool.title for tool in connection.tools(30)}
    finally:
        server.request("PATCH", address, {"offered_over_mcp": False})
        connection.close(wait_s=10)


async def test_the_published_version_of_a_workflow_is_what_runs(server: EmbeddedServer, token: str) -> None:
    row = server.request("POST", "/api/workflows/", {"name": "Published", "document": greeting_document()})
    address = f"/api/workflows/{row['id']}/"
    server.request("PATCH", address, {"offered_over_mcp": True})
    server.request("POST", f"{address}versions/")
    graph = server.request("GET", f"{address}graph/")
    start = next(node for node in graph["nodes"] if node["type"] == "start")
    fields = [{"name": "later", "type": "text", "title": "Later", "required": True}]
    edit = {"op": "update_node", "key": start["key"], "changes": {"config": {**start["config"], "fields": fields}}}
    server.request("PATCH", f"{address}graph/", {"revision": graph["revision"], "operations": [edit]})
    try:
        async with connected(server, token) as client:
            (tool,) = [tool for tool in (await client.list_tools()).tools if tool.title == "Published"]
            assert list(tool.input_schema["properties"]) == ["topic"]
            answer = await client.call_tool(tool.name, {"topic": "tea"})
    finally:
        server.request("PATCH", address, {"offered_over_mcp": False})
    run = server.request("GET", f"/api/runs/{answer.structured_content['run_id']}/")
    assert (run["status"], run["version"]["number"]) == ("succeeded", 1)


async def test_a_draft_brings_the_test_value_of_a_secret_and_what_is_published_the_live_one(
    server: EmbeddedServer, token: str, weather: LoopbackServer
) -> None:
    secrets = {"values": {"secret": "live-71"}, "test_values": {"secret": "test-72"}}
    credential = server.request("POST", "/api/credentials/", {"name": "Sky", "kind": "http", **secrets})["id"]
    server.request("POST", f"/api/credentials/{credential}/origins/", {"origin": weather.url})
    request = node("ask", "http_request", {"authType": "bearer", "credential": credential, "url": weather.url})
    row = server.request("POST", "/api/workflows/", {"name": "Signed", "document": chain(request)})
    server.request("PATCH", f"/api/workflows/{row['id']}/", {"offered_over_mcp": True})
    async with connected(server, token) as client:
        brought = []
        for publish in (False, True):
            if publish:
                server.request("POST", f"/api/workflows/{row['id']}/versions/", {})
            answer = await client.call_tool("signed", {})
            assert not answer.is_error, answer.structured_content
            brought.append(weather.received[-1].headers["authorization"])
    server.request("PATCH", f"/api/workflows/{row['id']}/", {"offered_over_mcp": False})
    assert brought == ["Bearer test-72", "Bearer live-71"]


async def test_what_is_not_offered_cannot_be_called(server: EmbeddedServer, token: str) -> None:
    async with connected(server, token) as client:
        with pytest.raises(MCPError, match="no tool"):
            await client.call_tool("secret_plan", {})


def post(
    server: EmbeddedServer, headers: dict[str, str], path: str = "/mcp/", *, body: bytes = b"{}"
) -> httpx2.Response:
    sent = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream", **headers}
    with httpx2.Client(base_url=server.address, trust_env=False, timeout=60) as client:
        return client.post(path, content=body, headers=sent)


def test_tokens_open_only_what_they_are_for(server: EmbeddedServer, token: str) -> None:
    assert post(server, {}).status_code == 401
    assert post(server, bearer("flw_guessed")).headers["www-authenticate"].startswith("Bearer")
    wrong_scope = post(server, bearer(server.token))
    assert (wrong_scope.status_code, wrong_scope.json()["error"]) == (403, "insufficient_scope")
    with httpx2.Client(base_url=server.address, trust_env=False) as api:
        answer = api.get("/api/workflows/", headers=bearer(token))
    assert (answer.status_code, answer.json()["code"]) == (403, "token_scope_missing")


def test_pages_hosts_sizes_and_methods_are_checked(server: EmbeddedServer, token: str) -> None:
    signed = bearer(token)
    assert post(server, signed | {"Origin": "https://evil.example"}).status_code == 403
    assert post(server, signed | {"Host": "evil.example"}).status_code == 421
    assert post(server, signed, body=b'"' + b"x" * 1_100_000 + b'"').status_code == 413
    assert post(server, signed, "/mcp").status_code == 400
    with httpx2.Client(base_url=server.address, trust_env=False) as client:
        for method in ("GET", "DELETE"):
            answer = client.request(method, "/mcp/", headers=signed)
            assert (answer.status_code, answer.headers["allow"]) == (405, "POST")
