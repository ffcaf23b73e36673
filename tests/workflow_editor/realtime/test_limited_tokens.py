"""Access of tokens beside /api/ and /v1/: /mcp/ and every socket, walked with every limit that a token can have."""

from collections.abc import Callable
from typing import Any

import httpx2
import pytest
from django.contrib.auth.models import User
from django.core.cache import caches
from django.utils import timezone

from tests.doubles.socket_client import SocketClient
from tests.factories.runs import run_create, run_event_create
from tests.factories.workflows import workflow_create
from tools.models import AccessEvent
from workflow_editor.adapters.database.threads import in_database_thread
from workflow_editor.engine.events import RunQueued
from workflow_editor.mcp.endpoint import McpEndpoint
from workflow_editor.models import ApiToken, Run, Workflow
from workflow_editor.realtime.routing import socket_router
from workflow_editor.services.tokens import token_create

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("server")]

Change = Callable[[ApiToken, Run], object]


def kept(**values: Any) -> Change:
    """Store what `token_create` would refuse, too: what a row says holds, however it came to say it."""
    return lambda token, _: ApiToken.objects.filter(pk=token.pk).update(**values)


def for_its_workflow(token: ApiToken, run: Run) -> None:
    kept(workflow=run.workflow)(token, run)


def read_only_for_its_workflow(token: ApiToken, run: Run) -> None:
    kept(workflow=run.workflow, read_only=True)(token, run)


def for_another_workflow(token: ApiToken, run: Run) -> None:
    kept(workflow=workflow_create(token.user, name="Other"))(token, run)


def of_nobody_active(token: ApiToken, _: Run) -> None:
    User.objects.filter(pk=token.user_id).update(is_active=False)


def ended(token: ApiToken, _: Run) -> None:
    token.delete()


REFUSED, OPEN = "refused", "open"
LIMITS: dict[str, tuple[Change, str, str]] = {
    "of no limits": (kept(), OPEN, OPEN),
    "read-only": (kept(read_only=True), REFUSED, OPEN),
    "for the run's workflow": (for_its_workflow, REFUSED, OPEN),
    "read-only for the run's workflow": (read_only_for_its_workflow, REFUSED, OPEN),
    "for another workflow": (for_another_workflow, REFUSED, REFUSED),
    "expired": (lambda token, run: kept(expires_at=timezone.now())(token, run), REFUSED, REFUSED),
    "for /api/ only": (kept(scopes=["api"]), REFUSED, OPEN),
    "for /mcp/ only": (kept(scopes=["mcp"]), OPEN, REFUSED),
    "for /v1/ only": (kept(scopes=["chat"]), REFUSED, REFUSED),
    "of somebody who was deactivated": (of_nobody_active, REFUSED, REFUSED),
    "ended": (ended, REFUSED, REFUSED),
}
"""Limits of a token for /api/ and /mcp/; the answer of /mcp/ then; the reaction of the run's socket."""


@pytest.fixture
def run(workflow: Workflow) -> Run:
    run = run_create(workflow)
    run_event_create(run, RunQueued())
    return run


async def limited(user: User, run: Run, change: Change) -> str:
    def make() -> str:
        token, raw = token_create(user, name="program", scopes=["api", "mcp"])
        change(token, run)
        return raw

    return await in_database_thread(make)


async def mcp(raw: str) -> str:
    """Ask /mcp/ what it offers."""
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    headers = {"Authorization": f"Bearer {raw}", "Accept": "application/json, text/event-stream"}
    transport = httpx2.ASGITransport(app=McpEndpoint())
    async with httpx2.AsyncClient(transport=transport, base_url="http://testserver") as client:
        answer = await client.post("/mcp/", json=message, headers=headers)
    if answer.status_code in (401, 403):
        assert answer.headers["www-authenticate"].startswith("Bearer ")
        return REFUSED
    assert answer.status_code == 200, answer.text
    assert "tools" in answer.json()["result"]
    return OPEN


async def socket(path: str, raw: str, opened_by: str = "event") -> str:
    async with SocketClient(socket_router(), path, "", [(b"authorization", f"Bearer {raw}".encode())]) as ws:
        first = await ws.receive()
        if first["type"] == "error":
            assert await ws.close_code() in (4401, 4404)
            return REFUSED
        assert first["type"] == opened_by
        return OPEN


@pytest.mark.parametrize(("change", "expected"), [row[:2] for row in LIMITS.values()], ids=LIMITS)
async def test_over_mcp(alice: User, run: Run, change: Change, expected: str) -> None:
    assert await mcp(await limited(alice, run, change)) == expected


@pytest.mark.parametrize(("change", "expected"), [row[::2] for row in LIMITS.values()], ids=LIMITS)
async def test_on_the_socket_of_a_run(alice: User, run: Run, change: Change, expected: str) -> None:
    assert await socket(f"/ws/runs/{run.pk}/", await limited(alice, run, change)) == expected


@pytest.mark.parametrize(("change", "expected"), [row[::2] for row in LIMITS.values()], ids=LIMITS)
async def test_on_the_socket_of_a_workflow(alice: User, run: Run, change: Change, expected: str) -> None:
    path = f"/ws/workflows/{run.workflow_id}/"
    assert await socket(path, await limited(alice, run, change), "caught_up") == expected


REFUSALS = {
    "/mcp/": (kept(read_only=True), ("POST /mcp/", "token_read_only")),
    "/ws/runs/{run.pk}/": (for_another_workflow, ("GET /ws/runs/<uuid:run_id>/", "token_other_workflow")),
    "/ws/workflows/{run.workflow_id}/": (
        for_another_workflow,
        ("GET /ws/workflows/<uuid:workflow_id>/", "token_other_workflow"),
    ),
}
"""A limit that the address meets, and what the audit log says of it."""


@pytest.mark.parametrize("path", REFUSALS)
async def test_a_refused_token_is_in_the_audit_log_once(alice: User, run: Run, path: str) -> None:
    change, recorded = REFUSALS[path]
    # Other tests are refused in this thread from the same address, whose rows are counted there.
    await in_database_thread(caches["throttles"].clear)
    raw = await limited(alice, run, change)
    for _ in range(2):
        assert await (mcp(raw) if path == "/mcp/" else socket(path.format(run=run), raw)) == REFUSED
    rows = await in_database_thread(
        lambda: list(AccessEvent.objects.filter(action="rights.refused").values_list("target", "details__code"))
    )
    assert rows == [recorded]


def test_every_socket_is_walked() -> None:
    """One that comes to them needs its rows here."""
    assert [str(route.pattern) for route in socket_router().routes] == [
        "ws/runs/<uuid:run_id>/",
        "ws/workflows/<uuid:workflow_id>/",
        "ws/shared/<str:token>/turns/<uuid:turn_id>/",
        "",
    ]


@pytest.mark.parametrize("change", [row[0] for row in LIMITS.values()], ids=LIMITS)
async def test_no_token_takes_the_place_of_a_shared_link(alice: User, run: Run, change: Change) -> None:
    raw = await limited(alice, run, change)
    assert await socket(f"/ws/shared/{raw}/turns/{run.pk}/", raw) == REFUSED
    async with SocketClient(socket_router(), "/ws/anything/", "", [(b"authorization", f"Bearer {raw}".encode())]) as ws:
        assert await ws.close_code() == 4404
