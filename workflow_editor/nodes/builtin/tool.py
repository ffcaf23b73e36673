"""Tool: one call of one tool, without a model."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from pydantic import Field

from tools.core.definitions import DEFAULT_TOOL_TIMEOUT_S
from tools.core.envelope import get_message, is_success
from tools.core.summary import SummaryText, field_line
from tools.core.text import Text
from tools.executors.contract.schema import ui
from workflow_editor.errors import NodeError
from workflow_editor.nodes.base import (
    Category,
    ConfigProblem,
    EffectNode,
    Example,
    NodeConfig,
    NodeOutcome,
    OutputField,
)
from workflow_editor.nodes.node_tool import NodeTool
from workflow_editor.nodes.ports import NodeContext
from workflow_editor.nodes.tool_call import call_error, call_tool, rehearsed_output, was_rehearsed

_CHOOSE = Text("Choose a tool.")


class ToolNodeConfig(NodeConfig):
    """Which tool, and with what."""

    tool: NodeTool | None = Field(
        default=None,
        json_schema_extra=ui(
            "Tool",
            "A configured tool, a workflow, an agent, a knowledge base, one function of a server or a built-in tool.",
            widget="tool",
        ),
    )
    arguments: dict[str, Any] = Field(
        default_factory=dict,
        json_schema_extra=ui(
            "Arguments",
            "Values by parameter name. Texts are templates; a single reference keeps its type.",
            widget="arguments",
        ),
    )
    timeout: int = Field(
        default=round(DEFAULT_TOOL_TIMEOUT_S * 1000),
        ge=100,
        le=600_000,
        json_schema_extra=ui(
            "Time limit",
            "Max duration of a call. Workflows and agents may need more.",
            unit="ms",
        ),
    )


class ToolNode(EffectNode[ToolNodeConfig]):
    """Calls whatever a model may call, through the gateway; a call that fails or cannot be made fails the node."""

    id = "tool"
    category: ClassVar[Category] = "tools"
    icon = "tool"
    title = Text("Tool")
    help = Text("Calls one tool, without a model.")
    keywords = Text("function, action, call, integration, plugin")
    summary = (
        field_line("tool", Text("No tool chosen yet")),
        tuple(SummaryText(Text.verbatim(way)) for way in ("{tool.config}", "{arguments}", "{tool.type}")),
    )
    output_fields = (
        OutputField("data", "any", Text("Data")),
        OutputField("message", "string", Text("Message")),
        OutputField("success", "boolean", Text.in_context("output", "Succeeded")),
    )
    config_model = ToolNodeConfig
    example = Example(
        Text("Fetches a page with the HTTP tool."),
        config={
            "tool": {
                "id": "t1",
                "type": "http-request",
                "name": "Fetch",
                "config": {"url": "https://example.com/"},
            }
        },
        output={"success": True, "message": "GET answered 200.", "data": {"status": 200, "data": "<html>…</html>"}},
    )

    def refusals(self, config: ToolNodeConfig) -> Sequence[ConfigProblem]:
        return list(config.tool.refusals("/tool")) if config.tool else ()

    def problems(self, config: ToolNodeConfig) -> Sequence[ConfigProblem]:
        if config.tool is None or not (config.tool.type or config.tool.tool_config):
            return (ConfigProblem("tool_not_chosen", "/tool", _CHOOSE),)
        if not config.tool.enabled:
            return (ConfigProblem("tool_disabled", "/tool", Text("The tool is disabled.")),)
        return ()

    def templates(self, config: ToolNodeConfig) -> Iterable[str]:
        yield from _texts(config.arguments)
        if config.tool is not None:
            yield from config.tool.templates()

    def run(self, config: ToolNodeConfig, context: NodeContext) -> NodeOutcome:
        if config.tool is None:
            raise NodeError(_CHOOSE, code="tool_not_chosen")
        arguments = {name: _filled(value, context) for name, value in config.arguments.items()}
        called = call_tool(config.tool.ref(context.variables.render), arguments, context, config.timeout / 1000)
        result = called.result
        if not is_success(result):
            raise call_error(called)
        output = rehearsed_output({"data": result.data}, result) if was_rehearsed(result) else {"data": result.data}
        output |= {"success": True, "message": get_message(result)}
        return NodeOutcome(output, inputs={"tool": called.title, "arguments": called.arguments})


def _filled(value: Any, context: NodeContext) -> Any:
    if isinstance(value, str):
        return context.variables.value(value)
    if isinstance(value, dict):
        return {name: _filled(inner, context) for name, inner in value.items()}
    return [_filled(inner, context) for inner in value] if isinstance(value, list) else value


def _texts(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _texts(inner)
