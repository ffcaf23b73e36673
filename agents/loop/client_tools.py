"""Functions run by the client, not by us, parsed from OpenAI's form. Pure."""

import re
from dataclasses import dataclass
from typing import Any

from agents.core.errors import ClientToolError
from agents.providers.base import NamedToolChoice, ToolChoice
from tools.core.definitions import FunctionDefinition, JsonObject
from tools.core.text import Text

MAX_CLIENT_TOOLS = 64
_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")


@dataclass(frozen=True, slots=True)
class ClientTools:
    """The client's functions, and whether the model must use one."""

    functions: tuple[FunctionDefinition, ...] = ()
    choice: ToolChoice | None = None
    """None: the caller has left it open."""


def read_client_tools(given: Any) -> ClientTools:
    """Read {tools: [{type: "function", function: {name, description?, parameters?}}], tool_choice?}.

    Raises ClientToolError if it is malformed.
    """
    if given in (None, "", {}):
        return ClientTools()
    if not isinstance(given, dict) or not isinstance(given.get("tools") or [], list):
        raise _error(Text("The client's tools must be {tools, tool_choice}."))
    tools = given.get("tools") or []
    if len(tools) > MAX_CLIENT_TOOLS:
        raise _error(Text("Send at most {max_client_tools} tools.", max_client_tools=MAX_CLIENT_TOOLS))
    functions = tuple(_function(item) for item in tools)
    names = [function.name for function in functions]
    if len(set(names)) < len(names):
        raise _error(Text("Two of the client's tools have the same name."))
    return ClientTools(functions, _choice(given.get("tool_choice")))


def _function(item: Any) -> FunctionDefinition:
    match item:
        case {"type": "function", "function": {"name": str(name), **rest}} if _NAME.fullmatch(name):
            parameters = rest.get("parameters") or {"type": "object", "properties": {}}
            if isinstance(parameters, dict):
                return FunctionDefinition(name, str(rest.get("description") or ""), parameters)
    raise _error(
        Text(
            "A tool must be {type: function, function: {name, description, parameters}}; names can have up "
            "to 64 letters, digits, _ and -."
        ),
    )


def _choice(given: Any) -> ToolChoice | None:
    match given:
        case None:
            return None
        case "auto":
            return "auto"
        case "none":
            return "none"
        case "required":
            return "required"
        case {"type": "function", "function": {"name": str(name)}}:
            return NamedToolChoice(name)
    raise _error(
        Text("tool_choice must be auto, none, required or one function."),
    )


def pending_call_json(id_: str, name: str, arguments: str) -> JsonObject:
    """Return a call that the caller must run, in OpenAI's form."""
    return {"id": id_, "type": "function", "function": {"name": name, "arguments": arguments or "{}"}}


def _error(text: Text) -> ClientToolError:
    return ClientToolError(text)
