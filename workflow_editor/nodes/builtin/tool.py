"""Tool: one call of one tool, without a model."""

from collections.abc import Iterable, Sequence

from tools.core.call.nothing_found import OnEmpty
from tools.core.call.summary import SummaryText, field_line
from tools.core.definitions import JsonObject
from tools.core.envelope import get_message, is_success
from tools.core.text import Text
from workflow_editor.errors import NodeError
from workflow_editor.nodes.base import ConfigProblem, EffectNode, Example, NodeOutcome, OutputField
from workflow_editor.nodes.fields.on_empty import chosen, empty_code, on_empty_field
from workflow_editor.nodes.fields.tool_call_config import TOOL_NOT_CHOSEN, ToolCallConfig, filled_arguments
from workflow_editor.nodes.ports import NodeContext
from workflow_editor.nodes.tool_call import call_error, call_tool, rehearsed_output, was_rehearsed


class ToolNodeConfig(ToolCallConfig):
    on_empty: OnEmpty = on_empty_field(Text("Continue with an empty value"))


class ToolNode(EffectNode[ToolNodeConfig]):
    """Calls any model tool through the gateway; a failed or impossible call fails the node."""

    id = "tool"
    category = "tools"
    icon = "tool"
    title = Text("Tool")
    help = Text("Calls one tool, without a model.")
    keywords = Text(
        "function, action, call, integration, plugin, send mail, send a message, "
        "notify, database, sql, table, save rows"
    )
    summary = (
        field_line("tool", Text("No tool chosen yet")),
        tuple(SummaryText(Text.verbatim(way)) for way in ("{tool.config}", "{arguments}", "{tool.type}")),
    )
    has_known_fields = True
    output_fields = (
        OutputField("data", "any", Text("Data")),
        OutputField("message", "string", Text("Message")),
        OutputField("success", "boolean", Text.in_context("output", "Succeeded")),
        OutputField("found", "boolean", Text.in_context("output", "Found something")),
    )
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
        return config.tool_refusals()

    def problems(self, config: ToolNodeConfig) -> Sequence[ConfigProblem]:
        return config.tool_problems()

    def templates(self, config: ToolNodeConfig) -> Iterable[str]:
        return config.tool_templates()

    def run(self, config: ToolNodeConfig, context: NodeContext) -> NodeOutcome:
        if config.tool is None:
            raise NodeError(TOOL_NOT_CHOSEN, code="tool_not_chosen")
        arguments = filled_arguments(config.arguments, context.variables)
        ref = config.tool.ref(context.variables.render, context.variables.version)
        choice = chosen(config, config.on_empty)
        called = call_tool(ref, arguments, context, config.timeout / 1000, on_empty=choice)
        result = called.result
        if not is_success(result):
            error = call_error(called)
            if result.facts.empty:
                error.code = empty_code(context.variables.version, choice, error.code)
            raise error
        output: JsonObject = {"data": result.data}
        if choice:
            output["found"] = not result.facts.empty
        if was_rehearsed(result):
            output = rehearsed_output(output, result)
        output |= {"success": True, "message": get_message(result)}
        return NodeOutcome(output, inputs={"tool": called.title, "arguments": called.arguments})
