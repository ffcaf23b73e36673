"""Tools that a graph wants but would not get at run time."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from pydantic import ValidationError

from tools.adapters.gateway_factory import gateway
from tools.calls.resolved import Unusable
from tools.calls.tool_functions import wanted_of
from tools.core.definitions import CallContext, JsonObject, ToolRef
from tools.core.naming.ids import uuid_of
from tools.core.text import Text
from tools.core.tool_id import ToolId, ToolKind
from tools.executors.code_runner.executor import CodeRunnerExecutor
from tools.executors.registry import (
    get_unimplemented_tool_message,
    is_tool_implemented,
    map_executor_to_ui_tools,
    registry,
)
from tools.executors.uses import ChoosingField
from tools.forms.config_forms import config_errors
from tools.selectors.policies import caller_of
from tools.selectors.tool_configs import TOOLS
from workflow_editor.graph.catalogue import Severity
from workflow_editor.graph.document import Document, NodeDoc
from workflow_editor.graph.validation import Problem
from workflow_editor.nodes.builtin.ai import AINode
from workflow_editor.nodes.builtin.tool import ToolNode
from workflow_editor.nodes.fields.node_tool import NodeTool, named_tool
from workflow_editor.nodes.meanings import REFERENCES_LEAD_SOMEWHERE
from workflow_editor.selectors.checks.uses import node_choices

_MISSING = Text("This tool no longer exists, or you may not use it. Choose another one.")
_BY_REGISTRY = {ToolKind.SYSTEM, ToolKind.INLINE}
_NOT_NAMED = Text("This tool may have several functions. Choose the one that the node calls.")
_DISABLED = Text("This tool is disabled in the tool list. Enable it there, or choose another one.")


@dataclass(frozen=True, slots=True)
class _Wanted:
    node_key: str
    field: str
    severity: Severity
    """An AI node continues without a tool, a tool node cannot."""
    type: str
    config: Mapping[str, object]
    config_id: str | None
    function: str = ""
    tool_id: ToolId | None = None
    """Set when `type` is the id of a tool, not a UI type."""
    missing: Severity = "error"
    """Message for a missing tool."""
    call: "_Call | None" = None
    """Set for a node that calls the tool itself."""


@dataclass(frozen=True, slots=True)
class _Call:
    ref: ToolRef
    arguments: Mapping[str, object]


def tool_problems(document: Document, user: User) -> list[Problem]:
    """Return what is wrong with the tools that the graph names, for the person who would run it."""
    wanted = [tool for node, place in node_choices(document) for tool in _wanted(node, place)]
    if not wanted:
        return []
    ids = {key for tool in wanted if tool.config_id and (key := uuid_of(tool.config_id))}
    rows = TOOLS.may("use", user).filter(pk__in=ids).values_list("pk", "type", "enabled") if ids else ()
    known = {pk: (type_, enabled) for pk, type_, enabled in rows}
    schemas = _Schemas(user)
    found = ((_problem(tool, known, user) or _argument_problem(tool, schemas)) for tool in wanted)
    return [problem for problem in found if problem is not None]


def _wanted(node: NodeDoc, place: ChoosingField) -> Iterator[_Wanted]:
    if node.config.get("enabled") is False:
        return
    for field, tool in _held(place):
        if isinstance(tool, ToolId):
            yield _Wanted(node.key, field, _severity(node, place), tool, {}, None, tool_id=tool)
        elif tool.get("enabled", True) and (tool.get("type") or tool.get("toolConfig")):
            wanted, severity = _node_tool(node, field, tool), _severity(node, place)
            is_refused = node.type in (ToolNode.id, AINode.id)
            yield replace(wanted, severity=severity, missing="error" if is_refused else severity)


def _held(place: ChoosingField) -> Iterator[tuple[str, Mapping[str, Any] | ToolId]]:
    """Yield the tools of a field, with pointers to them: as nodes hold them, or their ids."""
    match place.control, place.value, place.beside:
        case "tool", Mapping() as tool, _:
            yield place.pointer, tool
        case "code-runner", str(id_), _:
            yield place.pointer, {"type": CodeRunnerExecutor.ui_tools[0].ui_type, "toolConfig": id_}
        case "tools" | "tool-ids", list(), {"enableToolCalling": False}:
            return
        case "tools", list(tools), _:
            yield from ((f"{place.pointer}/{index}", tool) for index, tool in enumerate(tools))
        case "tool-ids", list(ids), _:
            yield from ((f"{place.pointer}/{index}", ToolId(str(id_))) for index, id_ in enumerate(ids))


def _severity(node: NodeDoc, place: ChoosingField) -> Severity:
    """Return the severity: an AI node continues without a tool and a poll is outside the graph; other nodes cannot
    run.
    """
    if place.control == "tool":
        return "error" if node.type == ToolNode.id else "warning"
    return "error" if place.control == "code-runner" and node.type_version >= REFERENCES_LEAD_SOMEWHERE else "warning"


def _node_tool(node: NodeDoc, field: str, tool: Mapping[str, Any]) -> _Wanted:
    config, type_ = tool.get("config"), str(tool.get("type", ""))
    config_id = tool.get("toolConfig")
    wanted = _Wanted(
        node.key,
        field,
        "warning",
        type_,
        config if isinstance(config, Mapping) else {},
        str(config_id) if config_id else None,
        str(tool.get("function", "")),
        tool_id=None if config_id else named_tool(type_),
    )
    # A poll fills in its own arguments.
    return replace(wanted, call=_call(node, tool)) if node.type == ToolNode.id else wanted


def _problem(tool: _Wanted, known: Mapping[UUID, tuple[str, bool]], user: User) -> Problem | None:
    type_ = tool.type
    if tool.tool_id is not None and (tool.tool_id.kind not in _BY_REGISTRY or registry.ui_types_named(tool.tool_id)):
        return _named_problem(tool, tool.tool_id, user)
    if tool.config_id is not None:
        key = uuid_of(tool.config_id)
        if key is None or key not in known:
            return _as_problem(tool, "tool_missing", _MISSING, severity=tool.missing)
        type_, enabled = known[key]
        if not enabled:
            return _as_problem(tool, "tool_disabled", _DISABLED)
    if not _is_callable(type_, is_id=tool.tool_id is not None):
        return _as_problem(tool, "tool_not_implemented", get_unimplemented_tool_message(type_))
    if tool.config_id is None and tool.tool_id is None and (problem := _inline_problem(tool)) is not None:
        return problem
    found = registry.for_ui_type(type_)
    return _function_problem(tool, gives_functions=found is not None and found[0].gives_functions)


def _is_callable(type_: str, *, is_id: bool) -> bool:
    """Return whether the kind of tool, or the built-in tool of an id, exists."""
    is_kind = registry.for_ui_type(type_) is not None
    is_builtin = registry.find(type_) is not None and not map_executor_to_ui_tools(type_)
    return (is_builtin if is_id else is_kind) and is_tool_implemented(type_)


def _named_problem(tool: _Wanted, tool_id: ToolId, user: User) -> Problem | None:
    """Look for what only the database knows: a workflow, an agent, a knowledge base, a server."""
    wanted = wanted_of(ToolRef(tool_id))
    found = gateway().resolve(wanted.ref, CallContext(caller_of(user)))
    if isinstance(found, Unusable):
        return _as_problem(tool, f"tool_{found.skipped.code}", found.skipped.text)
    named = replace(tool, function=wanted.function)
    return _function_problem(named, gives_functions=found.executor.gives_functions)


def _function_problem(tool: _Wanted, *, gives_functions: bool) -> Problem | None:
    """Warn of a missing function: a tool node needs one. The server alone knows how many there are."""
    if gives_functions and tool.severity == "error" and not tool.function:
        return _as_problem(tool, "tool_function_missing", _NOT_NAMED, severity="warning")
    return None


def _inline_problem(tool: _Wanted) -> Problem | None:
    """Check the settings that the node itself carries."""
    found = registry.for_ui_type(tool.type)
    if found is None:
        return None
    executor, ui_tool = found
    if errors := config_errors(tool.type, tool.config):
        return _as_problem(_at(tool, errors[0].pointer), "tool_misconfigured", errors[0].message)
    config = ui_tool.config.model_validate(tool.config)
    missing = executor.missing(config)
    return _as_problem(_at(tool, missing[0].pointer), "tool_misconfigured", missing[0].message) if missing else None


def _call(node: NodeDoc, tool: Mapping[str, Any]) -> _Call | None:
    if node.type_version < REFERENCES_LEAD_SOMEWHERE:
        # It fails in the run, as it always did.
        return None
    try:
        ref = NodeTool.model_validate(tool).ref(str, node.type_version)
    except ValidationError:
        # The graph itself reports settings that do not fit.
        return None
    arguments = node.config.get("arguments")
    return _Call(ref, arguments if isinstance(arguments, Mapping) else {})


class _Schemas:
    """Parameters of tools, each looked up once; those of MCP servers, which would be asked, are not known."""

    def __init__(self, user: User) -> None:
        self._user = user
        self._known: dict[ToolId, JsonObject] = {}

    @cached_property
    def _context(self) -> CallContext:
        return CallContext(caller_of(self._user))

    def of(self, ref: ToolRef) -> JsonObject:
        """Return the JSON Schema of a tool's parameters; an empty one when it is not known."""
        if ref.tool_id.kind is ToolKind.INLINE:
            return self._looked_up(ref)
        if ref.tool_id not in self._known:
            self._known[ref.tool_id] = self._looked_up(ref)
        return self._known[ref.tool_id]

    def _looked_up(self, ref: ToolRef) -> JsonObject:
        whole = gateway().resolve(wanted_of(ref).ref, self._context)
        if isinstance(whole, Unusable) or whole.executor.resource_type == "mcp":
            return {}
        found = gateway().function(ref, self._context)
        return {} if isinstance(found, Unusable) else found.executor.parameters_schema(found.config)


def _argument_problem(tool: _Wanted, schemas: _Schemas) -> Problem | None:
    """Look for an argument that the tool requires and the node does not give."""
    call = tool.call
    if call is None:
        return None
    schema = schemas.of(call.ref)
    missing = next((name for name in schema.get("required", []) if call.arguments.get(name) is None), None)
    if missing is None:
        return None
    title = schema["properties"].get(missing, {}).get("title", missing)
    text = Text("The argument “{title}” is missing. Fill it in.", title=title)
    return Problem("argument_missing", "error", text, tool.node_key, field="/arguments")


def _at(tool: _Wanted, pointer: str) -> _Wanted:
    return replace(tool, field=f"{tool.field}/config{pointer}")


def _as_problem(tool: _Wanted, code: str, message: Text, *, severity: Severity | None = None) -> Problem:
    return Problem(code, severity or tool.severity, message, tool.node_key, field=tool.field)
