"""An MCP server in a workflow: a model calls its tools, a tool node calls one; the connection ends with the node."""

from collections.abc import Iterator
from typing import Any

import psutil
import pytest

from tests.doubles import mcp_faults
from tests.doubles.aimock import Aimock
from tests.factories.documents import node
from tests.factories.run_documents import chain
from tests.polling import wait_until
from tests.workflow_editor.acceptance.api_user import ApiUser, calls, offered, received_results, text_reply, used
from tools.adapters import gateway_factory as adapters

CONFIG = {"transport": "stdio", "program": "faults", "tools": ["pid", "say"]}


@pytest.fixture(autouse=True)
def _programs(settings: Any) -> Iterator[None]:
    settings.MCP_PROGRAMS = {"faults": mcp_faults.program()}
    adapters.gateway.cache_clear()
    yield
    adapters.gateway.cache_clear()


def test_the_model_calls_tools_of_the_server_over_one_connection(api_user: ApiUser, model: str, aimock: Aimock) -> None:
    tool = api_user.tool("mcp-server", CONFIG, name="Helpers")
    pid, answer_text = "helpers_pid", "helpers_say"
    aimock.script(calls((pid, {})), calls((pid, {}), (answer_text, {"word": "tea"})), text_reply("Done."))
    ran = api_user.ask(model, tool)
    assert ran.run["status"] == "succeeded", ran.error
    first, second, third = aimock.bodies()
    assert sorted(offered(first)) == sorted([pid, answer_text])
    (once,) = received_results(second)
    twice, quoted = received_results(third)[-2:]
    assert once["data"] == twice["data"]
    assert quoted["data"] == {"text": "say {'word': 'tea'}"}
    assert wait_until(lambda: not psutil.pid_exists(int(once["data"]["text"])))
    assert {row["tool_id"] for row in api_user.audit()} == {f"mcp:{tool['id']}:pid", f"mcp:{tool['id']}:say"}


def test_a_tool_node_calls_the_function_that_it_names(api_user: ApiUser) -> None:
    tool = api_user.tool("mcp-server", CONFIG, name="Helpers")
    config = {"tool": used(tool, function="say"), "arguments": {"word": "tea"}}
    ran = api_user.run(chain(node("call", "tool", config)))
    assert ran.run["status"] == "succeeded", ran.error
    assert ran.run["output"]["data"] == {"text": "say {'word': 'tea'}"}


def test_a_tool_node_must_name_one_of_several_functions(api_user: ApiUser) -> None:
    tool = api_user.tool("mcp-server", CONFIG, name="Helpers")
    ran = api_user.run(chain(node("call", "tool", {"tool": used(tool)})))
    assert (ran.run["status"], ran.error["code"]) == ("failed", "tool_function_missing")
