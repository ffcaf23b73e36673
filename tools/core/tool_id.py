"""The ids of what can be called. The only place that reads or writes their form. Pure.

| id | what it is |
| --- | --- |
| `tool:<ToolConfig id>` | a configured tool |
| `mcp:<ToolConfig id>:<function>` | one function of a configured tool that gives several |
| `workflow:<short name>`, `workflow:<short name>@<number>` | a workflow, or a published version of it |
| `agent:<short name>` | an agent |
| `kb:<short name or id>` | a knowledge base |
| `inline:<id>` | a tool that a node carries with it |
| `system:<action>`, `<namespace>:<action>`, `<name>` | a built-in tool: the name of its executor |
"""

from enum import StrEnum
from typing import Any, Final, Self

from pydantic import GetCoreSchemaHandler, GetPydanticSchema
from pydantic_core import CoreSchema, core_schema


class ToolKind(StrEnum):
    """Meaning of an id; selects its resolver."""

    TOOL = "tool"
    MCP = "mcp"
    WORKFLOW = "workflow"
    AGENT = "agent"
    KB = "kb"
    INLINE = "inline"
    SYSTEM = "system"


_KINDS = {kind.value: kind for kind in ToolKind if kind is not ToolKind.SYSTEM}


class ToolId(str):
    """A parsed id: its text with its parts.

    It is a `str`, so that it is a key, a column, a JSON value and a part of messages as it is, while mypy still refuses
    a text that nobody has parsed. A text becomes one where it enters: a document, a request, a row, a script; pydantic
    does that for its fields, which stay plain strings in JSON and in schemas. Only orjson takes no other keys than
    plain texts.
    """

    __slots__ = ("function", "kind", "name", "namespace", "short_name", "version")

    def __init__(self, text: str) -> None:
        """Parse any text: what begins with no known kind names a built-in tool."""
        prefix, colon, rest = text.partition(":")
        self.namespace: Final = prefix if colon else ""
        """Text before the first colon: the kind, or a built-in tool's namespace such as `system`; else empty."""
        self.kind: Final = _KINDS.get(self.namespace, ToolKind.SYSTEM)
        name, function = _divided(rest, ":") if self.kind is ToolKind.MCP else (rest if colon else text, "")
        name, version = _divided(name, "@") if self.kind is ToolKind.WORKFLOW else (name, "")
        self.name: Final = text if self.kind is ToolKind.SYSTEM else name
        """Key for the kind's resolver; for a built-in tool its executor's full name, namespace included."""
        self.function: Final = function
        """For `mcp`: function of the configured tool `name`."""
        self.version: Final = version
        """For `workflow`: the pinned published version."""
        self.short_name: Final = function or name
        """The last part: the function, else the name without a namespace."""

    @classmethod
    def of(cls, kind: ToolKind, name: object) -> Self:
        """Return the id of what has this name, or this primary key, among its kind."""
        return cls(f"{kind}:{name}")

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return _field_schema()

    @property
    def parent(self) -> "ToolId | None":
        """Return the tool that this belongs to, with rules that also apply: a function's tool, a version's workflow; or
        None.
        """
        if self.function:
            return ToolId.of(ToolKind.TOOL, self.name)
        return ToolId.of(self.kind, self.name) if self.version else None

    @property
    def functions_prefix(self) -> str:
        """Return the id prefix of all functions of this configured tool."""
        return f"{ToolKind.MCP}:{self.name}:"

    def of_function(self, function: str) -> "ToolId":
        """Return the id of one of the functions of this tool; its own for none."""
        prefix = self.functions_prefix if self.kind is ToolKind.TOOL else f"{self}:"
        return ToolId(f"{prefix}{function}") if function else self


NO_TOOL = ToolId("")
"""Id for a name that belongs to no tool."""


def id_length(min_length: int | None = None, max_length: int | None = None) -> GetPydanticSchema:
    """Return the annotation that limits an id in a model; those of `Field` would speak of entries, not characters."""
    return GetPydanticSchema(lambda _source, _handler: _field_schema(min_length, max_length))


def _field_schema(min_length: int | None = None, max_length: int | None = None) -> CoreSchema:
    text = core_schema.str_schema(strip_whitespace=True, min_length=min_length, max_length=max_length)
    return core_schema.no_info_after_validator_function(ToolId, text)


def _divided(text: str, sign: str) -> tuple[str, str]:
    before, _, after = text.partition(sign)
    return (before, after) if after else (text, "")
