"""Choosing among the tools of an MCP server, and calling one of them, over HTTP."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.doubles.mcp_everything import PROGRAM
from tests.factories.tables import table_create
from tests.tools.conftest import ToolMaker
from tools.adapters import gateway_factory as adapters
from tools.models import ToolConfig, ToolInvocation, ToolPolicy

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _programs(settings: Any) -> Iterator[None]:
    settings.MCP_PROGRAMS = {PROGRAM.name: PROGRAM}
    adapters.gateway.cache_clear()
    yield
    adapters.gateway.cache_clear()


@pytest.fixture
def helpers(make_tool: ToolMaker) -> ToolConfig:
    config = {"transport": "stdio", "program": PROGRAM.name, "tools": ["echo", "get-sum"]}
    return make_tool(type="mcp-server", name="Helpers", config=config)


def functions(api: APIClient, tool: ToolConfig) -> Any:
    return api.post(f"/api/tools/configs/{tool.id}/mcp-tools/")


def test_all_tools_of_the_server_are_listed_with_what_was_chosen(alice_api: APIClient, helpers: ToolConfig) -> None:
    listed = {one["name"]: one for one in functions(alice_api, helpers).json()}
    assert {name for name, one in listed.items() if one["chosen"]} == {"echo", "get-sum"}
    assert len(listed) > 10
    echo = listed["echo"]
    assert echo["tool_id"] == f"mcp:{helpers.id}:echo"
    assert echo["function_name"] == "helpers_echo_tool"
    assert list(echo["input_schema"]["properties"]) == ["message"]


def test_strangers_find_nothing(charlie_api: APIClient, helpers: ToolConfig) -> None:
    assert functions(charlie_api, helpers).status_code == 404


def test_a_server_does_not_list_its_tools_to_strangers(alice_api: APIClient, helpers: ToolConfig) -> None:
    ToolPolicy.objects.create(tool_pattern="mcp_server", effect="deny")
    answer = functions(alice_api, helpers)
    assert (answer.status_code, answer.json()["code"]) == (403, "tool_denied")


def test_other_tools_have_no_functions_to_choose(alice_api: APIClient, bot: ToolConfig) -> None:
    answer = functions(alice_api, bot)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_input")


def test_an_unknown_program_is_reported(alice_api: APIClient, make_tool: ToolMaker) -> None:
    tool = make_tool(type="mcp-server", name="Shell", config={"transport": "stdio", "program": "bash"})
    answer = functions(alice_api, tool)
    assert (answer.status_code, "bash" in answer.json()["detail"]) == (409, True)


def test_programs_are_listed_by_name_only(alice_api: APIClient, anonymous_api: APIClient) -> None:
    assert alice_api.get("/api/tools/mcp-programs/").json() == [{"name": "everything"}]
    assert anonymous_api.get("/api/tools/mcp-programs/").status_code == 401


def test_the_test_button_calls_one_function(alice_api: APIClient, helpers: ToolConfig) -> None:
    address = f"/api/tools/configs/{helpers.id}/test/"
    unnamed = alice_api.post(address, {"mode": "live"}, format="json")
    assert (unnamed.status_code, unnamed.json()["code"]) == (409, "tool_misconfigured")
    body = {"mode": "live", "function": "get-sum", "arguments": {"a": 2, "b": 3}}
    report = alice_api.post(address, body, format="json").json()
    assert report["result"]["data"] == {"text": "The sum of 2 and 3 is 5."}
    meta = report["result"]["metadata"]
    assert (meta["resource_type"], meta["temporary_session"], meta["tool"]) == ("mcp", True, "mcp_server")
    assert ToolInvocation.objects.get().tool_id == f"mcp:{helpers.id}:get-sum"


def test_a_secret_token_never_comes_back(alice_api: APIClient, make_tool: ToolMaker) -> None:
    config = {"url": "https://mcp.example.com/", "token": "planted-token-1"}
    tool = make_tool(type="mcp-server", name="Remote", config=config)
    assert "planted-token-1" not in alice_api.get(f"/api/tools/configs/{tool.id}/").content.decode()
    assert tool.full_config()["token"] == "planted-token-1"


def test_the_form_of_a_functions_arguments(alice_api: APIClient, helpers: ToolConfig) -> None:
    echo = alice_api.get("/api/tools/functions/", {"tool": f"mcp:{helpers.id}:echo"}).json()
    assert (echo["function_name"], echo["title"]) == ("helpers_echo_tool", "Helpers: Echo Tool")
    assert list(echo["input_schema"]["properties"]) == ["message"]
    clock = alice_api.get("/api/tools/functions/", {"tool": "system:get_current_time"}).json()
    assert clock["function_name"] == "sys_get_current_time"
    assert "timezone" in clock["input_schema"]["properties"]


@pytest.mark.parametrize(
    ("tool", "status"),
    [("system:nothing", 404), ("workflow:nothing", 404), ("mcp:x:y", 404), ("no-such", 404), (":", 404), ("", 400)],
)
def test_functions_that_are_not_there(alice_api: APIClient, tool: str, status: int) -> None:
    assert alice_api.get("/api/tools/functions/", {"tool": tool}).status_code == status


def test_a_server_alone_is_no_function(alice_api: APIClient, helpers: ToolConfig) -> None:
    answer = alice_api.get("/api/tools/functions/", {"tool": helpers.tool_id})
    assert (answer.status_code, answer.json()["code"]) == (409, "tool_misconfigured")


def test_a_strangers_tool_has_no_form(charlie_api: APIClient, helpers: ToolConfig) -> None:
    assert charlie_api.get("/api/tools/functions/", {"tool": f"mcp:{helpers.id}:echo"}).status_code == 404


def test_a_table_gives_the_functions_that_fit_its_columns(
    alice: User, alice_api: APIClient, make_tool: ToolMaker
) -> None:
    columns = [{"key": "name", "name": "Name", "type": "text"}]
    plain, people = table_create(alice, columns=columns), table_create(alice)
    for table, more in ((plain, set()), (people, {"upsert", "increment"})):
        tool = make_tool(type="data-table", name="Rows", config={"table": str(table.pk), "functions": ["query"]})
        listed = {one["name"]: one for one in functions(alice_api, tool).json()}
        assert listed.keys() == {"query", "insert", "insert_many", "update", "delete"} | more
        assert listed["query"]["chosen"]
        assert not listed["insert"]["chosen"]
        assert list(listed["insert"]["input_schema"]["properties"]) == [one["key"] for one in table.columns]


def test_functions_of_ours_are_shown_in_the_readers_language(
    alice: User, alice_api: APIClient, make_tool: ToolMaker
) -> None:
    tool = make_tool(type="data-table", name="People", config={"table": str(table_create(alice).pk)})
    listed = alice_api.post(f"/api/tools/configs/{tool.id}/mcp-tools/", headers={"Accept-Language": "zh-hans"}).json()
    assert (listed[0]["title"], listed[0]["function_name"]) == ("查询", "people_query")
