"""Long bodies of signed-in people wait for the process's memory, and hold it only while they are read."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from tests.factories.agents import agent_create
from tests.factories.documents import greeting_document
from tests.factories.workflows import workflow_create
from tools.core.concurrency import body_memory
from tools.core.concurrency.memory_budget import MemoryBudget
from tools.core.formats.json_text import MAX_MEMORY
from workflow_editor.mcp.endpoint import McpEndpoint
from workflow_editor.services.tokens import token_create

LONG = "y" * 100_000
MESSAGES = [{"role": "user", "content": LONG}]


@pytest.fixture
def budget(monkeypatch: pytest.MonkeyPatch) -> MemoryBudget:
    budget = MemoryBudget(MAX_MEMORY)
    monkeypatch.setattr(body_memory, "_memory", budget)
    monkeypatch.setattr(body_memory, "WAITS_S", 0)
    return budget


def chat(alice: User) -> APIClient:
    return APIClient(headers={"Authorization": f"Bearer {token_create(alice, name='chat', scopes=['chat'])[1]}"})


def doors(alice: User, api: APIClient) -> Iterator[tuple[str, Any]]:
    """Yield each parser of bodies by a door that it reads."""
    workflow = workflow_create(alice)
    run = f"/api/workflows/{workflow.pk}/runs/"
    file = {"json": json.dumps({"inputs": {"topic": LONG}}), "topic": SimpleUploadedFile("a.txt", b"a")}
    yield "JSON", lambda: api.post("/api/workflows/", {"name": "a", "description": LONG}, format="json")
    yield "long path", lambda: api.patch(f"/api/workflows/{workflow.pk}/", {"description": LONG}, format="json")
    yield "JSON with comments", lambda: api.post("/api/agents/import/", {"name": LONG}, format="json")
    yield "run", lambda: api.post(run, {"inputs": {"topic": LONG}}, format="json")
    yield "run with a file", lambda: api.post(run, file, format="multipart")
    yield "chat", lambda: chat(alice).post("/v1/chat/completions", {"model": "a", "messages": MESSAGES}, format="json")


def test_every_door_waits_for_memory(alice: User, alice_api: APIClient, budget: MemoryBudget) -> None:
    for name, send in doors(alice, alice_api):
        with budget.held(MAX_MEMORY, within_s=0):
            answer = send()
            assert (name, answer.status_code) == (name, 429)
            assert answer.headers["Retry-After"]
            assert alice_api.post("/api/workflows/", {"name": "short"}, format="json").status_code == 201
        assert send().status_code != 429, name
        with budget.held(MAX_MEMORY, within_s=0):
            pass


def test_no_memory_is_held_while_a_model_answers(
    alice: User, budget: MemoryBudget, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent_create(alice, name="Butler")
    waited: list[str] = []

    def goes_on(_: object) -> bool:
        with budget.held(MAX_MEMORY, within_s=0):
            waited.append("free")
        return False

    monkeypatch.setattr("workflow_editor.services.runs.await_completion._goes_on", goes_on)
    body: dict[str, Any] = {"model": "butler", "messages": MESSAGES}
    answer = chat(alice).post("/v1/chat/completions", body, format="json")
    assert (answer.status_code, waited) == (409, ["free"])
    streamed: Any = chat(alice).post("/v1/chat/completions", {**body, "stream": True}, format="json")
    assert streamed.status_code == 200
    with budget.held(MAX_MEMORY, within_s=0):
        streamed.close()


@pytest.mark.django_db(transaction=True)
def test_mcp_waits_for_memory_and_releases_it_before_the_call(
    alice: User, budget: MemoryBudget, monkeypatch: pytest.MonkeyPatch
) -> None:
    workflow_create(alice, name="Greeting", document=greeting_document())
    called: list[str] = []

    def call_offered(*_: object) -> Any:
        with budget.held(MAX_MEMORY, within_s=0):
            called.append("free")
        raise ValueError

    monkeypatch.setattr("workflow_editor.mcp.server.call_offered", call_offered)
    call = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "greeting", "arguments": {"topic": LONG}},
    }
    headers = {
        "Authorization": f"Bearer {token_create(alice, name='agent', scopes=['mcp'])[1]}",
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": "2025-06-18",
    }

    async def statuses() -> list[int]:
        transport = httpx2.ASGITransport(app=McpEndpoint())
        async with httpx2.AsyncClient(transport=transport, base_url="http://testserver", headers=headers) as client:
            with budget.held(MAX_MEMORY, within_s=0):
                refused = await client.post("/mcp/", json=call)
            return [refused.status_code, (await client.post("/mcp/", json=call)).status_code]

    assert asyncio.run(statuses()) == [429, 200]
    assert called == ["free"]
    with budget.held(MAX_MEMORY, within_s=0):
        pass
