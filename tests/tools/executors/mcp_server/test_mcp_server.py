"""Tools of an MCP server: one configured tool gives many functions, through the same pipeline as everything else."""

import json
import logging
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.doubles import mcp_faults
from tests.doubles.http_server import Received, Reply, serving
from tests.doubles.mcp_everything import PROGRAM, everything_over_http
from tests.doubles.tool_ports import ALICE, Bench, Cancel
from tests.polling import wait_until
from tools.calls.toolbox import GatewayToolbox
from tools.core.definitions import EffectClass, ToolCall, ToolRef
from tools.core.envelope import ToolResult
from tools.core.naming.names import is_legal
from tools.core.ports import PolicyRule
from tools.core.text import Text
from tools.core.tool_id import ToolId
from tools.executors.mcp_server.executor import McpServerExecutor
from tools.mcp.clients import McpClients
from tools.mcp.server import ServerProgram

SERVER = ToolRef(ToolId("tool:m1"))
Offer = Callable[..., GatewayToolbox]


@pytest.fixture
def bench() -> Bench:
    bench = Bench()
    bench.registry.register(McpServerExecutor())
    return bench


@pytest.fixture
def offer(bench: Bench) -> Iterator[Offer]:
    """Offer the tools of a program, or of the server that the settings name, and end the conversation afterwards."""
    open_ones: list[GatewayToolbox] = []

    def offer(started: ServerProgram | None = None, ref: ToolRef = SERVER, **config: Any) -> GatewayToolbox:
        if started is not None:
            bench.mcp = McpClients(["127.0.0.1"], {started.name: started})
            config |= {"transport": "stdio", "program": started.name}
        bench.tools.add("m1", "mcp-server", config, name="Helpers")
        open_ones.append(bench.gateway().offer([ref], ALICE))
        return open_ones[-1]

    yield offer
    for toolbox in open_ones:
        toolbox.close()


def call(
    toolbox: GatewayToolbox, tool: str, arguments: dict[str, Any] | None = None, timeout_s: float = 20
) -> ToolResult:
    (name,) = [one.function.name for one in toolbox.tools() if one.tool_id.endswith(f":{tool}")]
    return toolbox.call(ToolCall("c1", name, arguments or {}), timeout_s=timeout_s, cancel=Cancel())


@pytest.fixture(scope="module")
def faulty() -> Iterator[GatewayToolbox]:
    """The tools of the server that misbehaves, for the tests that leave it as it is."""
    bench = Bench(mcp=McpClients(programs={"faults": mcp_faults.program()}))
    bench.registry.register(McpServerExecutor())
    bench.tools.add("m1", "mcp-server", {"transport": "stdio", "program": "faults"}, name="Helpers")
    toolbox = bench.gateway().offer([SERVER], ALICE)
    yield toolbox
    toolbox.close()


@pytest.fixture(scope="module")
def everything_url() -> Iterator[str]:
    with everything_over_http() as url:
        yield url


@pytest.fixture(params=["stdio", "http"])
def everything(request: pytest.FixtureRequest, bench: Bench, offer: Offer) -> GatewayToolbox:
    """The reference server's tools, over each transport."""
    if request.param == "stdio":
        return offer(PROGRAM)
    bench.mcp = McpClients(["127.0.0.1"])
    return offer(url=request.getfixturevalue("everything_url"))


def test_each_tool_of_the_reference_server_is_a_function(everything: GatewayToolbox) -> None:
    offered = {str(one.tool_id): one for one in everything.tools()}
    assert {"mcp:m1:echo", "mcp:m1:get-sum", "mcp:m1:get-structured-content"} <= offered.keys()
    echo = offered["mcp:m1:echo"]
    assert all(is_legal(one.function.name) for one in offered.values())
    assert echo.function.name == "helpers_echo_tool"
    assert echo.function.description.startswith("Helpers: Echo Tool: ")
    assert list(echo.function.parameters["properties"]) == ["message"]
    assert echo.title == "Helpers: Echo Tool"


def test_text_structure_progress_and_images_come_back(everything: GatewayToolbox) -> None:
    assert call(everything, "get-sum", {"a": 1, "b": 2}).data == {"text": "The sum of 1 and 2 is 3."}
    structured = call(everything, "get-structured-content", {"location": "New York"})
    assert structured.data.keys() == {"temperature", "conditions", "humidity"}
    slow = call(everything, "trigger-long-running-operation", {"duration": 0.1, "steps": 2})
    assert [step["progress"] for step in slow.metadata["progress"]] == [1, 2]
    image = call(everything, "get-tiny-image").data["content"][0]
    assert (image["type"], image["mimeType"]) == ("image", "image/png")


def test_a_result_states_where_it_comes_from(everything: GatewayToolbox, bench: Bench) -> None:
    result = call(everything, "echo", {"message": "hello"})
    assert (result.success, result.facts.untrusted, result.metadata["resource_type"]) == (True, True, "mcp")
    assert result.metadata["temporary_session"] is True
    assert call(everything, "echo", {"message": "again"}).metadata["session_id"] == result.metadata["session_id"]
    assert [record.tool_id for record in bench.audit.records] == ["mcp:m1:echo"] * 2


def test_arguments_are_judged_by_the_schema_of_the_server(everything: GatewayToolbox) -> None:
    result = call(everything, "get-sum", {"a": 1, "b": "two"})
    assert (result.success, result.code) == (False, 1002)
    assert "b: Enter a number." in result.message


def test_only_chosen_tools_are_offered_and_a_missing_one_is_reported(offer: Offer) -> None:
    toolbox = offer(PROGRAM, tools=["echo", "gone"])
    assert [one.tool_id for one in toolbox.tools()] == ["mcp:m1:echo"]
    assert [(one.tool_id, one.code) for one in toolbox.skipped()] == [("mcp:m1:gone", "missing")]


def test_one_function_can_be_wanted_by_its_id(offer: Offer) -> None:
    toolbox = offer(PROGRAM, ref=ToolRef(ToolId("mcp:m1:echo")))
    assert [one.tool_id for one in toolbox.tools()] == ["mcp:m1:echo"]


def test_a_tool_outside_of_the_choice_cannot_be_wanted_by_its_id(offer: Offer) -> None:
    toolbox = offer(PROGRAM, ref=ToolRef(ToolId("mcp:m1:get-env")), tools=["echo"])
    assert [one.code for one in toolbox.skipped()] == ["missing"]


RULES = [
    ("every MCP tool", [PolicyRule("r", None, "mcp:*", None, "deny")], None),
    ("the server", [PolicyRule("r", None, "tool:m1", None, "deny")], None),
    ("the executor", [PolicyRule("r", None, "mcp_server", None, "deny")], None),
    (
        "all but one",
        [PolicyRule("r", None, "tool:m1", None, "deny"), PolicyRule("s", None, "mcp:m1:echo", None, "allow")],
        "echo",
    ),
]


@pytest.mark.parametrize(("rules", "left"), [row[1:] for row in RULES], ids=[row[0] for row in RULES])
def test_rules_name_one_tool_or_the_whole_server(
    bench: Bench, offer: Offer, rules: list[PolicyRule], left: str | None
) -> None:
    bench.policies.current = tuple(rules)
    toolbox = offer(PROGRAM, tools=["echo", "get-sum"])
    assert [one.tool_id for one in toolbox.tools()] == ([f"mcp:m1:{left}"] if left else [])
    assert {one.code for one in toolbox.skipped()} == {"denied"}
    assert bench.audit.refusals


def test_nobody_is_asked_for_tools_that_are_denied(bench: Bench, offer: Offer) -> None:
    bench.policies.current = (PolicyRule("r", None, "mcp-server", None, "deny"),)
    toolbox = offer(ServerProgram("gone", "/no/such/program"))
    assert [one.code for one in toolbox.skipped()] == ["denied"]


def test_a_change_of_the_list_is_noticed_within_the_conversation_and_by_the_next(bench: Bench, offer: Offer) -> None:
    toolbox = offer(mcp_faults.program())
    assert call(toolbox, "env").success
    assert call(toolbox, "grow").success
    result = wait_until(lambda: None if (found := call(toolbox, "env")).success else found)
    assert (result.code, "no longer offers" in result.message) == (1001, True)
    assert any(one.tool_id.endswith(":grown") for one in bench.gateway().offer([SERVER], ALICE).tools())


FAULTS = [
    ("a tool that fails", "fail", {}, 2001, "The oven is cold."),
    ("an error of the protocol", "refuse", {}, 2001, "not today"),
    ("output that breaks its own schema", "bad_output", {}, 0, "does not fit"),
    ("a schema that leads elsewhere", "elsewhere", {"x": 1}, 0, ""),
    ("a pattern that never ends", "slow_pattern", {"x": "a" * 40 + "!"}, 0, ""),
    ("a null where one may stand", "say", {"word": None}, 0, ""),
    ("an argument that must be there, if only as null", "say", {}, 1002, "word"),
    ("a null where none may stand means nothing given", "count", {"n": None}, 1002, "n"),
    ("a null for what need not be given", "count", {"n": 1, "note": None}, 0, ""),
    ("a huge answer", "huge", {}, 2001, "larger"),
    ("a name that no model API takes", "a b/c:d", {}, 0, ""),
    ("a server that dies, and is started again for the next call", "die", {}, 5002, "was lost"),
    ("what comes after that", "say", {"word": "tea"}, 0, ""),
]


@pytest.mark.parametrize(
    ("tool", "arguments", "code", "quoted"), [row[1:] for row in FAULTS], ids=[row[0] for row in FAULTS]
)
def test_faults_have_their_code_and_sentence(
    faulty: GatewayToolbox, tool: str, arguments: dict[str, Any], code: int, quoted: str
) -> None:
    assert all(is_legal(one.function.name) for one in faulty.tools())
    result = call(faulty, tool, arguments)
    assert (result.code, result.success) == (code, code == 0), result.message
    assert quoted in result.message


def test_a_call_that_is_too_slow_is_cancelled_at_the_server(offer: Offer, tmp_path: Path) -> None:
    marker = tmp_path / "hangs"
    toolbox = offer(mcp_faults.program(), tools=["hang"], timeout=1_000)
    result = call(toolbox, "hang", {"marker": str(marker)})
    assert (result.code, result.facts.outcome_unknown) == (2002, True)
    assert "1 s" in result.message
    assert wait_until(lambda: not marker.exists())


def test_the_end_of_the_conversation_ends_the_program(offer: Offer) -> None:
    toolbox = offer(mcp_faults.program(), tools=["pid"])
    pid = int(call(toolbox, "pid").data["text"])
    toolbox.close()
    assert wait_until(lambda: not psutil.pid_exists(pid))


@pytest.mark.parametrize(("trusts", "effect"), [(False, EffectClass.UNREPEATABLE), (True, EffectClass.REPEATABLE)])
def test_hints_are_believed_only_when_a_person_allows_it(offer: Offer, trusts: bool, effect: EffectClass) -> None:
    toolbox = offer(PROGRAM, tools=["echo"], trustsHints=trusts)
    assert toolbox.prepare(ToolCall("c", toolbox.tools()[0].function.name, {"message": "tea"})).effect is effect


def test_a_program_that_is_not_on_the_list_is_reported(offer: Offer) -> None:
    toolbox = offer(transport="stdio", program="bash")
    assert [(one.code, "bash" in one.text.en) for one in toolbox.skipped()] == [("misconfigured", True)]


def test_a_program_that_does_not_start_is_reported(offer: Offer) -> None:
    toolbox = offer(ServerProgram("gone", "/no/such/program"))
    assert [one.code for one in toolbox.skipped()] == ["misconfigured"]


def answering(status: int, body: bytes = b"", **headers: str) -> Callable[[Received], Reply]:
    return lambda received: Reply(status, body, headers)


HTTP_FAULTS = [
    ("wrong credential", answering(401), "misconfigured", "Check the token"),
    ("missing scope", answering(403), "misconfigured", "Check the token"),
    ("rate limit", answering(429), "unavailable", "busy"),
    ("rate limit with its wait", answering(429, b"", **{"Retry-After": "90"}), "unavailable", "Try again in 90 s."),
    ("out of order", answering(503), "unavailable", "out of service"),
    ("no MCP server", answering(404), "misconfigured", "no MCP server"),
    ("not JSON", answering(200, b"<html>", **{"Content-Type": "application/json"}), "unavailable", "invalid message"),
    ("not even a type", answering(200, b"hello"), "unavailable", "error"),
    ("huge", answering(200, b'"' + b"x" * 6_000_000, **{"Content-Type": "application/json"}), "unavailable", "larger"),
    ("redirect to a private address", answering(307, Location="http://10.0.0.1/"), "unavailable", "not followed"),
]


@pytest.mark.parametrize(
    ("answer", "code", "quoted"), [row[1:] for row in HTTP_FAULTS], ids=[row[0] for row in HTTP_FAULTS]
)
def test_faults_of_http_servers_are_reported(
    bench: Bench, offer: Offer, answer: Callable[[Received], Reply], code: str, quoted: str
) -> None:
    bench.mcp = McpClients(["127.0.0.1"])
    with serving(answer) as server:
        toolbox = offer(url=f"{server.url}/mcp", token=mcp_faults.SECRET)
    ((skipped),) = toolbox.skipped()
    assert (skipped.code, quoted in skipped.text.en) == (code, True), skipped.text.en
    assert server.received[0].headers["authorization"] == f"Bearer {mcp_faults.SECRET}"
    assert mcp_faults.SECRET not in repr(skipped)


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/mcp", "http://169.254.169.254/mcp", "http://[::1]/"])
def test_private_addresses_are_refused(offer: Offer, url: str) -> None:
    assert ["private" in one.text.en for one in offer(url=url).skipped()] == [True]


def test_a_name_that_answers_differently_the_second_time_gains_nothing(bench: Bench, offer: Offer) -> None:
    answers = iter([["10.0.0.1"]])
    bench.mcp = McpClients(resolve=lambda host, port: next(answers))
    assert ["private" in one.text.en for one in offer(url="http://rebinding.example/mcp").skipped()] == [True]


def test_secrets_of_the_server_stay_out_of_results_logs_and_the_audit(
    bench: Bench, offer: Offer, caplog: pytest.LogCaptureFixture
) -> None:
    def echo_credential(received: Received) -> Reply:
        error = {"code": -32603, "message": f"bad token {received.headers['authorization']}"}
        return Reply.of_json({"jsonrpc": "2.0", "id": received.json().get("id"), "error": error})

    bench.mcp = McpClients(["127.0.0.1"])
    with caplog.at_level(logging.DEBUG), serving(echo_credential) as server:
        toolbox = offer(url=server.url, token=mcp_faults.SECRET, headers=[{"key": "X-Api-Key", "value": "planted-2"}])
    reported = (
        json.dumps([asdict(one) for one in toolbox.skipped()], default=Text.to_json)
        + caplog.text
        + repr(bench.audit.refusals)
    )
    assert mcp_faults.SECRET not in reported
    assert "planted-2" not in reported
    assert server.received[0].headers["x-api-key"] == "planted-2"


def test_test_mode_calls_nothing(bench: Bench, offer: Offer) -> None:
    offer(mcp_faults.program())
    toolbox = bench.gateway().offer([SERVER], replace(ALICE, mode="test"))
    result = call(toolbox, "fail")
    assert (result.success, result.facts.test_mode) == (True, True)
    assert "call fail" in result.data["would"]
    toolbox.close()


def test_an_idle_connection_closes_itself() -> None:
    clients = McpClients(programs={"faults": mcp_faults.program()}, idle_s=0.05)
    connection = clients.connection(mcp_faults.program())
    assert connection.tools(20)
    assert wait_until(lambda: connection.is_over)
