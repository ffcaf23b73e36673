"""Config of a single tool call, for node types that make one."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tools.core.definitions import DEFAULT_TOOL_TIMEOUT_S, JsonObject
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from workflow_editor.nodes.base import ConfigProblem, NodeConfig
from workflow_editor.nodes.fields.node_tool import NodeTool
from workflow_editor.nodes.ports import Variables

TOOL_NOT_CHOSEN = Text("Choose a tool.")


class ToolCallConfig(NodeConfig):
    tool: NodeTool | None = form_field(
        "Tool",
        "A configured tool, a workflow, an agent, a knowledge base, one function of a server or a built-in tool.",
        default=None,
        widget="tool",
    )
    arguments: dict[str, Any] = form_field(
        "Arguments",
        "Values by parameter name. Texts are templates; a single reference keeps its type.",
        default_factory=dict,
        widget="arguments",
        template=True,
    )
    timeout: int = form_field(
        "Time limit",
        "Max duration of a call. Workflows and agents may need more.",
        default=round(DEFAULT_TOOL_TIMEOUT_S * 1000),
        ge=100,
        le=600_000,
        unit="ms",
    )

    def tool_refusals(self) -> Sequence[ConfigProblem]:
        """Return a refusal for each secret among the tool's settings."""
        return list(self.tool.refusals("/tool")) if self.tool else ()

    def tool_problems(self) -> Sequence[ConfigProblem]:
        """Return what keeps the tool from being called."""
        if self.tool is None or not (self.tool.type or self.tool.tool_config):
            return (ConfigProblem("tool_not_chosen", "/tool", TOOL_NOT_CHOSEN),)
        if not self.tool.enabled:
            return (
                ConfigProblem(
                    "tool_disabled", "/tool", Text("The tool is disabled. Enable it, or choose another one.")
                ),
            )
        return list(self.tool.problems("/tool"))

    def tool_templates(self) -> Iterator[str]:
        """Yield the templates in the arguments and in the tool's own settings."""
        yield from _texts(self.arguments)
        if self.tool is not None:
            yield from self.tool.templates()


def filled_arguments(arguments: JsonObject, variables: Variables) -> JsonObject:
    """Fill in templates of arguments. Raises NodeError if one is malformed or exceeds a limit."""
    return {name: _filled(value, variables) for name, value in arguments.items()}


def _filled(value: Any, variables: Variables) -> Any:
    if isinstance(value, str):
        return variables.value(value)
    if isinstance(value, dict):
        return filled_arguments(value, variables)
    return [_filled(inner, variables) for inner in value] if isinstance(value, list) else value


def _texts(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _texts(inner)
