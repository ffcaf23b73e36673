"""Seed 002: an HTTP tool that a person configured works end to end in both wire formats."""

from tests.doubles.aimock import Aimock
from tests.doubles.http_server import LoopbackServer
from tests.factories.documents import node
from tests.factories.run_documents import chain
from tests.workflow_editor.acceptance.desk import Desk, calls, offered, says, told_results, used

ITEMS = {"url": "https://api.example.com/items", "headers": [{"key": "X-Api-Key", "value": "planted-secret-1"}]}


def test_the_model_calls_the_tool_and_reads_its_answer(
    desk: Desk, model: str, aimock: Aimock, web: LoopbackServer
) -> None:
    tool = desk.tool("http-request", ITEMS, name="Shop", description="Lists the shop's items.")
    aimock.script(calls((tool["function_name"], {"query_params": {"kind": "tea"}})), says("There is tea."))
    ran = desk.ask(model, tool)
    assert ran.run["status"] == "succeeded", ran.error
    assert ran.run["output"]["result"] == "There is tea."
    (request,) = web.received
    assert (request.method, request.path, request.query) == ("GET", "/items", {"kind": "tea"})
    assert request.headers["x-api-key"] == "planted-secret-1"
    first, second = aimock.bodies()
    assert offered(first) == [tool["function_name"]]
    (result,) = told_results(second)
    assert (result["success"], result["operationType"]) == (True, "query")
    assert result["data"]["data"] == {"path": "/items", "query": {"kind": "tea"}}


def test_the_model_sees_what_is_left_to_fill_in_and_a_description(desk: Desk, model: str, aimock: Aimock) -> None:
    tool = desk.tool("http-request", ITEMS, name="Shop", description="Lists the shop's items.")
    aimock.script(says("Hello."))
    desk.ask(model, tool, systemPrompt="You keep a shop.")
    (body,) = aimock.bodies()
    function = body["tools"][0]["function"]
    assert function["description"] == "Shop: Lists the shop's items."
    assert list(function["parameters"]["properties"]) == ["query_params"]
    system = body["messages"][0]["content"]
    assert system.startswith("You keep a shop.")
    assert f"- {tool['function_name']}: Shop: Lists the shop's items." in system
    assert "example.com" not in str(body)


def test_two_tools_of_one_type_are_two_functions(desk: Desk, model: str, aimock: Aimock, web: LoopbackServer) -> None:
    tea = desk.tool("http-request", {"url": "https://api.example.com/tea"}, name="Tea")
    bread = desk.tool("http-request", {"url": "https://api.example.com/bread"}, name="Bread")
    aimock.script(calls((bread["function_name"], {}), (tea["function_name"], {})), says("Both."))
    ran = desk.ask(model, tea, bread)
    assert sorted(request.path for request in web.received) == ["/bread", "/tea"]
    assert [result["data"]["data"]["path"] for result in told_results(aimock.bodies()[1])] == ["/bread", "/tea"]
    assert [record["title"] for record in ran.run["output"]["toolCalls"]] == ["Bread", "Tea"]


def test_variables_in_the_settings_are_filled_in(desk: Desk, model: str, aimock: Aimock, web: LoopbackServer) -> None:
    settings = {
        "method": "POST",
        "url": "https://api.example.com/{{ inputs.city }}",
        "headers": [{"key": "X-Topic", "value": "{{ Greet.text }}"}],
        "body": '{"topic": {{ nodes.greet.text | json }}}',
    }
    configured = desk.tool("http-request", settings, name="Mine")
    inline = {"id": "t1", "type": "http-request", "name": "Here", "enabled": True, "config": settings}
    greet = node("greet", "template", {"template": 'Say "{{ inputs.city }}"'})
    alone = node("alone", "tool", {"tool": inline})
    config = {"provider": model, "userPrompt": "Do it.", "tools": [used(configured)]}
    aimock.script(calls((configured["function_name"], {})), says("Done."))
    ran = desk.run(chain(greet, alone, node("writer", "process", config)), {"city": "delft"})
    assert ran.run["status"] == "succeeded", ran.error
    assert len(web.received) == 2
    for request in web.received:
        assert request.path == "/delft"
        assert request.headers["x-topic"] == 'Say "delft"'
        assert request.json() == {"topic": 'Say "delft"'}


def test_an_unknown_name_in_the_settings_is_told_before_the_run(desk: Desk) -> None:
    inline = {"id": "t1", "type": "http-request", "name": "Here", "config": {"url": "https://a.example/{{ nobody.x }}"}}
    answer = desk.api.post(f"/api/workflows/{desk.workflow(chain(node('a', 'tool', {'tool': inline})))}/runs/", {})
    (problem,) = answer.json()["problems"]
    assert (problem["code"], problem["field"]) == ("unknown_reference", "/tool/config/url")


def test_a_tool_node_calls_it_without_a_model(desk: Desk, web: LoopbackServer) -> None:
    tool = desk.tool("http-request", ITEMS, name="Shop")
    ran = desk.run(chain(node("fetch", "tool", {"tool": used(tool), "arguments": {"query_params": {"kind": "tea"}}})))
    assert ran.run["status"] == "succeeded", ran.error
    assert ran.run["output"]["data"]["data"]["query"] == {"kind": "tea"}
    assert len(web.received) == 1
