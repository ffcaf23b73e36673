"""Origins of stored secrets: effects of a change of address, and confirmation of another one."""

from itertools import product
from typing import Any, get_args

import pytest
from django.contrib.auth.models import User
from django.test import Client
from rest_framework.test import APIClient

from agents.models import ModelProvider
from agents.services.providers import provider_create, provider_update
from tests.doubles.http_server import LoopbackServer, Received, Reply, serving
from tests.doubles.tool_ports import Cancel
from tests.tools.conftest import ToolMaker
from tools.adapters.gateway_factory import OrmToolSource, gateway
from tools.adapters.origins import MAX_ASKED, OrmOrigins
from tools.core.definitions import CallContext, CallOrigin, ToolCall, ToolRef
from tools.core.errors import RecordForbiddenError, RecordInvalidError, ToolError
from tools.executors.contract.schema import form_schema
from tools.executors.registry import registry
from tools.models import AccessEvent, Credential, ToolConfig
from tools.selectors.credentials import credential_for_origin
from tools.selectors.policies import caller_of
from tools.services.credential_origins import credential_origin_confirm
from tools.services.credentials import credential_create
from tools.services.tool_configs import tool_config_update

SECRET = "planted-secret-7f"
HEADER = {"headers": [{"key": "X-Auth-Token", "value": SECRET}]}
GAP = {"headers": [{"key": "X-Auth-Token", "value": None}]}
Config = dict[str, Any]
MOVES: dict[str, tuple[str, Config, Config, Config]] = {
    # name: (UI type, settings with secrets, the change, settings that stay at the same origin)
    "host of an HTTP tool": (
        "http-request",
        {"url": "https://a.example.com/x", **HEADER},
        {"url": "https://b.example.com/x", **GAP},
        {"url": "https://A.example.com:443/other", **GAP},
    ),
    "scheme of an HTTP tool": (
        "http-request",
        {"url": "https://a.example.com/x", **HEADER},
        {"url": "http://a.example.com/x", **GAP},
        {"url": "https://a.example.com./x", **GAP},
    ),
    "key in the address": (
        "http-request",
        {"url": f"https://a.example.com/x?api_key={SECRET}"},
        {"url": "https://b.example.com/x?api_key=***"},
        {"url": "https://a.example.com/y?api_key=***"},
    ),
    "address of an MCP server": (
        "mcp-server",
        {"url": "https://a.example.com/mcp", "token": SECRET},
        {"url": "https://a.example.com:8443/mcp"},
        {"url": "https://a.example.com/v2/mcp"},
    ),
    "MCP server becomes a program": (
        "mcp-server",
        {"url": "https://a.example.com/mcp", "token": SECRET},
        {"transport": "stdio", "program": "files"},
        {"url": "https://a.example.com/mcp", "timeout": 5_000},
    ),
    "host of a database": (
        "database-query",
        {"host": "db.example.com", "username": "me", "password": SECRET},
        {"host": "evil.example.com", "username": "me"},
        {"host": "DB.example.com", "port": 5432, "username": "you"},
    ),
    "port of a database": (
        "database-query",
        {"host": "db.example.com", "username": "me", "password": SECRET},
        {"host": "db.example.com", "port": 6432, "username": "me"},
        {"host": "db.example.com", "username": "me", "database": "shop"},
    ),
    "kind of a database": (
        "database-query",
        {"host": "db.example.com", "username": "me", "password": SECRET},
        {"engine": "mysql", "host": "db.example.com", "username": "me"},
        {"host": "db.example.com", "username": "me", "maxRows": 5},
    ),
    "endpoint of a bucket": (
        "oss-file-read",
        {"bucket": "files", "region": "cn-hangzhou", "accessKeyId": SECRET, "accessKeySecret": SECRET},
        {"bucket": "files", "region": "cn-hangzhou", "endpoint": "https://s3.evil.example"},
        {"bucket": "files", "region": "cn-hangzhou", "prefix": "reports"},
    ),
    "one of two secrets typed": (
        "oss-file-read",
        {"bucket": "files", "region": "cn-hangzhou", "accessKeyId": "id", "accessKeySecret": SECRET},
        {"bucket": "files", "region": "cn-hangzhou", "endpoint": "https://s3.evil.example", "accessKeyId": "other"},
        {"bucket": "files", "region": "cn-hangzhou", "accessKeyId": "other"},
    ),
    "Feishu becomes Lark": (
        "feishu-bitable",
        {"appId": "cli_1", "appSecret": SECRET},
        {"appId": "cli_1", "region": "lark"},
        {"appId": "cli_2"},
    ),
    "region of an image service": (
        "ali-image-generation",
        {"apiKey": SECRET},
        {"region": "singapore"},
        {"region": "beijing", "watermark": True},
    ),
    "gateway of an image service": (
        "ali-image-generation",
        {"apiKey": SECRET},
        {"baseUrl": "https://evil.example/api/v1"},
        {},
    ),
    "GitHub Enterprise": (
        "github-file-content",
        {"token": SECRET},
        {"apiUrl": "https://git.evil.example/api/v3"},
        {"apiUrl": "https://api.github.com"},
    ),
    "CMS of an article tool": (
        "blog-save",
        {"webhookUrl": "https://cms.example.com/hook", "webhookSecret": SECRET},
        {"webhookUrl": "https://evil.example/hook"},
        {"webhookUrl": "https://cms.example.com/other"},
    ),
    "bridge to Xiaohongshu": (
        "xiaohongshu",
        {"bridgeUrl": "https://bridge.example.com", "bridgeToken": SECRET},
        {"bridgeUrl": "https://evil.example"},
        {"bridgeUrl": "https://bridge.example.com", "interface": "mcp"},
    ),
}


def secrets_of(tool: ToolConfig) -> str:
    """Return everything that a call would be made with."""
    return repr(ToolConfig.objects.get(pk=tool.pk).full_config())


@pytest.mark.parametrize("person", ["alice", "admin"])
@pytest.mark.parametrize("name", MOVES)
def test_a_tool_that_moves_loses_the_secrets_that_are_not_typed_again(
    name: str, person: str, make_tool: ToolMaker, alice_api: APIClient, admin_api: APIClient
) -> None:
    ui_type, before, after, _ = MOVES[name]
    tool = make_tool(type=ui_type, config=before)
    assert SECRET in secrets_of(tool)
    api = {"alice": alice_api, "admin": admin_api}[person]
    answer = api.patch(f"/api/tools/configs/{tool.pk}/", {"config": after}, format="json")
    if answer.status_code == 400:
        # What it cannot work without has to be typed again at once; until then nothing has moved.
        assert {error["code"] for error in answer.json()["errors"]} == {"missing"}
        tool_config_update(tool=tool, config=after)
    assert SECRET not in secrets_of(tool)
    assert SECRET not in repr(Credential.objects.get().values())


@pytest.mark.parametrize("name", MOVES)
def test_the_form_knows_which_field_moves_a_tool(name: str) -> None:
    ui_type, before, after, _ = MOVES[name]
    found = registry.for_ui_type(ui_type)
    assert found is not None
    fields = form_schema(found[1].config)["properties"]
    changed = {field for field in before.keys() | after.keys() if before.get(field) != after.get(field)}
    assert any(fields[field].get("x-destination") for field in changed)


@pytest.mark.parametrize("name", MOVES)
def test_a_tool_that_stays_keeps_them(name: str, make_tool: ToolMaker) -> None:
    ui_type, before, _, same = MOVES[name]
    tool = make_tool(type=ui_type, config=before)
    tool_config_update(tool=tool, config=same)
    assert SECRET in secrets_of(tool)


@pytest.mark.parametrize("name", [name for name in MOVES if name != "key in the address"])
def test_a_way_by_an_intermediate_step_is_no_way_around(name: str, make_tool: ToolMaker) -> None:
    """Leaving the address out first, or a file for a server, keeps the secret for where it was typed for only."""
    ui_type, before, after, _ = MOVES[name]
    tool = make_tool(type=ui_type, config=before)
    by_type: dict[str, Config] = {"database-query": {"engine": "sqlite"}, "http-request": GAP}
    between = by_type.get(ui_type, {})
    tool_config_update(tool=tool, config=between)
    tool_config_update(tool=tool, config=after)
    assert SECRET not in secrets_of(tool)


def test_a_secret_that_is_typed_again_goes_to_the_new_place(make_tool: ToolMaker) -> None:
    tool = make_tool(config={"url": "https://a.example.com/", **HEADER})
    tool_config_update(tool=tool, config={"url": "https://b.example.com/", **HEADER})
    assert SECRET in secrets_of(tool)
    assert Credential.objects.get().origins == ["https://b.example.com"]


def called(tool: ToolConfig, user: User, arguments: dict[str, Any], origin: Any = "model") -> Any:
    """Call a tool by the gateway and return the envelope."""
    toolbox = gateway().offer([ToolRef(tool.tool_id)], CallContext(caller_of(user), origin=origin))
    name = toolbox.tools()[0].function.name
    return toolbox.call(ToolCall("c1", name, arguments), timeout_s=60, cancel=Cancel())


@pytest.fixture
def web(settings: Any) -> Any:
    """A server on loopback, which the operator allows."""
    settings.OUTBOUND_ALLOW = ["127.0.0.1"]
    gateway.cache_clear()
    with serving(lambda request: Reply.of_json({"ok": True})) as server:
        yield server
    gateway.cache_clear()


@pytest.mark.django_db(transaction=True)
def test_an_address_that_changed_behind_the_services_back_gets_nothing(
    alice: User, make_tool: ToolMaker, web: LoopbackServer
) -> None:
    """Whatever wrote the row: a script, another version of the product, the database's own console."""
    tool = make_tool(config={"url": "https://a.example.com/", **HEADER})
    ToolConfig.objects.update(config={"url": web.url, **GAP})
    result = called(tool, alice, {})
    assert not result.success
    assert result.code == 1006
    assert web.url in result.message
    assert not web.received
    assert Credential.objects.get().asked_origins[0]["origin"] == web.url


@pytest.mark.django_db(transaction=True)
def test_a_shared_tool_that_lets_the_caller_choose_the_address_does_not_take_its_key_there(
    alice: User, bob: User, make_tool: ToolMaker, web: LoopbackServer
) -> None:
    tool = make_tool(config=HEADER, shared=True)
    for user, origin in product((alice, bob), get_args(CallOrigin)):
        assert called(tool, user, {"url": web.url}, origin).code == 1006, (user, origin)
    assert not web.received
    row = Credential.objects.get()
    assert (row.origins, [asked["origin"] for asked in row.asked_origins]) == ([], [web.url])
    credential_origin_confirm(credential=row, address=web.url, user=alice)
    assert called(tool, alice, {"url": web.url}, "test_button").success
    assert called(tool, bob, {"url": web.url}).success
    with serving(lambda request: Reply()) as other:
        assert called(tool, alice, {"url": other.url}, "test_button").code == 1006
        assert not other.received


@pytest.mark.django_db(transaction=True)
def test_a_redirect_of_a_tool_leaves_its_key_behind(alice: User, make_tool: ToolMaker, web: LoopbackServer) -> None:
    def away(request: Received) -> Reply:
        return Reply(302, b"", {"Location": f"{other.url}/?{request.path}"})

    web.answer = away
    with serving(lambda request: Reply.of_json({})) as other:
        config = {"url": web.url, **HEADER, "query": [{"key": "channel", "value": SECRET}]}
        assert called(make_tool(config=config), alice, {}).success
        assert SECRET in repr(web.received)
        assert SECRET not in repr(other.received)


def test_a_hundred_refused_addresses_leave_a_short_list(alice: User) -> None:
    row = credential_create(name="Shop", kind="http", values={"secret": SECRET}, owner=alice)
    for number in range(MAX_ASKED + 5):
        OrmOrigins().asked(str(row.pk), f"https://{number}.example", CallContext(caller_of(alice)))
    OrmOrigins().asked(str(row.pk), f"https://{MAX_ASKED}.example", CallContext(caller_of(alice)))
    row.refresh_from_db()
    asked = [question["origin"] for question in row.asked_origins]
    assert len(asked) == len(set(asked)) == MAX_ASKED
    assert asked[-1] == f"https://{MAX_ASKED}.example"


def test_only_the_first_of_two_first_uses_counts(alice: User) -> None:
    row = credential_create(name="Shop", kind="http", values={"secret": SECRET}, owner=alice)
    origins = OrmOrigins()
    assert origins.first_use(str(row.pk), "https://a.example")
    assert not origins.first_use(str(row.pk), "https://b.example")
    assert Credential.objects.get().origins == ["https://a.example"]


def test_its_owner_confirms_and_removes_what_a_call_asked_for(alice: User, alice_api: APIClient) -> None:
    row = credential_create(name="Shop", kind="http", values={"secret": SECRET}, owner=alice)
    OrmOrigins().asked(str(row.pk), "https://b.example", CallContext(caller_of(alice), workflow_id="w1"))
    (shown,) = alice_api.get("/api/credentials/").json()
    (asked,) = shown["asked_origins"]
    assert (asked["origin"], asked["by"], asked["workflow_id"]) == ("https://b.example", "alice", "w1")
    assert (shown["origins"], shown["decides_origins"]) == ([], True)
    url = f"/api/credentials/{row.pk}/origins/"
    confirmed = alice_api.post(url, {"origin": "https://B.example:443/any/path"}, format="json").json()
    assert (confirmed["origins"], confirmed["asked_origins"]) == (["https://b.example"], [])
    removed = alice_api.delete(f"{url}?origin=https://b.example").json()
    assert removed["origins"] == []
    events = list(AccessEvent.objects.filter(action__startswith="credential.origin").order_by("id"))
    assert [(event.action, event.details) for event in events] == [
        ("credential.origin_confirmed", {"origin": "https://b.example"}),
        ("credential.origin_removed", {"origin": "https://b.example"}),
    ]
    assert alice_api.post(url, {"origin": "nonsense"}, format="json").json()["errors"][0]["pointer"] == "/origin"


def test_nobody_else_confirms_not_even_staff(
    alice: User, admin: User, admin_api: APIClient, bob_api: APIClient
) -> None:
    row = credential_create(name="Shop", kind="http", values={"secret": SECRET}, owner=alice)
    url = f"/api/credentials/{row.pk}/origins/"
    assert bob_api.post(url, {"origin": "https://b.example"}, format="json").status_code == 404
    assert admin_api.post(url, {"origin": "https://b.example"}, format="json").status_code == 403
    assert admin_api.delete(f"{url}?origin=https://b.example").status_code == 403
    with pytest.raises(RecordForbiddenError):
        credential_origin_confirm(credential=row, address="https://b.example", user=admin)
    assert Credential.objects.get().origins == []


@pytest.fixture
def provider(db: None) -> ModelProvider:
    return provider_create(name="Ours", preset="openai", base_url="https://a.example.com/v1", api_key=SECRET)


MOVED = ["https://b.example.com/v1", "http://a.example.com/v1", "https://a.example.com:8443/v1"]


def key_is_gone(provider: ModelProvider) -> bool:
    stored = ModelProvider.objects.get(pk=provider.pk)
    return stored.credential is None and not Credential.objects.exists()


@pytest.mark.parametrize("base_url", MOVED)
def test_a_model_provider_that_moves_loses_its_key(
    base_url: str, provider: ModelProvider, admin_api: APIClient
) -> None:
    path = f"/api/providers/{provider.pk}/"
    answer = admin_api.patch(path, {"base_url": base_url}, format="json")
    assert answer.json()["key_set"] is False
    assert key_is_gone(provider)


@pytest.mark.parametrize("base_url", MOVED)
def test_a_superuser_in_the_panel_is_no_exception(base_url: str, provider: ModelProvider, panel: Client) -> None:
    form = {"name": "Ours", "base_url": base_url, "default_model": "", "model_names": "[]", "enabled": "on"}
    answer = panel.post(f"/admin/agents/modelprovider/{provider.pk}/change/", form)
    assert answer.status_code == 302, answer.content
    assert ModelProvider.objects.get().base_url == base_url
    assert key_is_gone(provider)


@pytest.mark.parametrize("base_url", ["https://a.example.com/v2", "https://A.example.com:443/v1"])
def test_a_model_provider_that_stays_keeps_its_key(base_url: str, provider: ModelProvider) -> None:
    provider_update(provider=provider, base_url=base_url)
    stored = ModelProvider.objects.get()
    assert stored.credential_id is not None
    kept = credential_for_origin(credential_id=stored.credential_id, origin="https://a.example.com")
    assert kept.values()["api_key"] == SECRET


def test_a_key_is_given_out_for_its_own_origin_only(provider: ModelProvider) -> None:
    assert provider.credential_id is not None
    ModelProvider.objects.update(base_url="https://b.example.com/v1")
    with pytest.raises(ToolError) as raised:
        credential_for_origin(credential_id=provider.credential_id, origin="https://b.example.com")
    assert raised.value.code == "origin_not_confirmed"


def test_settings_that_cannot_be_stored_change_no_secret(make_tool: ToolMaker) -> None:
    tool = make_tool(config={"url": "https://a.example.com/", **HEADER})
    with pytest.raises(RecordInvalidError):
        tool_config_update(tool=tool, config={"url": "https://b.example.com/", "timeout": "soon", **GAP})
    assert SECRET in secrets_of(tool)


@pytest.mark.django_db(transaction=True)
def test_a_tool_without_secrets_goes_anywhere(alice: User, make_tool: ToolMaker, web: LoopbackServer) -> None:
    tool = make_tool(config={})
    assert called(tool, alice, {"url": web.url}).success
    found = OrmToolSource().configured(str(tool.pk), CallContext(caller_of(alice)))
    assert found is not None
    assert found.credential is None
