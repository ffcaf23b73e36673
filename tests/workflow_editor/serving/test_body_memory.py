"""Long bodies wait for memory before anything reads them, whichever way they come in, and give it back."""

import asyncio
import gzip
from typing import Any

import orjson
import pytest
from django.contrib.auth.models import User

from tests.workflow_editor.services_triggers.conftest import PublishTrigger, publish_trigger
from tools.core.concurrency.memory_budget import MemoryBudget
from tools.core.formats.json_text import MAX_MEMORY
from workflow_editor.adapters import body_memory
from workflow_editor.asgi import application
from workflow_editor.services.tokens import token_create

__all__ = ["publish_trigger"]
JSON, FORM = "application/json", "multipart/form-data; boundary=x"
ORDINARY, LONG = 100_000, 1_100_000
WAYS = {
    "workflows": ("/api/workflows/", JSON),
    "runs": ("/api/workflows/1/runs/", JSON),
    "runs with files": ("/api/workflows/1/runs/", FORM),
    "files": ("/api/files/", FORM),
    "tools": ("/api/tools/", JSON),
    "preferences": ("/api/preferences/", JSON),
    "link": ("/api/shared/nothing/conversations/", JSON),
    "form": ("/api/forms/{form}/submissions/", JSON),
    "webhook": ("/hooks/{webhook}/", JSON),
    "webhook, form": ("/hooks/{webhook}/", "application/x-www-form-urlencoded"),
    "bot": ("/bots/nothing/", JSON),
    "/v1/": ("/v1/chat/completions", JSON),
    "MCP": ("/mcp/", JSON),
    "admin": ("/admin/login/", FORM),
}


class Budgets:
    """Both budgets of the process, with nothing in use."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.both = [MemoryBudget(MAX_MEMORY), MemoryBudget(MAX_MEMORY)]
        monkeypatch.setattr(body_memory, "ordinary_bodies", self.both[0])
        monkeypatch.setattr(body_memory, "long_bodies", self.both[1])
        monkeypatch.setattr(body_memory, "WAITS_S", 0)

    def are_free(self) -> bool:
        asked = [budget.ask(MAX_MEMORY) for budget in self.both]
        granted = [each.granted.done() for each in asked]
        for each in asked:
            each.release()
        return all(granted)


@pytest.fixture
def budgets(monkeypatch: pytest.MonkeyPatch) -> Budgets:
    return Budgets(monkeypatch)


class Sender:
    """Alice with a token that opens everything; she knows the addresses of her triggers."""

    def __init__(self, alice: User, publish: PublishTrigger) -> None:
        self._token = token_create(alice, name="all", scopes=["api", "chat", "mcp"])[1]
        self._addresses = {"webhook": publish("webhook").token, "form": publish("form_trigger").token}

    def post(self, way: str, body: bytes, **headers: str) -> tuple[int, dict[str, str], bytes]:
        """Send a body in two pieces, and return status, headers and content of the answer."""
        path, kind = WAYS[way]
        given = {"content-type": kind, "host": "testserver", "authorization": f"Bearer {self._token}", **headers}
        if "transfer-encoding" not in headers:
            given["content-length"] = str(len(body))
        pieces = iter([body[:10], body[10:]])
        answered: list[Any] = []

        async def receive() -> Any:
            piece = next(pieces, None)
            if piece is None:
                await asyncio.get_running_loop().create_future()
            return {"type": "http.request", "body": piece, "more_body": piece == body[:10]}

        async def send(message: Any) -> None:
            answered.append(message)

        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": "POST",
            "scheme": "http",
            "path": path.format(**self._addresses),
            "raw_path": b"",
            "query_string": b"",
            "root_path": "",
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
            "headers": [(name.encode().replace(b"_", b"-"), value.encode()) for name, value in given.items()],
        }
        asyncio.run(application(scope, receive, send))
        heads = {name.decode(): value.decode() for name, value in answered[0]["headers"]}
        return answered[0]["status"], heads, b"".join(part.get("body", b"") for part in answered[1:])


@pytest.fixture
def sender(alice: User, publish_trigger: PublishTrigger) -> Sender:
    return Sender(alice, publish_trigger)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("way", WAYS)
def test_a_body_is_refused_while_there_is_no_memory_and_taken_once_there_is(
    sender: Sender, budgets: Budgets, way: str
) -> None:
    body = b"x" * ORDINARY
    held = [budget.ask(MAX_MEMORY) for budget in budgets.both]
    status, headers, content = sender.post(way, body)
    assert (status, headers["retry-after"]) == (429, "5")
    assert b"throttled" in content
    assert sender.post(way, b"x" * 1_000)[0] != 429
    for each in held:
        each.release()
    assert sender.post(way, body)[0] != 429
    assert budgets.are_free()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("headers", [{}, {"transfer_encoding": "chunked"}, {"content_encoding": "gzip"}], ids=str)
def test_long_bodies_wait_for_each_other_and_ordinary_ones_do_not(
    sender: Sender, budgets: Budgets, headers: dict[str, str]
) -> None:
    body = orjson.dumps({"topic": "x" * LONG})
    if "content_encoding" in headers:
        body = gzip.compress(body)
    held = budgets.both[1].ask(MAX_MEMORY)
    assert sender.post("webhook", body, **headers)[0] == 429
    assert sender.post("webhook", b"x" * ORDINARY)[0] == 400
    held.release()
    assert sender.post("webhook", body, **headers)[0] == 202
    assert budgets.are_free()
