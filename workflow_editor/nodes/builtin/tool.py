"""Tool: one call of one tool, without a model."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from pydantic import Field

from tools.definitions import SkippedTool, Text
from tools.schema import ui
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
from workflow_editor.nodes.tool_call import NotImplementedYet, call_error, call_tool

_CHOOSE = Text("Choose a tool.", "请选择工具。")


class ToolNodeConfig(NodeConfig):
    """Which tool, and with what."""

    tool: NodeTool | None = Field(
        default=None,
        json_schema_extra=ui("Tool", "工具", "The tool to call.", "要调用的工具。", widget="tool"),
    )
    arguments: dict[str, Any] = Field(
        default_factory=dict,
        json_schema_extra=ui(
            "Arguments",
            "参数",
            "Values by parameter name; texts are templates, and one single reference keeps its type.",
            "按参数名填写；文本支持模板，只包含一个引用时保留原类型。",
            widget="json",
        ),
    )


class ToolNode(EffectNode[ToolNodeConfig]):
    """Calls a tool through the gateway; a failing call fails the node, an unimplemented tool is passed over."""

    id = "tool"
    category: ClassVar[Category] = "tools"
    icon = "tool"
    title = Text("Tool", "工具")
    help = Text("Calls one tool, without a model.", "直接调用一个工具，不经过模型。")
    output_fields = (
        OutputField("data", "any", Text("Data", "数据")),
        OutputField("message", "string", Text("Message", "消息")),
        OutputField("success", "boolean", Text("Succeeded", "是否成功")),
    )
    config_model = ToolNodeConfig
    example = Example(
        Text("Asks the HTTP tool for a page.", "用 HTTP 工具获取一个网页。"),
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
            return (ConfigProblem("tool_disabled", "/tool", Text("The tool is switched off.", "此工具已停用。")),)
        return ()

    def templates(self, config: ToolNodeConfig) -> Iterable[str]:
        yield from _texts(config.arguments)
        if config.tool is not None:
            yield from config.tool.templates()

    def run(self, config: ToolNodeConfig, context: NodeContext) -> NodeOutcome:
        if config.tool is None:
            raise NodeError(_CHOOSE, code="tool_not_chosen")
        arguments = {name: _filled(value, context) for name, value in config.arguments.items()}
        called = call_tool(config.tool.ref(context.variables.render), arguments, context)
        if isinstance(called, NotImplementedYet):
            return _passed_over(called.tool, context)
        result = called.result
        if not result.success:
            raise call_error(called)
        output = {"data": result.data, "success": result.success, "message": result.message}
        return NodeOutcome(output, inputs={"tool": called.title, "arguments": called.arguments})


def _passed_over(tool: SkippedTool, context: NodeContext) -> NodeOutcome:
    """Warn and go on without data."""
    context.sink.emit("tool_skipped", tool.to_json())
    return NodeOutcome({"data": None, "success": False, "message": tool.text.en}, inputs={"tool": tool.title})


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
