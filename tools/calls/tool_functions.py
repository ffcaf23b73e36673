"""Configured tools that give several functions: from the tool to its functions and back. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tools.calls.resolved import ResolvedTool, Unusable
from tools.core.definitions import SkippedTool, ToolRef
from tools.core.errors import ToolConfigurationError, ToolError
from tools.core.text import Text
from tools.executors.contract.executor import Runtime, ToolFunction
from tools.secrets.redaction import Redactor
from tools.sessions.scope import SessionScope


@dataclass(frozen=True, slots=True)
class Wanted:
    """A function of this conversation: the tool that gives it, and its name; "" where the tool is the function."""

    ref: ToolRef
    function: str = ""


def wanted_of(ref: ToolRef) -> Wanted:
    """Return what a reference means: `mcp:<id>:<name>` is a function of `tool:<id>`."""
    function, tool = ref.tool_id.function, ref.tool_id.parent
    return Wanted(replace(ref, tool_id=tool), function) if function and tool else Wanted(ref)


def function_title(tool_title: str, function: ToolFunction[Any]) -> str:
    """Return what people and models see of one of the functions of a tool."""
    return f"{tool_title}: {function.title}"


def functions_of(
    tool: ResolvedTool, session: SessionScope, runtime: Runtime, *, as_known: bool
) -> Sequence[ToolFunction[Any]] | Unusable:
    """Return the functions of a tool, or why they cannot be found out now."""
    try:
        return tool.executor.functions(tool.config, session, runtime, as_known=as_known)
    except ToolError as error:
        code = "misconfigured" if isinstance(error, ToolConfigurationError) else "unavailable"
        # The message of an untrusted server may repeat the credential that it was sent.
        known = Redactor(tool.secrets | runtime.opened)
        text = Text.of(**{code: known.text(words) for code, words in error.text.to_json().items()})
        return Unusable(SkippedTool(tool.tool_id, tool.title, code, text), result_code=error.tool_code)


def narrowed(tool: ResolvedTool, function: ToolFunction[Any]) -> ResolvedTool:
    return replace(
        tool,
        tool_id=tool.tool_id.of_function(function.name),
        title=function_title(tool.title, function),
        description=function.description,
        config=function.config,
    )


def gone(tool: ResolvedTool, name: str) -> Unusable:
    """Return that a function which was wanted is not there (any more)."""
    text = Text("“{title}” no longer offers “{name}”. Choose one of its tools again.", title=tool.title, name=name)
    return Unusable(SkippedTool(tool.tool_id.of_function(name), f"{tool.title}: {name}", "missing", text))


def not_named(tool: ResolvedTool) -> Unusable:
    text = Text("“{title}” has several functions. Choose one of them.", title=tool.title)
    return Unusable(SkippedTool(tool.tool_id, tool.title, "misconfigured", text))


def wrong(tool: ResolvedTool, function: ToolFunction[Any], problem: Text) -> Unusable:
    """Return that a function is there and cannot be offered."""
    title = function_title(tool.title, function)
    return Unusable(SkippedTool(tool.tool_id.of_function(function.name), title, "invalid", problem))
