"""A key in the settings of a stored tool moves into a credential of its owner's, and is sent as before."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.database_rows import rows_of_all_tables
from tests.doubles.http_server import LoopbackServer, Received, Reply, serving
from tests.doubles.mcp_http import TOKEN, mcp_server
from tests.doubles.pet_shop import DOCUMENT
from tests.tools.conftest import ToolMaker
from tools.adapters import gateway_factory as adapters
from tools.executors.openapi.description import read_description
from tools.models import Credential, ToolConfig

pytestmark = pytest.mark.django_db(transaction=True)
KEY, OTHER = "planted7Kq-a/b", "planted-other-5"
HTTP, OPENAPI, MCP = "http-request", "openapi", "mcp-server"
Read = Callable[[Received], str | None]


@dataclass(frozen=True)
class Held:
    """Settings with a key, what they are without it, and how a service reads it."""

    type: str
    config: dict[str, Any]
    moved: dict[str, Any]
    read: Read
    call: dict[str, Any]
    """The body of one call."""
    path: str = ""
    moved_path: str = ""


def _rows(*rows: tuple[str, str]) -> list[dict[str, str]]:
    return [{"key": key, "value": value} for key, value in rows]


def _query(request: Received) -> str | None:
    return request.query.get("api_key")


def _header(request: Received) -> str | None:
    return request.headers.get("x-api-key")


def _bearer(request: Received) -> str | None:
    return request.headers.get("authorization", "").removeprefix("Bearer ")


API = {"api": read_description(DOCUMENT, ["list_pets"]).api.model_dump(by_alias=True)}
PET, WORD = {"function": "list_pets"}, {"function": "say", "arguments": {"word": "yes"}}
HEADER, PLACED = _rows(("X-Api-Key", KEY)), _rows(("X-Api-Key", "{token}"))
ADDRESS, PLACED_ADDRESS = "/a?api_key=planted7Kq-a%2Fb", "/a?api_key={token}"
JSON, FORM = {"method": "POST", "bodyType": "json"}, {"method": "POST", "bodyType": "form"}
HELD = {
    "HTTP, address": Held(HTTP, {}, {}, _query, {}, ADDRESS, PLACED_ADDRESS),
    "HTTP, query": Held(
        HTTP, {"query": _rows(("api_key", KEY))}, {"query": _rows(("api_key", "{token}"))}, _query, {}, "/a", "/a"
    ),
    "HTTP, header": Held(HTTP, {"headers": HEADER}, {"headers": PLACED}, _header, {}, "/a", "/a"),
    "HTTP, JSON": Held(
        HTTP,
        {**JSON, "body": f'{{"api_key": "{KEY}"}}'},
        {"body": '{"api_key": "{token}"}'},
        lambda request: str(request.json()["api_key"]),
        {},
        "/a",
        "/a",
    ),
    "HTTP, form": Held(
        HTTP,
        {**FORM, "body": "api_key=planted7Kq-a%2Fb"},
        {"body": "api_key={token}"},
        lambda request: request.body.decode().removeprefix("api_key=").replace("%2F", "/"),
        {},
        "/a",
        "/a",
    ),
    "OpenAPI, address": Held(OPENAPI, API, {}, _query, PET, ADDRESS, PLACED_ADDRESS),
    "OpenAPI, query": Held(
        OPENAPI, {**API, "query": _rows(("api_key", KEY))}, {"query": _rows(("api_key", "{token}"))}, _query, PET
    ),
    "OpenAPI, header": Held(OPENAPI, {**API, "headers": HEADER}, {"headers": PLACED}, _header, PET),
    "MCP, address": Held(MCP, {}, {}, _query, WORD, ADDRESS, PLACED_ADDRESS),
    "MCP, header": Held(MCP, {"headers": HEADER}, {"headers": PLACED}, _header, WORD),
    "MCP, bearer": Held(
        MCP,
        {"headers": _rows(("Authorization", f"Bearer {KEY}"))},
        {"headers": _rows(("Authorization", "Bearer {token}"))},
        _bearer,
        WORD,
    ),
}


@pytest.fixture
def service(held: Held) -> Iterator[LoopbackServer]:
    """Refuses what has no key."""

    def answer(request: Received) -> Reply:
        if held.read(request) != KEY:
            return Reply.of_json({"message": "no key"}, 401)
        if held.type == MCP:
            return mcp_server(replace(request, headers={**request.headers, "authorization": f"Bearer {TOKEN}"}))
        return Reply.of_json([{"name": "Tea"}])

    with serving(answer) as server:
        yield server


@pytest.fixture(autouse=True)
def _reachable(settings: Any) -> Iterator[None]:
    settings.OUTBOUND_ALLOW = ["127.0.0.1"]
    adapters.gateway.cache_clear()
    yield
    adapters.gateway.cache_clear()


def called(api: APIClient, tool: ToolConfig, call: dict[str, Any]) -> Any:
    body = {"mode": "live", "arguments": {}, **call}
    return api.post(f"/api/tools/configs/{tool.id}/test/", body, format="json").json()["result"]


def moved(api: APIClient, tool: ToolConfig, config: dict[str, Any]) -> Any:
    return api.post("/api/credentials/from-request/", {"tool": str(tool.id), "config": config}, format="json")


def shown(api: APIClient, tool: ToolConfig) -> Any:
    return api.get(f"/api/tools/configs/{tool.id}/").json()


@pytest.mark.parametrize("held", HELD.values(), ids=HELD)
def test_a_key_moves_and_is_sent_as_before(
    alice: User, alice_api: APIClient, admin_api: APIClient, make_tool: ToolMaker, service: LoopbackServer, held: Held
) -> None:
    tool = make_tool(type=held.type, config={**held.config, "url": f"{service.url}{held.path}"})
    assert called(alice_api, tool, held.call)["success"]
    assert shown(alice_api, tool)["holds_movable_key"]
    # An administrator may change it, too.
    answer = moved(admin_api, tool, shown(admin_api, tool)["config"])
    assert answer.status_code == 201, answer.content
    made = Credential.objects.get(kind="http")
    assert (made.owner, made.values(), made.origins) == (alice, {"secret": KEY}, [service.url])
    after = shown(alice_api, tool)
    assert (after["config"], after["secrets_set"]) == (answer.json()["config"], [])
    assert not after["holds_movable_key"]
    expected = {**held.moved, "url": f"{service.url}{held.moved_path}", "credential": str(made.pk)}
    assert {name: after["config"][name] for name in expected} == expected
    result = called(alice_api, tool, held.call)
    assert result["success"], result
    assert held.read(service.received[-1]) == KEY
    assert "planted7Kq" not in "\n".join([*rows_of_all_tables(), answer.content.decode()])


@pytest.fixture
def keyed(make_tool: ToolMaker) -> ToolConfig:
    rows = _rows(("X-Api-Key", KEY), ("X-Secret", OTHER))
    return make_tool(type=HTTP, config={"url": "https://api.example.com/a", "headers": rows})


def test_other_keys_stay_and_changes_on_the_screen_are_stored(alice_api: APIClient, keyed: ToolConfig) -> None:
    config = shown(alice_api, keyed)["config"]
    answer = moved(alice_api, keyed, {**config, "url": "https://api.example.com/b"})
    assert answer.status_code == 201, answer.content
    keyed.refresh_from_db()
    assert keyed.config["url"] == "https://api.example.com/b"
    assert keyed.secret_values() == {"headers/x-secret": OTHER}
    assert answer.json()["config"]["headers"] == [*PLACED, {"key": "X-Secret", "value": None}]
    again = moved(alice_api, keyed, answer.json()["config"])
    assert [one["pointer"] for one in again.json()["errors"]] == ["/config/authType"]


def test_a_key_goes_to_no_other_origin(alice_api: APIClient, keyed: ToolConfig) -> None:
    config = shown(alice_api, keyed)["config"]
    answer = moved(alice_api, keyed, {**config, "url": "https://evil.example.net/a"})
    assert [one["pointer"] for one in answer.json()["errors"]] == ["/config"]
    keyed.refresh_from_db()
    assert keyed.config["url"] == "https://api.example.com/a"
    assert not Credential.objects.filter(kind="http").exists()


REFUSED = {
    "MCP with a token": (MCP, {"url": "https://a.example/", "token": "t", "headers": HEADER}, "/config/token"),
    "OpenAPI with a secret": (OPENAPI, {**API, "secret": "t", "headers": HEADER}, "/config/secret"),
    "without a key": (MCP, {"url": "https://a.example/"}, "/config"),
    "another kind": ("feed", {"url": "https://a.example/?api_key=planted7Kq"}, "/config"),
}


@pytest.mark.parametrize(("type_", "config", "pointer"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_move_stays(
    alice_api: APIClient, make_tool: ToolMaker, type_: str, config: dict[str, Any], pointer: str
) -> None:
    tool = make_tool(type=type_, config=config)
    before = tool.config, tool.secret_values()
    assert not shown(alice_api, tool)["holds_movable_key"]
    answer = moved(alice_api, tool, shown(alice_api, tool)["config"])
    assert [one["pointer"] for one in answer.json()["errors"]] == [pointer]
    tool.refresh_from_db()
    assert (tool.config, tool.secret_values()) == before


@pytest.mark.parametrize(("shared", "status"), [(False, 404), (True, 403)])
def test_only_who_may_change_a_tool_moves_its_key(
    bob_api: APIClient, keyed: ToolConfig, shared: bool, status: int
) -> None:
    ToolConfig.objects.filter(pk=keyed.pk).update(shared=shared)
    assert moved(bob_api, keyed, keyed.config).status_code == status
    assert not Credential.objects.filter(kind="http").exists()
