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

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache


class ToolKind(StrEnum):
    """What an id means; decides who resolves it."""

    TOOL = "tool"
    MCP = "mcp"
    WORKFLOW = "workflow"
    AGENT = "agent"
    KB = "kb"
    INLINE = "inline"
    SYSTEM = "system"


_KINDS = {kind.value: kind for kind in ToolKind if kind is not ToolKind.SYSTEM}


@dataclass(frozen=True, slots=True)
class ToolId:
    """A parsed id; `str()` gives its text again."""

    kind: ToolKind
    name: str
    """What the kind's resolver looks for; of a built-in tool its executor's whole name, namespace included."""
    function: str = ""
    """Of `mcp`: the function of the configured tool `name`."""
    version: str = ""
    """Of `workflow`: the published version that is pinned."""

    @staticmethod
    def parse(text: str) -> "ToolId":
        """Return the parts of an id. Any text has some: what begins with no known kind names a built-in tool."""
        return _parsed(text)

    def __str__(self) -> str:
        if self.kind is ToolKind.SYSTEM:
            return self.name
        function = f":{self.function}" if self.function else ""
        version = f"@{self.version}" if self.version else ""
        return f"{self.kind}:{self.name}{function}{version}"

    @property
    def namespace(self) -> str:
        """What is before the first colon: the kind, or that of a built-in tool such as `system`; else empty."""
        return self._builtin_parts[0] if self.kind is ToolKind.SYSTEM else self.kind.value

    @property
    def short_name(self) -> str:
        """The last part: the function, else the name without a namespace."""
        return self._builtin_parts[1] if self.kind is ToolKind.SYSTEM else self.function or self.name

    @property
    def parent(self) -> "ToolId | None":
        """What this is a part of, whose rules hold for it too: the configured tool of a function, the workflow of a
        version; else None."""
        if self.function:
            return ToolId(ToolKind.TOOL, self.name)
        return ToolId(self.kind, self.name) if self.version else None

    @property
    def functions_prefix(self) -> str:
        """How the ids of all functions of this configured tool begin."""
        return f"{ToolKind.MCP}:{self.name}:"

    def of_function(self, function: str) -> "ToolId":
        """Return the id of one of the functions of this tool."""
        if self.kind is ToolKind.TOOL:
            return ToolId(ToolKind.MCP, self.name, function)
        return ToolId(self.kind, f"{self.name}:{function}")

    @property
    def _builtin_parts(self) -> tuple[str, str]:
        namespace, colon, action = self.name.partition(":")
        return (namespace, action) if colon else ("", self.name)


@lru_cache(maxsize=4096)
def _parsed(text: str) -> ToolId:
    prefix, colon, rest = text.partition(":")
    kind = _KINDS.get(prefix) if colon else None
    if kind is None:
        return ToolId(ToolKind.SYSTEM, text)
    if kind is ToolKind.MCP:
        name, _, function = rest.partition(":")
        return ToolId(kind, name, function) if function else ToolId(kind, rest)
    if kind is ToolKind.WORKFLOW:
        name, _, version = rest.partition("@")
        return ToolId(kind, name, version=version) if version else ToolId(kind, rest)
    return ToolId(kind, rest)


def configured_tool_id(config_id: object) -> str:
    """Return the id of the configured tool with this primary key."""
    return str(ToolId(ToolKind.TOOL, str(config_id)))


def workflow_tool_id(slug: str) -> str:
    """Return the id of the workflow with this short name."""
    return str(ToolId(ToolKind.WORKFLOW, slug))
