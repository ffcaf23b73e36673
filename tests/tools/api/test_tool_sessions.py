"""Sessions of stateful tools and batches of calls, over HTTP."""

import threading
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from tests.doubles import mcp_faults
from tests.doubles.http_server import LoopbackServer, Received, Reply, serving
from tests.tools.conftest import ToolMaker
from tools.adapters import gateway_factory as adapters
from tools.models import ToolConfig, ToolSession
from tools.services.tool_sessions import live_sessions

pytestmark = pytest.mark.django_db(transaction=True)
SECRET = "planted-cookie-5b21"


@pytest.fixture
def shop() -> Iterator[LoopbackServer]:
    """Gives out a cookie on a redirect, counts visits in another, and tells what it was sent."""

    def answer(received: Received) -> Reply:
        if received.path == "/login":
            return Reply(302, headers={"Location": "/cart", "Set-Cookie": f"sid={SECRET}; Path=/; HttpOnly"})
        if received.path == "/fail":
            return Reply(500)
        return Reply.of_json({"signed_in": SECRET in received.headers.get("cookie", "")})

    with serving(answer) as server:
        yield server


@pytest.fixture(autouse=True)
def _reachable(settings: Any) -> Iterator[None]:
    settings.OUTBOUND_ALLOW = ["127.0.0.1"]
    settings.MCP_PROGRAMS = {"faults": mcp_faults.program()}
    adapters.gateway.cache_clear()
    yield
    adapters.gateway.cache_clear()


@pytest.fixture
def browser(make_tool: ToolMaker) -> ToolConfig:
    """An HTTP tool that keeps cookies; the address is given at each call."""
    return make_tool(name="Browser", config={"url": "", "keepsCookies": True})


def session_of(api: APIClient, tool: ToolConfig, **fields: Any) -> str:
    answer = api.post("/api/tools/sessions/", {"tool": str(tool.id), **fields}, format="json")
    assert answer.status_code in {200, 201}, answer.content
    return str(answer.json()["id"])


def visit(api: APIClient, tool: ToolConfig, url: str, session_id: str = "") -> Any:
    body = {"mode": "live", "arguments": {"url": url}, "session_id": session_id}
    answer = api.post(f"/api/tools/configs/{tool.id}/test/", body, format="json")
    assert answer.status_code == 200, answer.content
    return answer.json()["result"]


def test_calls_of_a_session_share_cookies_and_others_do_not(
    alice_api: APIClient, browser: ToolConfig, shop: LoopbackServer
) -> None:
    session_id = session_of(alice_api, browser)
    assert session_id.startswith("http_alice_001_")
    login = visit(alice_api, browser, f"{shop.url}/login", session_id)
    assert login["data"]["data"] == {"signed_in": True}, "the redirect itself sets the cookie"
    again = visit(alice_api, browser, f"{shop.url}/cart", session_id)
    assert again["data"]["data"] == {"signed_in": True}
    assert (again["metadata"]["session_id"], again["metadata"]["temporary_session"]) == (session_id, False)
    single = visit(alice_api, browser, f"{shop.url}/cart")
    assert single["data"]["data"] == {"signed_in": False}
    assert single["metadata"]["temporary_session"] is True
    assert single["metadata"]["resource_type"] == "http"


def test_another_process_finds_the_cookies_and_nobody_reads_them(
    alice_api: APIClient, browser: ToolConfig, shop: LoopbackServer
) -> None:
    session_id = session_of(alice_api, browser)
    visit(alice_api, browser, f"{shop.url}/login", session_id)
    live_sessions.drop(session_id)
    assert visit(alice_api, browser, f"{shop.url}/cart", session_id)["data"]["data"] == {"signed_in": True}
    row = ToolSession.objects.get()
    assert SECRET not in row.ciphertext
    assert SECRET not in alice_api.get("/api/tools/sessions/").content.decode()


def test_a_session_lives_five_minutes_from_its_last_use(
    alice_api: APIClient, browser: ToolConfig, shop: LoopbackServer
) -> None:
    session_id = session_of(alice_api, browser)
    soon = timezone.now() + timedelta(seconds=5)
    for renew in (
        lambda: visit(alice_api, browser, f"{shop.url}/cart", session_id),
        lambda: alice_api.post(f"/api/tools/sessions/{session_id}/refresh/"),
    ):
        ToolSession.objects.update(expires_at=soon)
        renew()
        assert ToolSession.objects.get().expires_at > timezone.now() + timedelta(seconds=290)
    ToolSession.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert alice_api.get("/api/tools/sessions/").json() == []
    gone = alice_api.post(
        f"/api/tools/configs/{browser.id}/test/", {"mode": "live", "session_id": session_id}, format="json"
    )
    assert (gone.status_code, gone.json()["code"]) == (404, "session_not_found")
    assert session_of(alice_api, browser) != session_id


def test_a_second_session_of_the_same_name_is_the_first(alice_api: APIClient, browser: ToolConfig) -> None:
    first = session_of(alice_api, browser)
    assert session_of(alice_api, browser) == first
    named = session_of(alice_api, browser, name="我的 shop")
    assert named.startswith("http_alice_002_shop_")


def test_a_destroyed_session_is_gone(alice_api: APIClient, browser: ToolConfig) -> None:
    session_id = session_of(alice_api, browser)
    assert alice_api.delete(f"/api/tools/sessions/{session_id}/").status_code == 204
    assert alice_api.delete(f"/api/tools/sessions/{session_id}/").status_code == 404


def test_a_stranger_neither_sees_nor_uses_it(
    alice_api: APIClient, charlie_api: APIClient, admin_api: APIClient, make_tool: ToolMaker
) -> None:
    shared = make_tool(name="Shared", shared=True, config={"keepsCookies": True})
    session_id = session_of(alice_api, shared)
    assert charlie_api.get("/api/tools/sessions/").json() == []
    assert charlie_api.delete(f"/api/tools/sessions/{session_id}/").status_code == 404
    assert charlie_api.post(f"/api/tools/sessions/{session_id}/refresh/").status_code == 404
    used = charlie_api.post(f"/api/tools/configs/{shared.id}/test/", {"session_id": session_id}, format="json")
    assert (used.status_code, used.json()["code"]) == (404, "session_not_found")
    assert [row["id"] for row in admin_api.get("/api/tools/sessions/").json()] == [session_id]


def test_a_tool_that_keeps_nothing_has_no_session(alice_api: APIClient, bot: ToolConfig) -> None:
    answer = alice_api.post("/api/tools/sessions/", {"tool": str(bot.id)}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_input")


def test_an_mcp_session_keeps_its_connection_until_it_is_destroyed(alice_api: APIClient, make_tool: ToolMaker) -> None:
    config = {"transport": "stdio", "program": "faults", "tools": ["pid"]}
    tool = make_tool(type="mcp-server", name="Helpers", config=config)
    session_id = session_of(alice_api, tool)
    assert session_id.startswith("mcp_")

    def pid(session: str) -> Any:
        body = {"mode": "live", "session_id": session}
        return alice_api.post(f"/api/tools/configs/{tool.id}/test/", body, format="json").json()["result"]["data"]

    assert pid(session_id) == pid(session_id)
    assert pid("") != pid(session_id)
    alice_api.delete(f"/api/tools/sessions/{session_id}/")


def test_a_script_finds_the_variables_of_its_session(alice_api: APIClient, make_tool: ToolMaker) -> None:
    script = "try:\n    count = count + 1\nexcept NameError:\n    count = 1\ncount"
    tool = make_tool(type="custom", name="Counter", config={"script": script, "keepsVariables": True})
    session_id = session_of(alice_api, tool)
    assert session_id.startswith("code_")

    def count(session: str) -> Any:
        body = {"mode": "live", "session_id": session}
        result = alice_api.post(f"/api/tools/configs/{tool.id}/test/", body, format="json").json()["result"]
        return result["data"], result["metadata"]["temporary_session"]

    assert [count(session_id), count(session_id)] == [(1, False), (2, False)]
    live_sessions.drop(session_id)
    assert count(session_id) == (3, False)
    assert [count(""), count("")] == [(1, True), (1, True)]


def test_a_session_keeps_no_more_than_it_may(alice_api: APIClient, make_tool: ToolMaker) -> None:
    tool = make_tool(type="custom", name="Hoard", config={"script": "x = 'a' * 2_000_000\n1", "keepsVariables": True})
    body = {"mode": "live", "session_id": session_of(alice_api, tool)}
    result = alice_api.post(f"/api/tools/configs/{tool.id}/test/", body, format="json").json()["result"]
    assert (result["success"], "the limit of a session" in result["message"]) == (False, True)


def batch(api: APIClient, *calls: dict[str, Any], **fields: Any) -> Any:
    body = {"mode": "live", "calls": list(calls), **fields}
    answer = api.post("/api/tools/batch/", body, format="json")
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_a_serial_batch_shares_one_session_and_stops_at_a_failure(
    alice_api: APIClient, browser: ToolConfig, shop: LoopbackServer
) -> None:
    calls = [{"tool": str(browser.id), "arguments": {"url": shop.url + path}} for path in ("/login", "/fail", "/cart")]
    stopped = batch(alice_api, *calls)
    assert (stopped["code"], stopped["total"], stopped["executed"], stopped["success_count"]) == (2001, 3, 2, 1)
    whole = batch(alice_api, *calls, stop_on_error=False)
    assert (whole["executed"], whole["success_count"], whole["message"]) == (3, 2, "Some calls failed.")
    assert whole["results"][2]["data"]["data"] == {"signed_in": True}
    good = batch(alice_api, calls[0], calls[2])
    assert (good["code"], good["results"][0]["metadata"]["temporary_session"]) == (0, True)
    assert ToolSession.objects.count() == 0


def test_a_parallel_batch_runs_side_by_side(alice_api: APIClient, make_tool: ToolMaker) -> None:
    meeting = threading.Barrier(3)

    def answer(_: Received) -> Reply:
        meeting.wait(60)
        return Reply.of_json({})

    with serving(answer) as server:
        tool = make_tool(name="Meet", config={"url": server.url})
        report = batch(alice_api, *[{"tool": str(tool.id)}] * 3, parallel=True)
    assert (report["code"], report["success_count"]) == (0, 3)


def test_a_batch_reports_calls_that_cannot_be_made(
    alice_api: APIClient, charlie_api: APIClient, bot: ToolConfig
) -> None:
    report = batch(charlie_api, {"tool": str(bot.id)}, {"tool": str(bot.id)}, parallel=True)
    assert (report["code"], report["message"]) == (2001, "All calls failed.")
    assert [result["code"] for result in report["results"]] == [1001, 1001]
    answer = alice_api.post("/api/tools/batch/", {"calls": []}, format="json")
    assert answer.status_code == 400
