"""The return value of code decides a tool's success, in every way to call code; older code returns data."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.doubles.code_runner import TOKEN
from tests.doubles.http_server import LoopbackServer, Reply
from tests.factories.documents import edge, node
from tests.factories.run_documents import chain, graph
from tests.factories.workflows import workflow_create
from tests.workflow_editor.acceptance.api_user import ApiUser, Json, Ran, used
from tools.executors.contract.function import tool
from tools.executors.registry import registry
from tools.models import ToolPolicy
from tools.runner.frames import frame

OUTCOMES: dict[str, tuple[Any, bool, Any]] = {
    # what code returns, whether that is a success, and its data or the reason
    "success false": ({"success": False, "message": "No stock"}, False, "No stock"),
    "success false and a reason": ({"success": False, "error": "No stock"}, False, "No stock"),
    "success true": ({"success": True, "data": [1]}, True, [1]),
    "code 1002": ({"code": 1002}, False, "failed"),
    "code 200": ({"code": 200, "data": [1]}, True, {"code": 200, "data": [1]}),
    "nothing": (None, False, "The tool returned nothing."),
    "text": ("No stock", True, "No stock"),
    "JSON as text": ('{"success": false, "message": "No stock"}', False, "No stock"),
}


class Place:
    """Location of the code."""

    def __init__(self, api_user: ApiUser, alice: User, web: LoopbackServer, monkeypatch: pytest.MonkeyPatch) -> None:
        self.api_user, self.alice, self.web, self.monkeypatch = api_user, alice, web, monkeypatch

    def call(self, wanted: Json, version: int, **arguments: Any) -> Ran:
        """Run a tool node of this version."""
        config = {"tool": wanted, "arguments": arguments}
        return self.api_user.run(chain(node("call", "tool", config, type_version=version)))

    def script(self, value: Any, version: int) -> Ran:
        """A configured tool that decides by its own setting."""
        stored = self.api_user.tool("custom", {"script": repr(value), "readsResults": version > 1})
        return self.call(used(stored), 2)

    def carried_script(self, value: Any, version: int) -> Ran:
        return self.call({"id": "t", "type": "custom", "config": {"script": repr(value)}}, version)

    def function(self, value: Any, version: int) -> Ran:
        self._register(value)
        return self.call({"id": "t", "type": "stock:look"}, version)

    def function_of_model(self, value: Any, version: int) -> Ran:
        self._register(value)
        script = [{"toolCalls": [{"tool": "Look", "arguments": {}}]}, {"text": "Done"}]
        config = {"provider": "offline", "userPrompt": "Go", "offlineScript": script, "enabledTools": ["stock:look"]}
        return self.api_user.run(chain(node("call", "process", config, type_version=version)))

    def runner(self, value: Any, version: int) -> Ran:
        return self.call(used(self._runner(value, version > 1)), 2, code="1")

    def code_node(self, value: Any, version: int) -> Ran:
        config = {"code": "1", "runner": self._runner(value, True)["id"]}
        return self.api_user.run(chain(node("call", "code", config, type_version=version)))

    def workflow(self, value: Any, version: int) -> Ran:
        """One output of an end node of this version."""
        outputs = {"outputs": [{"name": "found", "value": "{{ nodes.look.result }}"}]}
        nodes = [
            node("start", "start"),
            node("look", "code", {"code": repr(value)}),
            node("end", "end", outputs, type_version=version),
        ]
        inner = graph(nodes, [edge("start", "look"), edge("look", "end")])
        workflow = workflow_create(self.alice, name="Inner", document=inner)
        return self.call({"id": "t", "type": f"workflow:{workflow.slug}"}, 2)

    def _register(self, value: Any) -> None:
        @tool("stock:look")
        def look() -> Any:
            return value

        self.monkeypatch.setitem(registry._executors, look.name, look)

    def _runner(self, value: Any, reads_results: bool) -> Json:
        ToolPolicy.objects.create(tool_pattern="code_runner", effect="allow")
        answer = Reply(200, frame({"value": value, "logs": "", "files": []}))
        self.web.answer = lambda _: answer
        config = {"url": "https://api.example.com", "token": TOKEN, "readsResults": reads_results}
        return self.api_user.tool("code-runner", config)


Way = Callable[[Place, Any, int], Ran]
READ: dict[str, Way] = {
    "script": Place.script,
    "carried script": Place.carried_script,
    "function": Place.function,
    "function of a model": Place.function_of_model,
    "runner": Place.runner,
    "workflow": Place.workflow,
}
BEFORE: dict[str, Way] = {name: way for name, way in READ.items() if not name.startswith("function")}


@pytest.fixture
def place(api_user: ApiUser, alice: User, web: LoopbackServer, monkeypatch: pytest.MonkeyPatch) -> Place:
    return Place(api_user, alice, web, monkeypatch)


def result_of(ran: Ran) -> Json:
    (finished,) = ran.payloads("tool_call_finished")
    result: Json = finished["result"]
    return result


@pytest.mark.parametrize("outcome", OUTCOMES)
@pytest.mark.parametrize("way", READ)
@pytest.mark.everyday_rows(16)
def test_the_table_holds_for_every_way_to_call_code(place: Place, way: str, outcome: str) -> None:
    value, success, expected = OUTCOMES[outcome]
    ran = READ[way](place, value, 2)
    result = result_of(ran)
    assert (ran.run["status"], result["success"]) == ("succeeded" if success else "failed", success), ran.run
    if success:
        assert result["data"] == expected
    else:
        assert expected in ran.error["message"]


@pytest.mark.parametrize("outcome", OUTCOMES)
@pytest.mark.parametrize("way", BEFORE)
@pytest.mark.everyday_rows(8)
def test_what_was_made_before_gives_data(place: Place, way: str, outcome: str) -> None:
    value = OUTCOMES[outcome][0]
    ran = BEFORE[way](place, value, 1)
    assert (ran.run["status"], result_of(ran)["data"]) == ("succeeded", value), ran.run


@pytest.mark.parametrize(
    ("outcome", "success"), [("success false", True), ("code 200", False), ("code 1002", False), ("nothing", False)]
)
@pytest.mark.parametrize("way", ["function", "function of a model"])
def test_nodes_of_before_read_functions_as_they_did(place: Place, way: str, outcome: str, success: bool) -> None:
    ran = READ[way](place, OUTCOMES[outcome][0], 1)
    assert (ran.run["status"], result_of(ran)["success"]) == ("succeeded" if success else "failed", success), ran.run


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("outcome", OUTCOMES)
@pytest.mark.everyday_rows(4)
def test_the_value_of_a_code_node_is_data_wherever_it_runs(place: Place, outcome: str, version: int) -> None:
    value = OUTCOMES[outcome][0]
    outside = place.code_node(value, version)
    inside = place.api_user.run(chain(node("call", "code", {"code": repr(value)}, type_version=version)))
    assert outside.run["output"]["result"] == inside.run["output"]["result"] == value
