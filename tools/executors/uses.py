"""References from settings to other things by id, declared once by a field's form control. Pure.

Forms, uses, problems, callers, copies and deletions all use this module. A hidden field names its control as
`x-refers`.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel

from tools.core.definitions import JsonObject
from tools.core.naming.ids import uuid_of
from tools.core.tool_id import ToolId, ToolKind
from tools.executors.contract.schema import form_schema
from tools.executors.registry import registry

UseKind = Literal["tool", "workflow", "agent", "knowledge_base", "credential", "provider", "table"]


class Use(NamedTuple):
    """A reference to something that has a life of its own."""

    kind: UseKind
    id: str
    """Primary key, or a short name where those are taken, too."""
    field: str
    """JSON pointer into the settings."""
    version: str = ""
    """The pinned published version of a workflow."""


class ChoosingField(NamedTuple):
    """A filled-in field that selects something."""

    control: str
    pointer: str
    value: Any
    beside: Mapping[str, Any]
    """The object that the field is in."""


_KINDS: Mapping[ToolKind, UseKind] = {
    ToolKind.TOOL: "tool",
    ToolKind.MCP: "tool",
    ToolKind.WORKFLOW: "workflow",
    ToolKind.AGENT: "agent",
    ToolKind.KB: "knowledge_base",
}


def uses_of(model: type[BaseModel], config: Mapping[str, Any]) -> Iterator[Use]:
    """Yield references in form order; `config` (camelCase JSON) need not fit the model."""
    for place in choosing_fields(model, config):
        yield from _READERS[place.control](place)


def uses_of_tool(ui_type: str, config: Mapping[str, Any], pointer: str = "") -> Iterator[Use]:
    """Yield what the settings of a tool refer to; nothing for a type that is not known."""
    found = registry.for_ui_type(ui_type)
    for use in uses_of(found[1].config, config) if found else ():
        yield use._replace(field=f"{pointer}{use.field}")


def use_of_id(tool_id: ToolId, field: str = "") -> Use | None:
    """Return what the id of a tool refers to; None for a built-in tool and for one that a node carries."""
    kind = _KINDS.get(tool_id.kind)
    return Use(kind, _canonical(tool_id.name), field, tool_id.version) if kind and tool_id.name else None


def declares_uses(model: type[BaseModel]) -> bool:
    """Say whether any field of these settings chooses something."""
    return bool(_declared(model))


def choosing_fields(model: type[BaseModel], config: Mapping[str, Any]) -> Iterator[ChoosingField]:
    for path, control in _declared(model):
        yield from _at(config, path, control, "")


def _at(value: Any, path: tuple[str, ...], control: str, pointer: str) -> Iterator[ChoosingField]:
    name, *rest = path
    if name == "*":
        for index, entry in enumerate(value if isinstance(value, list) else ()):
            yield from _at(entry, tuple(rest), control, f"{pointer}/{index}")
    elif isinstance(value, Mapping) and (inner := value.get(name)):
        if rest:
            yield from _at(inner, tuple(rest), control, f"{pointer}/{name}")
        else:
            yield ChoosingField(control, f"{pointer}/{name}", inner, value)


@lru_cache(maxsize=512)
def _declared(model: type[BaseModel]) -> tuple[tuple[tuple[str, ...], str], ...]:
    """Return path and control of each selecting field; `*` matches every list entry."""
    return tuple(_walk(form_schema(model), ()))


def _walk(schema: JsonObject, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    control = str(schema.get("x-refers") or schema.get("x-widget"))
    if control in _READERS:
        yield path, control
        return
    for name, inner in schema.get("properties", {}).items():
        yield from _walk(inner, (*path, name))
    if isinstance(items := schema.get("items"), dict):
        yield from _walk(items, (*path, "*"))
    for variant in schema.get("anyOf", ()):
        yield from _walk(variant, path)


def _canonical(id_: str) -> str:
    return str(uuid_of(id_) or id_)


def _chosen(kind: UseKind) -> Callable[[ChoosingField], Iterator[Use]]:
    def read(place: ChoosingField) -> Iterator[Use]:
        version = place.beside.get("version") if kind == "workflow" else None
        if isinstance(place.value, str) and (id_ := place.value.strip()):
            yield Use(kind, _canonical(id_), place.pointer, "" if version is None else str(version))

    return read


def _tool(place: ChoosingField) -> Iterator[Use]:
    """Yield a node's tool (`workflow_editor.nodes.fields.node_tool`): configured, by its id, or with settings."""
    tool = place.value if isinstance(place.value, Mapping) else {}
    type_, config = str(tool.get("type") or ""), tool.get("config")
    if configured := tool.get("toolConfig"):
        yield Use("tool", _canonical(str(configured)), place.pointer)
    elif ToolId(type_).namespace:
        if (use := use_of_id(ToolId(type_), place.pointer)) is not None:
            yield use
    elif isinstance(config, Mapping):
        yield from uses_of_tool(type_, config, f"{place.pointer}/config")


def _tools(place: ChoosingField) -> Iterator[Use]:
    for index, tool in enumerate(place.value if isinstance(place.value, list) else ()):
        yield from _tool(ChoosingField("tool", f"{place.pointer}/{index}", tool, {}))


def _tool_ids(place: ChoosingField) -> Iterator[Use]:
    for index, id_ in enumerate(place.value if isinstance(place.value, list) else ()):
        if (use := use_of_id(ToolId(str(id_)), f"{place.pointer}/{index}")) is not None:
            yield use


def _granted(place: ChoosingField) -> Iterator[Use]:
    """Yield the tools that the code of a tool may call."""
    for index, row in enumerate(place.value if isinstance(place.value, list) else ()):
        id_ = ToolId(str(row.get("tool", ""))) if isinstance(row, Mapping) else ToolId("")
        if (use := use_of_id(id_, f"{place.pointer}/{index}/tool")) is not None:
            yield use


_READERS: Mapping[str, Callable[[ChoosingField], Iterator[Use]]] = {
    "credential": _chosen("credential"),
    "data-table": _chosen("table"),
    "knowledge-base": _chosen("knowledge_base"),
    "code-runner": _chosen("tool"),
    "workflow": _chosen("workflow"),
    "model": _chosen("provider"),
    "tool": _tool,
    "tools": _tools,
    "tool-ids": _tool_ids,
    "granted-functions": _granted,
}
CHOOSING_CONTROLS = frozenset(_READERS)
