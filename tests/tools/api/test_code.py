"""Code at the API: what is found in it comes back with its place, when it is typed and when it is stored."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.tools.conftest import ToolMaker
from tools.models import ToolConfig
from tools.services.tool_configs import tool_config_update

CHECK = "/api/tools/code-check/"
CONFIGS = "/api/tools/configs/"
HTTP_GET = [{"name": "http_get", "tool": "http_get"}]


def stored(api: APIClient, **config: Any) -> Any:
    return api.post(CONFIGS, {"type": "custom", "name": "Mine", "config": config}, format="json")


def test_code_that_cannot_work_is_refused_at_its_lines_in_both_languages(alice_api: APIClient) -> None:
    answer = stored(alice_api, script="import socket\nx = 1\nhttp_get('a') + nobody", functions=HTTP_GET)
    assert answer.status_code == 400
    problem = answer.json()
    assert problem["code"] == "invalid_input"
    assert [(row["pointer"], row["code"]) for row in problem["errors"]] == [
        ("/config/script", "unknown_module"),
        ("/config/script", "unknown_name"),
    ]
    assert [(row["line"], row["column"], row["code"]) for row in problem["findings"]] == [
        (1, 8, "unknown_module"),
        (3, 17, "unknown_name"),
    ]
    assert problem["findings"][0]["message"] == {
        "en": "The sandbox has no module socket.",
        "zh": "沙箱中没有模块 socket。",
    }
    assert not ToolConfig.objects.exists()


def test_errors_of_code_are_reported_in_the_language_of_the_reader(alice_api: APIClient) -> None:
    body = {"type": "custom", "name": "Mine", "config": {"script": "x = ("}}
    answer = alice_api.post(CONFIGS, body, format="json", headers={"Accept-Language": "zh-hans"})
    assert answer.json()["errors"][0]["message"].startswith("第 1 行：语法错误")
    assert answer.json()["findings"][0]["code"] == "syntax"


def test_code_that_is_worth_a_look_is_stored_and_comes_back_with_its_findings(alice_api: APIClient) -> None:
    answer = stored(alice_api, script="http_get(3)", functions=HTTP_GET)
    assert answer.status_code == 201
    (found,) = answer.json()["findings"]
    assert (found["line"], found["column"], found["severity"]) == (1, 10, "warning")
    detail = alice_api.get(f"{CONFIGS}{answer.json()['id']}/").json()
    assert detail["findings"] == [found]


def test_a_change_of_the_code_is_looked_through_too(alice_api: APIClient) -> None:
    tool = stored(alice_api, script="1").json()
    address = f"{CONFIGS}{tool['id']}/"
    answer = alice_api.patch(address, {"config": {"script": "while True:\n    pass"}}, format="json")
    assert (answer.status_code, answer.json()["findings"][0]["code"]) == (400, "endless_loop")
    assert alice_api.get(address).json()["config"]["script"] == "1"


def test_a_faulty_tool_of_old_can_still_be_renamed(make_tool: ToolMaker) -> None:
    tool = make_tool(type="custom", config={})
    ToolConfig.objects.filter(pk=tool.pk).update(config={"script": "nobody"})
    tool.refresh_from_db()
    assert tool_config_update(tool=tool, name="Other").name == "Other"


def test_other_wrong_settings_are_reported_first(alice_api: APIClient) -> None:
    answer = stored(alice_api, script="nobody", functions=[{"name": "a b", "tool": "http_get"}])
    assert [row["pointer"] for row in answer.json()["errors"]] == ["/config/functions/0/name"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"code": ""}, []),
        ({"code": "x = ("}, [(1, "syntax")]),
        ({"code": "title.upper()", "inputs": [{"name": "title"}]}, []),
        ({"code": "title + 1", "inputs": [{"name": "title", "type": "string"}]}, [(1, "unsupported_operator")]),
        ({"code": "1", "inputs": [{"name": ""}], "functions": [{"name": "", "tool": ""}]}, []),
        ({"code": "\nhttp_get(1)", "functions": HTTP_GET}, [(2, "invalid_argument_type")]),
        ({"code": "count + 1", "keeps_variables": True}, [(1, "unknown_name")]),
        ({"code": "f(1)", "functions": [{"name": "f", "tool": "tool:gone"}]}, []),
        ({"code": "f(1)", "functions": [{"name": "f", "tool": "anything"}]}, []),
    ],
)
def test_code_is_looked_through_while_it_is_typed(
    alice_api: APIClient, body: dict[str, Any], expected: list[tuple[int, str]]
) -> None:
    answer = alice_api.post(CHECK, body, format="json")
    assert answer.status_code == 200
    assert [(row["line"], row["code"]) for row in answer.json()["findings"]] == expected


def test_the_parameters_of_a_foreign_tool_are_not_given_away(
    make_tool: ToolMaker, bob_api: APIClient, alice_api: APIClient
) -> None:
    tool = make_tool(type="custom", config={"script": "1", "parameters": [{"name": "word", "type": "string"}]})
    body = {"code": "f(word=1)", "functions": [{"name": "f", "tool": tool.tool_id}]}
    assert [row["code"] for row in alice_api.post(CHECK, body, format="json").json()["findings"]] == [
        "invalid_argument_type"
    ]
    assert bob_api.post(CHECK, body, format="json").json()["findings"] == []


NOBODYS = "0199aaaa-0000-7000-8000-000000000001"
LOST = [
    ("tool:{other}", "missing, or you may not see it"),
    (f"tool:{NOBODYS}", "missing, or you may not see it"),
    (f"mcp:{NOBODYS}:echo", "missing, or you may not see it"),
    ("system:no_such_action", "does not exist"),
    ("tool:{server}", "several functions"),
]


@pytest.mark.parametrize(("granted", "words"), LOST)
def test_a_granted_tool_that_is_not_there_is_reported_when_the_code_is_stored(
    alice_api: APIClient, bob: User, make_tool: ToolMaker, granted: str, words: str
) -> None:
    server = make_tool(type="mcp-server", config={"url": "https://mcp.example.com/"})
    granted = granted.format(other=make_tool(owner=bob).id, server=server.id)
    functions = [*HTTP_GET, {"name": "other", "tool": granted}]
    refused = stored(alice_api, script="other()", functions=functions)
    assert refused.status_code == 400
    assert [(row["pointer"], row["code"]) for row in refused.json()["errors"]] == [
        ("/config/functions/1/tool", "granted_tool")
    ]
    assert words in refused.json()["errors"][0]["message"]
    kept = stored(alice_api, script="1", functions=[]).json()
    again = alice_api.patch(
        f"{CONFIGS}{kept['id']}/", {"config": {"script": "1", "functions": functions}}, format="json"
    )
    assert again.status_code == 400


@pytest.mark.parametrize(("granted", "words"), [*LOST, ("anything", "does not exist")])
def test_a_granted_tool_that_is_not_there_is_reported_while_the_code_is_typed(
    alice_api: APIClient, bob: User, make_tool: ToolMaker, granted: str, words: str
) -> None:
    server = make_tool(type="mcp-server", config={"url": "https://mcp.example.com/"})
    granted = granted.format(other=make_tool(owner=bob).id, server=server.id)
    rows = [{"name": "", "tool": ""}, *HTTP_GET, {"name": "", "tool": granted}]
    (error,) = alice_api.post(CHECK, {"code": "", "functions": rows}, format="json").json()["lost_grants"]
    assert (error["pointer"], error["code"]) == ("/functions/2/tool", "granted_tool")
    assert words in error["message"]["en"]
    assert not error["message"]["zh"].isascii()


def test_a_tool_that_is_switched_off_may_be_granted(alice_api: APIClient, make_tool: ToolMaker) -> None:
    tool = make_tool(enabled=False)
    functions = [{"name": "other", "tool": f"tool:{tool.id}"}]
    assert alice_api.post(CHECK, {"code": "1", "functions": functions}, format="json").json()["lost_grants"] == []
    assert stored(alice_api, script="1", functions=functions).status_code == 201


def test_javascript_is_parsed_when_it_is_typed_and_when_it_is_stored(alice_api: APIClient) -> None:
    code = {"code": "let x = 1;\nlet y = (", "language": "javascript"}
    (found,) = alice_api.post(CHECK, code, format="json").json()["findings"]
    assert (found["line"], found["code"], found["severity"]) == (2, "syntax", "error")
    answer = stored(alice_api, language="javascript", script=code["code"])
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, "/config/script")
    assert stored(alice_api, language="javascript", script="const x = 1; x").status_code == 201
