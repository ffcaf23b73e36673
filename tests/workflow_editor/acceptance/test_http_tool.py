"""Seed 002: an HTTP tool that a person configured works end to end in both wire formats."""

from tests.doubles.aimock import Aimock
from tests.doubles.http_server import LoopbackServer
from tests.factories.documents import node
from tests.factories.run_documents import chain
from tests.workflow_editor.acceptance.api_user import ApiUser, calls, offered, received_results, text_reply, used

ITEMS = {"url": "https://api.example.com/items", "headers": [{"key": "X-Api-Key", "value": "planted-secret-1"}]}


def test_the_model_calls_the_tool_and_reads_its_answer(
    api_user: ApiUser, model: str, aimock: Aimock, web: LoopbackServer
) -> None:
    tool = api_user.tool("http-request", ITEMS, name="Shop", description="Lists the shop's items.")
    aimock.script(calls((tool["function_name"], {"query_params": {"kind": "tea"}})), text_reply("There is tea."))
    ran = api_user.ask(model, tool)
    assert ran.run["status"] == "succeeded", ran.error
    assert ran.run["output"]["result"] == "There is tea."
    (request,) = web.received
    assert (request.method, request.path, request.query) == ("GET", "/items", {"kind": "tea"})
    assert request.headers["x-api-key"] == "planted-secret-1"
    first, second = aimock.bodies()
    assert offered(first) == [tool["function_name"]]
    (result,) = received_results(second)
    assert (result["success"], result["operationType"]) == (True, "query")
    assert result["data"]["data"] == {"path": "/items", "query": {"kind": "tea"}}


def test_the_model_sees_what_is_left_to_fill_in_and_a_description(
    api_user: ApiUser, model: str, aimock: Aimock
) -> None:
    tool = api_user.tool("http-request", ITEMS, name="Shop", description="Lists the shop's items.")
    aimock.script(text_reply("Hello."))
    api_user.ask(model, tool, systemPrompt="You keep a shop.")
    (body,) = aimock.bodies()
    function = body["tools"][0]["function"]
    assert function["description"] == "Shop: Lists the shop's items."
    assert list(function["parameters"]["properties"]) == ["query_params"]
    system = body["messages"][0]["content"]
    assert system.startswith("You keep a shop.")
    assert f"- {tool['function_name']}: Shop: Lists the shop's items." in system
    assert "example.com" not in str(body)


def test_two_tools_of_one_type_are_two_functions(
    api_user: ApiUser, model: str, aimock: Aimock, web: LoopbackServer
) -> None:
    tea = api_user.tool("http-request", {"url": "https://api.example.com/tea"}, name="Tea")
    bread = api_user.tool("http-request", {"url": "https://api.example.com/bread"}, name="Bread")
    aimock.script(calls((bread["function_name"], {}), (tea["function_name"], {})), text_reply("Both."))
    ran = api_user.ask(model, tea, bread)
    assert sorted(request.path for request in web.received) == ["/bread", "/tea"]
    assert [result["data"]["data"]["path"] for result in received_results(aimock.bodies()[1])] == ["/bread", "/tea"]
    assert [record["title"] for record in ran.run["output"]["toolCalls"]] == ["Bread", "Tea"]


def test_variables_in_the_settings_are_filled_in(
    api_user: ApiUser, model: str, aimock: Aimock, web: LoopbackServer
) -> None:
    settings = {
        "method": "POST",
        "url": "https://api.example.com/{{ inputs.city }}",
        "headers": [{"key": "X-Topic", "value": "{{ Greet.text }}"}],
        "body": '{"topic": {{ nodes.greet.text | json }}}',
    }
    configured = api_user.tool("http-request", settings, name="Mine")
    inline = {"id": "t1", "type": "http-request", "name": "Here", "enabled": True, "config": settings}
    greet = node("greet", "template", {"template": 'Say "{{ inputs.city }}"'})
    single = node("alone", "tool", {"tool": inline})
    config = {"provider": model, "userPrompt": "Do it.", "tools": [used(configured)]}
    aimock.script(calls((configured["function_name"], {})), text_reply("Done."))
    ran = api_user.run(chain(greet, single, node("writer", "process", config)), {"city": "delft"})
    assert ran.run["status"] == "succeeded", ran.error
    assert len(web.received) == 2
    for request in web.received:
        assert request.path == "/delft"
        assert request.headers["x-topic"] == 'Say "delft"'
        assert request.json() == {"topic": 'Say "delft"'}


def test_an_unknown_name_in_the_settings_is_reported_before_the_run(api_user: ApiUser) -> None:
    inline = {"id": "t1", "type": "http-request", "name": "Here", "config": {"url": "https://a.example/{{ nobody.x }}"}}
    answer = api_user.api.post(
        f"/api/workflows/{api_user.workflow(chain(node('a', 'tool', {'tool': inline})))}/runs/", {}
    )
    (problem,) = answer.json()["problems"]
    assert (problem["code"], problem["field"]) == ("unknown_reference", "/tool/config/url")


def test_a_tool_node_calls_it_without_a_model(api_user: ApiUser, web: LoopbackServer) -> None:
    tool = api_user.tool("http-request", ITEMS, name="Shop")
    ran = api_user.run(
        chain(node("fetch", "tool", {"tool": used(tool), "arguments": {"query_params": {"kind": "tea"}}}))
    )
    assert ran.run["status"] == "succeeded", ran.error
    assert ran.run["output"]["data"]["data"]["query"] == {"kind": "tea"}
    assert len(web.received) == 1
