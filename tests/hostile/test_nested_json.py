"""JSON nested however deeply, at every place where it comes in: taken, or refused with a sentence, never a crash."""

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import orjson
import pytest

from agents.providers.answer_body import WholeEvents
from agents.providers.anthropic_body import parsed_input
from agents.providers.text_protocol import read_calls
from tests.doubles.http_server import Received, Reply, serving
from tests.doubles.mcp_http import TOKEN, mcp_server
from tests.doubles.tool_ports import ALICE, Bench, Cancel, loopback_bench
from tools.core.call.arguments import parse_arguments
from tools.core.call.returned_values import read_returned
from tools.core.definitions import OperationType, ToolCall, ToolRef
from tools.core.envelope import ToolResult, is_success
from tools.core.errors import ToolArgumentsError, ToolError
from tools.core.formats.json_text import MAX_BUILT_DEPTH, MAX_DEPTH, JsonTooDeepError, is_deeper, parse_json
from tools.core.tool_id import ToolId
from tools.executors import builtin
from tools.executors.http_request.bodies import encoded
from tools.executors.mcp_server.executor import McpServerExecutor
from tools.mcp.clients import McpClients
from tools.secrets.redaction import redact, secrets_in
from workflow_editor.errors import NodeError
from workflow_editor.nodes.base import NodeOutcome
from workflow_editor.nodes.builtin.output import OutputConfig, OutputNode
from workflow_editor.nodes.builtin.start import StartConfig, read_inputs
from workflow_editor.nodes.lookup import NodeNames, json_in
from workflow_editor.nodes.texts.json_answer import parse_answer
from workflow_editor.nodes.variables import RunVariables

DEPTHS = (MAX_DEPTH, 250, 1_000, 1_030, 100_000)
BUILT_DEPTHS = (MAX_BUILT_DEPTH, 250, 990)

depths = pytest.mark.parametrize("depth", DEPTHS)
shapes = pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}"), ('[{"a":', "}]")])


def nested(depth: int, opening: str = "[", closing: str = "]") -> str:
    """Return JSON of so many levels."""
    times = depth // 2 if len(closing) == 2 else depth
    return opening * times + "1" + closing * times


def value_of(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


@depths
@shapes
def test_the_reader_takes_what_is_not_too_deep(depth: int, opening: str, closing: str) -> None:
    read, text = parse_json, nested(depth, opening, closing)
    if depth > MAX_DEPTH:
        with pytest.raises(JsonTooDeepError):
            read(text)
    else:
        assert json.dumps(read(text), separators=(",", ":")) == text
    broad = read('{"text": "' + "[" * depth + '", "list": [' + "[]," * depth + "1]}")
    assert (len(broad["text"]), len(broad["list"])) == (depth, depth + 1)


def test_the_reader_leads_to_what_is_too_deep() -> None:
    with pytest.raises(JsonTooDeepError) as raised:
        parse_json('{"a": [1], "b": ' + nested(MAX_DEPTH) + "}")
    assert raised.value.pointer == "/b"


def _variables(**inputs: Any) -> RunVariables:
    return RunVariables(inputs, NodeNames({}), dict[str, Any]().get)


def _start_field(kind: str) -> Callable[[str], object]:
    config = StartConfig.model_validate({"fields": [{"name": "v", "type": kind}]})

    def read(text: str) -> object:
        _, errors = read_inputs(config, {"v": text})
        assert [error.pointer for error in errors] in ([], ["/v"])
        if errors:
            raise NodeError(errors[0].message)
        return None

    return read


def _output_node(text: str) -> object:
    return OutputNode().evaluate(OutputConfig(content="{{ inputs.v }}", format="json"), _variables(v=text))


def _plain_answer(text: str) -> object:
    body = WholeEvents()
    body.feed(text.encode())
    return body.finish()


REFUSING: dict[str, Callable[[str], object]] = {
    "arguments of a model": lambda text: parse_arguments(f'{{"v": {text[1:-1] or 1}}}'),
    "body of a request": lambda text: encoded(text, "json"),
    "answer of a model": lambda text: parse_answer(text, None),
    "answer of a model, in a fence": lambda text: parse_answer(f"Here:\n```json\n{text}\n```\n", None),
    "plain answer of a model service": _plain_answer,
    "start field: array": _start_field("array"),
    "output node": _output_node,
}
"""Places that refuse what is too deep, with a sentence."""

PASSING: dict[str, Callable[[str], object]] = {
    "start field: any value": _start_field("json"),
    "JSON text in a template": lambda text: _variables(v=text).render("{{ inputs.v[0] }}{{ inputs.v | json }}"),
    "JSON text behind a reference": json_in,
    "arguments for Anthropic": parsed_input,
    "call in a text": lambda text: read_calls(f'<tool_call>{{"name": "x", "arguments": {text}}}</tool_call>'),
    "envelope": is_success,
}
"""Places where a text that cannot be read is only a text."""


@depths
@pytest.mark.parametrize("name", REFUSING)
def test_places_that_refuse(name: str, depth: int) -> None:
    if depth <= MAX_DEPTH:
        REFUSING[name](nested(depth))
        return
    with pytest.raises((ToolError, NodeError, JsonTooDeepError)) as raised:
        REFUSING[name](nested(depth))
    assert f"nested deeper than {MAX_DEPTH} levels" in str(raised.value)


@depths
@pytest.mark.parametrize("name", PASSING)
def test_places_that_take_a_text_as_it_is(name: str, depth: int) -> None:
    PASSING[name](nested(depth))


@pytest.mark.parametrize("depth", BUILT_DEPTHS)
@pytest.mark.parametrize(
    "keep",
    [
        lambda value: parse_arguments({"v": value[0]}),
        lambda value: read_returned(value, OperationType.QUERY),
        lambda value: NodeOutcome({"v": value[0]}),
        lambda value: NodeOutcome({}, inputs={"v": value[0]}),
    ],
    ids=["arguments", "result", "output", "filled-in form"],
)
def test_what_is_built_has_a_limit_within_what_can_be_stored_and_sent(
    keep: Callable[[Any], object], depth: int
) -> None:
    if depth <= MAX_BUILT_DEPTH:
        keep(value_of(depth))
        return
    with pytest.raises((ToolError, NodeError), match="nested deeper than 200 levels"):
        keep(value_of(depth))


def test_what_may_be_built_can_be_stored_redacted_sent_and_filled_in() -> None:
    value = value_of(MAX_BUILT_DEPTH)
    assert redact(value, ["planted-secret"]) == value
    assert secrets_in(value) == set()
    assert orjson.loads(orjson.dumps({"event": {"payload": {"output": {"result": value}}}}))
    variables = _variables(v=value)
    assert variables.value("{{ inputs.v }}") == value
    assert len(variables.render("{{ inputs.v }}")) > MAX_BUILT_DEPTH
    assert variables.evaluate("size(inputs.v)") == 1
    assert variables.evaluate("[inputs.v]") == [value]
    assert not is_deeper(value, MAX_BUILT_DEPTH)
    assert is_deeper([value], MAX_BUILT_DEPTH)


def _called(bench: Bench, ref: str, arguments: dict[str, Any], function: str = "") -> ToolResult:
    toolbox = bench.gateway().offer((ToolRef(ToolId(ref)),), ALICE)
    try:
        name = next(one.function.name for one in toolbox.tools() if one.tool_id.endswith(function))
        return toolbox.call(ToolCall("c1", name, arguments), timeout_s=20, cancel=Cancel())
    finally:
        toolbox.close()


def _assert_reported(result: ToolResult, depth: int) -> None:
    if depth <= MAX_DEPTH:
        assert result.success, result.message
    else:
        assert (result.success, result.code) == (False, 2001)
        assert "nested deeper than" in result.message, result.message
    orjson.dumps(result.to_json())


@depths
@pytest.mark.parametrize("response_type", ["auto", "json"])
def test_the_answer_of_a_service(depth: int, response_type: str) -> None:
    def answer(_: Received) -> Reply:
        return Reply(200, nested(depth).encode(), {"Content-Type": "application/json"})

    bench = loopback_bench()
    with serving(answer) as server:
        bench.tools.add("t", "http-request", {"url": server.url, "responseType": response_type})
        _assert_reported(_called(bench, "tool:t", {}), depth)


@pytest.mark.parametrize("depth", DEPTHS)
def test_the_answer_of_an_mcp_server(depth: int) -> None:
    def answer(request: Received) -> Reply:
        reply = mcp_server(request)
        if b"tools/call" not in request.body:
            return reply
        # Three levels are of the message.
        body = f'{{"jsonrpc":"2.0","id":{request.json()["id"]},"result":{{"content":[],"structuredContent":{{"v":'
        return Reply(200, f"{body}{nested(depth - 1)}}}}}}}".encode(), {"Content-Type": "application/json"})

    bench = Bench(mcp=McpClients(["127.0.0.1"], {}))
    bench.registry.register(McpServerExecutor())
    with serving(answer) as server:
        bench.tools.add("t", "mcp-server", {"url": server.url, "token": TOKEN}, name="Helpers")
        _assert_reported(_called(bench, "tool:t", {"word": "x"}, ":say"), depth)


@pytest.mark.parametrize("depth", [100, 250, 1_000])
def test_the_result_of_a_script(depth: int) -> None:
    bench = Bench()
    builtin.register_all(bench.registry)
    script = f"def main():\n    value = 1\n    for _ in range({depth}):\n        value = [value]\n    return value"
    bench.tools.add("t", "custom", {"script": script, "parameters": []}, name="Deep")
    _assert_reported(_called(bench, "tool:t", {}), depth)


@pytest.mark.parametrize("depth", [250, 1_000, 100_000])
def test_arguments_of_a_model_go_back_to_it(depth: int) -> None:
    with pytest.raises(ToolArgumentsError, match="Make it flatter"):
        parse_arguments('{"v": ' + nested(depth) + "}")
    # Unclosed ones may be called either.
    with suppress(ToolArgumentsError):
        parse_arguments("[" * depth)
