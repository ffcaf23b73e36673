"""Code: a few lines of Python or JavaScript in the sandbox, or Python in a runner outside."""

from collections.abc import Sequence

from tools.core.call.summary import field_line
from tools.core.definitions import JsonObject, ToolRef
from tools.core.envelope import is_success
from tools.core.text import Text
from tools.core.tool_id import ToolId, ToolKind
from tools.executors.code_runner.executor import CodeRunnerExecutor
from tools.executors.contract.code_results import READS_NO_RESULTS
from tools.executors.contract.schema import form_field, language_field
from tools.sandbox.limits import MAX_TIMEOUT_S
from tools.sandbox.outcome import Language
from workflow_editor.errors import NodeError
from workflow_editor.nodes.base import ConfigProblem, EffectNode, Example, NodeConfig, NodeOutcome, OutputField
from workflow_editor.nodes.fields.named_values import NamedValue, named_values, named_values_field, repeated_names
from workflow_editor.nodes.meanings import JAVASCRIPT_HAS_BIG_INTEGERS
from workflow_editor.nodes.ports import NodeContext
from workflow_editor.nodes.tool_call import call_error, call_tool, rehearsed_output, was_rehearsed

MOST_IN_SANDBOX_MS = int(MAX_TIMEOUT_S * 1000)
"""The sandbox takes a worker of the product; a runner has limits of its own."""
_PYTHON_ONLY = Text("A code runner runs Python only.")
_SANDBOX_TIME = Text(
    "The sandbox runs code for at most {most} s. Lower the limit, or choose a code runner.", most=round(MAX_TIMEOUT_S)
)


class CodeConfig(NodeConfig):
    inputs: list[NamedValue] = named_values_field(Text("Variables"), Text("Names available in the code."))
    language: Language = language_field()
    code: str = form_field(
        "Code",
        "The result is the last expression or the return value of main: main(topic, limit) gets the variables "
        "it names, main(args) all of them. print() and console.log() write to the log.",
        default="",
        max_length=100_000,
        widget="code",
        autofocus=True,
        language="python",
    )
    runner: str = form_field(
        "Runs in",
        "A code runner has libraries and the network, and runs Python only. An administrator sets it up.",
        default="",
        max_length=36,
        widget="code-runner",
    )
    timeout_ms: int = form_field(
        "Time limit",
        Text("The code is stopped after this time. In the sandbox, at most {most} s.", most=round(MAX_TIMEOUT_S)),
        default=2000,
        ge=100,
        le=600_000,
        unit="ms",
    )


class CodeNode(EffectNode[CodeConfig]):
    """Runs code in the sandbox: no files, no network, no imports beyond a few safe modules; or in a code runner."""

    id = "code"
    category = "data"
    icon = "code"
    title = Text("Code")
    help = Text("Runs a short Python or JavaScript program in a sandbox.")
    keywords = Text("python, javascript, js, script, function, transform")
    summary = (field_line("code", Text("No code yet")),)
    needs = (ConfigProblem("code_missing", "/code", Text("Enter the code.")),)
    output_fields = (
        OutputField("result", "any", Text("Result")),
        OutputField("logs", "string", Text("Log")),
    )
    example = Example(
        Text("Adds up prices."),
        config={"inputs": [{"name": "prices", "value": "{{ nodes.fetch.body }}"}], "code": "sum(prices)"},
        nodes={"fetch": {"body": [1, 2]}},
        output={"result": 3, "logs": ""},
    )

    def problems(self, config: CodeConfig) -> Sequence[ConfigProblem]:
        found = [*repeated_names([row.name for row in config.inputs], "inputs"), *super().problems(config)]
        if config.runner and config.language != "python":
            found.append(ConfigProblem("runner_runs_python", "/language", _PYTHON_ONLY))
        if not config.runner and config.timeout_ms > MOST_IN_SANDBOX_MS:
            found.append(ConfigProblem("sandbox_time", "/timeoutMs", _SANDBOX_TIME))
        return found

    def run(self, config: CodeConfig, context: NodeContext) -> NodeOutcome:
        inputs = named_values(config.inputs, context.variables)
        if config.runner:
            return _run_outside(config, inputs, context)
        outcome = context.code.run(
            config.code,
            inputs,
            language=config.language,
            timeout_s=min(config.timeout_ms, MOST_IN_SANDBOX_MS) / 1000,
            exact_integers=context.variables.version >= JAVASCRIPT_HAS_BIG_INTEGERS,
            cancel=context.cancel,
        )
        return NodeOutcome({"result": outcome["result"], "logs": outcome["logs"]}, inputs=inputs)


def _run_outside(config: CodeConfig, inputs: JsonObject, context: NodeContext) -> NodeOutcome:
    """Call the runner as a tool node does: with the rights of the run's user, in the audit log, and once."""
    if config.language != "python":
        raise NodeError(_PYTHON_ONLY, code="runner_runs_python")
    runner = ToolId.of(ToolKind.TOOL, config.runner)
    # The result is the value of the node, as in the sandbox, and says nothing about the call.
    ref = ToolRef(runner, ui_type=CodeRunnerExecutor.ui_tools[0].ui_type, config=READS_NO_RESULTS)
    called = call_tool(ref, {"code": config.code, "inputs": inputs}, context, config.timeout_ms / 1000)
    result = called.result
    if not is_success(result):
        raise call_error(called)
    output = {"result": result.data, "logs": result.metadata.get("logs", "")}
    return NodeOutcome(rehearsed_output(output, result) if was_rehearsed(result) else output, inputs=inputs)
