"""The node types that reach out: AI, tool and code."""

import json
from typing import Any

import pytest

from agents.core.errors import ProviderRateLimitError
from agents.core.messages import FinishReason
from agents.providers.base import NamedToolChoice
from tests.doubles.conversation import FakeTool, FakeToolbox, bad, good
from tests.doubles.node_harness import FakeSandbox, NodeHarness
from tests.doubles.scripted_model import ScriptedModel, ScriptedReply
from tools.core.definitions import EffectClass, SkippedTool, ToolRef
from tools.core.envelope import operation_success
from tools.core.registered.files import StoredFile
from tools.core.text import Text
from tools.core.tool_id import ToolId
from workflow_editor.errors import NodeError
from workflow_editor.nodes.base import EffectNode, NodeOutcome
from workflow_editor.nodes.registry import builtin_registry

JsonObject = dict[str, Any]
TOOL = {"id": "t1", "type": "http-request", "name": "Fetch", "config": {"url": "https://a.example"}}


def run(type_id: str, config: JsonObject, harness: NodeHarness) -> NodeOutcome:
    node_type = builtin_registry().get(type_id)
    assert isinstance(node_type, EffectNode)
    return node_type.run(node_type.config_model.model_validate(config), harness.context())


def failure(type_id: str, config: JsonObject, harness: NodeHarness) -> NodeError:
    with pytest.raises(NodeError) as caught:
        run(type_id, config, harness)
    return caught.value


def asked(config: JsonObject, **harness: Any) -> tuple[ScriptedModel, NodeHarness]:
    """Run an AI node with a model that answers `ok`, and return its request."""
    with ScriptedModel([ScriptedReply("ok")]) as model:
        surroundings = NodeHarness(model=model, **harness)
        run("process", {"userPrompt": "p", **config}, surroundings)
    return model, surroundings


def test_the_prompt_is_filled_in_and_the_answer_given() -> None:
    with ScriptedModel([ScriptedReply("Tea is good.")]) as model:
        harness = NodeHarness(inputs={"topic": "tea"}, model=model)
        outcome = run("process", {"userPrompt": "About {{ inputs.topic }}", "model": "m1"}, harness)
    assert outcome.output == {
        "result": "Tea is good.",
        "model": "m1",
        "toolCalls": [],
        "toolCallRounds": 0,
        "finishReason": FinishReason.STOP.value,
        "usage": {"input_tokens": 10, "output_tokens": 5},
    }
    assert outcome.usage == {"input_tokens": 10, "output_tokens": 5}
    assert outcome.inputs == {"provider": "Offline", "model": "m1", "systemPrompt": "", "userPrompt": "About tea"}
    assert model.requests[0].messages[-1].text == "About tea"
    assert harness.models.asked == [("offline", "m1")]


def test_settings_reach_the_model() -> None:
    config = {"temperature": 0.1, "maxTokens": 50, "offlineScript": [{"text": "hi", "delayMs": 5}]}
    model, _ = asked(config)
    request = model.requests[0]
    assert (request.temperature, request.max_tokens) == (0.1, 50)
    assert request.extra == {"script": [{"text": "hi", "toolCalls": [], "delayMs": 5}]}


@pytest.mark.parametrize("unset", [None, 0, -1])
def test_a_token_limit_that_is_none_leaves_it_to_the_model(unset: int | None) -> None:
    model, _ = asked({"maxTokens": unset})
    assert model.requests[0].max_tokens is None


def test_knowledge_goes_into_the_system_prompt_under_its_name() -> None:
    items = [
        {"id": "1", "name": "Style", "content": "Short {{ inputs.topic }}."},
        {"id": "2", "name": "No", "content": " "},
    ]
    model, _ = asked({"systemPrompt": "You write.", "knowledgeItems": items}, inputs={"topic": "words"})
    assert model.requests[0].messages[0].text == "You write.\n\n## Reference material\n\n### Style\nShort words."


def test_chinese_prompts_get_chinese_sections() -> None:
    model, _ = asked({"systemPrompt": "你是编辑。", "knowledgeItems": [{"name": "风格", "content": "简短。"}]})
    assert "## 参考资料\n\n### 风格\n简短。" in model.requests[0].messages[0].text


TOOL_CHOICES: list[tuple[JsonObject, list[str]]] = [
    ({}, []),
    ({"tools": [TOOL]}, ["inline:t1"]),
    ({"tools": [{**TOOL, "enabled": False}]}, []),
    (
        {"tools": [{**TOOL, "toolConfig": "9f"}], "enabledTools": ["system:get_current_time"]},
        ["tool:9f", "system:get_current_time"],
    ),
    ({"enabledTools": ["system:a", "system:a"]}, ["system:a"]),
    ({"tools": [TOOL], "enableToolCalling": False}, []),
    ({"tools": [TOOL], "enableToolCalling": True}, ["inline:t1"]),
]


@pytest.mark.parametrize(("config", "tool_ids"), TOOL_CHOICES)
def test_the_enabled_tools_are_asked_for(config: JsonObject, tool_ids: list[str]) -> None:
    _, harness = asked(config)
    assert [ref.tool_id for ref in harness.tools.refs] == tool_ids


def test_a_tool_that_the_node_carries_itself_brings_its_settings() -> None:
    _, harness = asked({"tools": [TOOL]})
    assert harness.tools.refs == [ToolRef(ToolId("inline:t1"), "http-request", "Fetch", {"url": "https://a.example"})]


def test_tool_calls_are_in_the_output() -> None:
    with ScriptedModel([ScriptedReply(calls=[("c1", "fetch", '{"q": 1}')]), ScriptedReply("done")]) as model:
        harness = NodeHarness(model=model, toolbox=FakeToolbox(FakeTool("fetch", lambda arguments: good(arguments))))
        outcome = run("process", {"userPrompt": "p", "tools": [TOOL], "toolCallTimeout": 1500}, harness)
    assert outcome.output["toolCallRounds"] == 1
    [call] = outcome.output["toolCalls"]
    assert (call["id"], call["round"], call["tool"], call["arguments"]) == ("c1", 1, "tool:fetch", {"q": 1})
    assert call["result"]["success"] is True
    assert harness.toolbox.timeouts == [1.5]
    json.dumps(outcome.output)


def test_a_named_tool_is_forced() -> None:
    with ScriptedModel([ScriptedReply(calls=[("c1", "fetch", "{}")]), ScriptedReply("done")]) as model:
        harness = NodeHarness(model=model, toolbox=FakeToolbox(FakeTool("fetch")))
        run("process", {"userPrompt": "p", "tools": [TOOL], "toolChoice": {"name": "fetch"}}, harness)
    assert model.requests[0].tool_choice == NamedToolChoice("fetch")


def test_a_failing_tool_fails_the_node_with_its_reason() -> None:
    with ScriptedModel([ScriptedReply(calls=[("c1", "fetch", "{}")])]) as model:
        harness = NodeHarness(model=model, toolbox=FakeToolbox(FakeTool("fetch", lambda _: bad("It is down."))))
        error = failure("process", {"userPrompt": "p", "tools": [TOOL]}, harness)
    assert error.code == "tool_execution_failed"
    assert "It is down." in error.message


def test_a_failing_provider_fails_the_node_and_states_whether_to_try_again() -> None:
    model = ScriptedModel([ProviderRateLimitError("Too many requests.", details={"status": 429})])
    error = failure("process", {"userPrompt": "p"}, NodeHarness(model=model))
    assert (error.code, error.retryable, error.message) == ("provider_rate_limited", True, "Too many requests.")
    assert error.details == {"status": 429}


def test_an_empty_prompt_fails_before_the_model_is_asked() -> None:
    assert failure("process", {"userPrompt": "{{ inputs.ghost }}"}, NodeHarness()).code == "prompt_missing"


JSON_ANSWERS: list[tuple[str, Any]] = [
    ('{"a": 1}', {"a": 1}),
    ("[1, 2]", [1, 2]),
    ('```json\n{"a": 1}\n```', {"a": 1}),
    ('Here it is:\n```\n{"a": 1}\n```\nBye.', {"a": 1}),
    ("  3 ", 3),
]


@pytest.mark.parametrize(("text", "value"), JSON_ANSWERS)
def test_a_json_answer_is_parsed(text: str, value: Any) -> None:
    with ScriptedModel([ScriptedReply(text)]) as model:
        outcome = run("process", {"userPrompt": "p", "outputType": "json"}, NodeHarness(model=model))
    assert outcome.output["result"] == value
    assert "JSON only" in model.requests[0].messages[0].text


@pytest.mark.parametrize("text", ["Sure!", "{'a': 1}", "NaN", "```json\nnope\n```"])
def test_an_answer_that_is_no_json_fails_the_node_clearly(text: str) -> None:
    config = {"userPrompt": "p", "outputType": "json"}
    error = failure("process", config, NodeHarness(model=ScriptedModel([ScriptedReply(text)])))
    assert error.code == "output_not_json"
    assert text.strip()[:200] in error.message


def test_a_json_answer_is_held_against_its_schema() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}
    config = {"userPrompt": "p", "outputType": "json", "outputSchema": schema}
    model = ScriptedModel([ScriptedReply('{"a": "x"}'), ScriptedReply('{"a": "y"}')])
    error = failure("process", config, NodeHarness(model=model))
    assert (error.code, error.details["path"]) == ("output_not_of_schema", "$.a")
    assert model.requests[0].json_schema == schema
    assert "$.a" in model.requests[1].messages[-1].text


def test_a_json_answer_is_repaired_once() -> None:
    config = {"userPrompt": "p", "outputType": "json", "outputSchema": {"type": "object"}}
    with ScriptedModel([ScriptedReply("Sure!"), ScriptedReply('{"a": 1}')]) as model:
        outcome = run("process", config, NodeHarness(model=model))
    assert outcome.output["result"] == {"a": 1}


TABLE = StoredFile("1", "tea.csv", "text/csv", 19)
PICTURE = StoredFile("2", "tea.png", "image/png", 4)


@pytest.mark.parametrize(("output_type", "may_link"), [("text", True), ("json", False)])
def test_files_that_the_service_made_in_any_round_stand_beside_the_answer(output_type: str, may_link: bool) -> None:
    steps = [
        ScriptedReply(calls=[("c1", "fetch", "{}")], files=(TABLE,)),
        ScriptedReply('{"a": 1}', files=(TABLE, PICTURE)),
    ]
    with ScriptedModel([*steps]) as model:
        harness = NodeHarness(model=model, toolbox=FakeToolbox(FakeTool("fetch", lambda arguments: good(arguments))))
        outcome = run("process", {"userPrompt": "p", "tools": [TOOL], "outputType": output_type}, harness)
    assert outcome.output["files"] == [TABLE.to_json(), PICTURE.to_json()]
    assert [request.links_files for request in model.requests] == [may_link, may_link]


def test_a_tool_node_calls_once_and_gives_the_data() -> None:
    toolbox = FakeToolbox(FakeTool("fetch", lambda arguments: good(arguments, "fetched")))
    harness = NodeHarness(outputs={"a": {"n": 3, "text": "A"}}, toolbox=toolbox)
    config = {"tool": TOOL, "arguments": {"count": "{{ nodes.a.n }}", "deep": ["{{ a.text }}!", 7], "secret": "s"}}
    outcome = run("tool", config, harness)
    assert outcome.output == {
        "data": {"count": 3, "deep": ["A!", 7], "secret": "s"},
        "success": True,
        "message": "fetched",
    }
    assert outcome.inputs["arguments"]["secret"] == "***"
    assert harness.sink.types() == ["tool_call_started", "tool_call_finished"]
    assert harness.tools.refs == [ToolRef(ToolId("inline:t1"), "http-request", "Fetch", {"url": "https://a.example"})]


def test_a_tool_node_fails_with_its_tool() -> None:
    harness = NodeHarness(toolbox=FakeToolbox(FakeTool("fetch", lambda _: bad("No such page.", 2001))))
    error = failure("tool", {"tool": TOOL}, harness)
    assert (error.code, error.message) == ("tool_execution_failed", "No such page.")
    assert error.details == {"tool": "Fetch", "tool_code": 2001}


@pytest.mark.parametrize(
    ("skipped", "code", "message"),
    [
        (
            [SkippedTool(ToolId("inline:t1"), "Fetch", "denied", Text.of(en="You may not use it.", zh="您无权使用。"))],
            "tool_denied",
            "You may not use it.",
        ),
        (
            [SkippedTool(ToolId("inline:t1"), "Notes", "not_implemented", Text.of(en="Not yet.", zh="尚未实现。"))],
            "tool_not_implemented",
            "Not yet.",
        ),
        ([], "tool_missing", "The tool no longer exists. Choose another one."),
    ],
)
def test_a_tool_that_is_not_offered_fails_the_tool_node(skipped: list[SkippedTool], code: str, message: str) -> None:
    error = failure("tool", {"tool": TOOL}, NodeHarness(toolbox=FakeToolbox(skipped=skipped)))
    assert (error.code, error.message) == (code, message)


def test_a_tool_node_without_a_tool_reports_it() -> None:
    assert failure("tool", {}, NodeHarness()).code == "tool_not_chosen"


def test_a_tool_result_in_the_journal_is_not_fetched_again() -> None:
    toolbox = FakeToolbox(FakeTool("send", lambda _: good("sent"), EffectClass.UNREPEATABLE))
    harness = NodeHarness(toolbox=toolbox)
    first = run("tool", {"tool": TOOL}, harness)
    assert run("tool", {"tool": TOOL}, harness).output == first.output
    assert len(toolbox.calls) == 1


def test_an_interrupted_call_that_must_not_be_repeated_fails_the_tool_node() -> None:
    toolbox = FakeToolbox(FakeTool("send", lambda _: good("sent"), EffectClass.UNREPEATABLE))
    harness = NodeHarness(toolbox=toolbox)
    run("tool", {"tool": TOOL}, harness)
    harness.journal.rows = [row for row in harness.journal.rows if row.kind == "tool_started"]
    assert failure("tool", {"tool": TOOL}, harness).code == "outcome_unknown"
    assert len(toolbox.calls) == 1


def test_code_gets_its_variables_with_their_types() -> None:
    sandbox = FakeSandbox({"result": {"n": 4}, "logs": "hi\n"})
    harness = NodeHarness(outputs={"a": {"n": 3}}, sandbox=sandbox)
    config = {"code": "{'n': n + 1}", "inputs": [{"name": "n", "value": "{{ nodes.a.n }}"}], "timeoutMs": 500}
    outcome = run("code", config, harness)
    assert outcome.output == {"result": {"n": 4}, "logs": "hi\n"}
    assert outcome.inputs == {"n": 3}
    assert sandbox.runs == [("{'n': n + 1}", {"n": 3}, 0.5)]


def test_failing_code_fails_the_node() -> None:
    sandbox = FakeSandbox(NodeError("Line 1: name 'x' is not defined.", code="code_failed"))
    assert failure("code", {"code": "x"}, NodeHarness(sandbox=sandbox)).code == "code_failed"


RUNNER = "0199aaaa-0000-7000-8000-000000000001"
OUTSIDE = {"code": "n + 1", "inputs": [{"name": "n", "value": "3"}], "runner": RUNNER, "timeoutMs": 5000}


def test_code_runs_in_the_runner_that_was_chosen() -> None:
    result = operation_success(4, Text("The script has run."), logs="hi\n")
    toolbox, sandbox = FakeToolbox(FakeTool("code_runner", lambda _: result)), FakeSandbox({})
    harness = NodeHarness(toolbox=toolbox, sandbox=sandbox)
    outcome = run("code", OUTSIDE, harness)
    assert outcome.output == {"result": 4, "logs": "hi\n"}
    assert toolbox.calls[0].arguments == '{"code": "n + 1", "inputs": {"n": "3"}}'
    assert (toolbox.timeouts, sandbox.runs) == ([5.0], [])
    assert harness.tools.refs == [ToolRef(ToolId(f"tool:{RUNNER}"), "code-runner", config={"readsResults": False})]


def test_a_runner_that_is_not_allowed_or_fails_fails_the_node() -> None:
    skipped = SkippedTool(ToolId(f"tool:{RUNNER}"), "Runner", "denied", Text("No rule allows it."))
    denied = FakeToolbox(skipped=[skipped])
    assert failure("code", OUTSIDE, NodeHarness(toolbox=denied)).code == "tool_denied"
    failing = FakeToolbox(FakeTool("code_runner", lambda _: bad("Line 1: no.", 2001)))
    assert failure("code", OUTSIDE, NodeHarness(toolbox=failing)).code == "tool_execution_failed"


def test_a_runner_takes_python_only() -> None:
    config = {**OUTSIDE, "language": "javascript"}
    assert failure("code", config, NodeHarness(toolbox=FakeToolbox())).code == "runner_runs_python"
    node = builtin_registry().get("code")
    found = node.problems(node.config_model.model_validate(config))
    assert [problem.code for problem in found] == ["runner_runs_python"]


@pytest.mark.parametrize(("runner", "codes"), [("", ["sandbox_time"]), (RUNNER, [])])
def test_only_a_runner_may_take_ten_minutes(runner: str, codes: list[str]) -> None:
    node = builtin_registry().get("code")
    config = node.config_model.model_validate({"code": "1", "timeoutMs": 600_000, "runner": runner})
    assert [problem.code for problem in node.problems(config)] == codes
