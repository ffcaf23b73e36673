"""Code: a few lines of Python or JavaScript in the sandbox."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from pydantic import Field

from tools.core.summary import field_line
from tools.core.text import Text
from tools.executors.contract.schema import language_field, ui
from tools.sandbox.outcome import Language
from workflow_editor.nodes.base import (
    Category,
    ConfigProblem,
    EffectNode,
    Example,
    NodeConfig,
    NodeOutcome,
    OutputField,
)
from workflow_editor.nodes.named_values import NamedValue, named_values, named_values_field, repeated_names
from workflow_editor.nodes.ports import NodeContext


class CodeConfig(NodeConfig):
    """The program and what it is given."""

    inputs: list[NamedValue] = named_values_field(Text("Variables"), Text("Names available in the code."))
    language: Language = language_field()
    code: str = Field(
        default="",
        max_length=100_000,
        json_schema_extra=ui(
            "Code",
            "The result is the last expression or the return value of main: main(topic, limit) gets the variables "
            "it names, main(args) all of them. print() and console.log() write to the log.",
            widget="code",
            autofocus=True,
            language="python",
        ),
    )
    timeout_ms: int = Field(
        default=2000,
        ge=100,
        le=60_000,
        json_schema_extra=ui("Time limit", "The code is stopped after this time.", unit="ms"),
    )


class CodeNode(EffectNode[CodeConfig]):
    """Runs code in the sandbox: no files, no network, no imports beyond a few safe modules."""

    id = "code"
    category: ClassVar[Category] = "data"
    icon = "code"
    title = Text("Code")
    help = Text("Runs a short Python or JavaScript program in a sandbox.")
    keywords = Text("python, javascript, js, script, function, transform")
    summary = (field_line("code", Text("No code yet")),)
    output_fields = (
        OutputField("result", "any", Text("Result")),
        OutputField("logs", "string", Text("Log")),
    )
    config_model = CodeConfig
    example = Example(
        Text("Adds up prices."),
        config={"inputs": [{"name": "prices", "value": "{{ nodes.fetch.body }}"}], "code": "sum(prices)"},
        nodes={"fetch": {"body": [1, 2]}},
        output={"result": 3, "logs": ""},
    )

    def problems(self, config: CodeConfig) -> Sequence[ConfigProblem]:
        found = list(repeated_names([row.name for row in config.inputs], "inputs"))
        if not config.code.strip():
            found.append(ConfigProblem("code_missing", "/code", Text("Enter the code.")))
        return found

    def templates(self, config: CodeConfig) -> Iterable[str]:
        return (row.value for row in config.inputs)

    def run(self, config: CodeConfig, context: NodeContext) -> NodeOutcome:
        inputs = named_values(config.inputs, context.variables)
        outcome = context.code.run(
            config.code,
            inputs,
            language=config.language,
            timeout_s=config.timeout_ms / 1000,
            cancel=context.cancel,
        )
        return NodeOutcome({"result": outcome["result"], "logs": outcome["logs"]}, inputs=inputs)
