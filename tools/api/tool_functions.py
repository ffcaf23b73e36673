"""Tools as functions: their names, the forms of their arguments, and what a server has to offer."""

from typing import Annotated

from django.contrib.auth.models import User
from pydantic import Field

from tools.api.contract.endpoints import endpoint
from tools.api.contract.fields import JsonSchema
from tools.api.contract.shapes import Query, Shape
from tools.api.tool_configs import VisibleTool
from tools.core.tool_id import ToolId
from tools.services.tool_functions import mcp_program_names, tool_config_functions, tool_function


class FunctionShape(Shape):
    """One function: its name, and the form of its arguments."""

    tool_id: str
    """For rules and nodes, e.g. mcp:<id>:<name>."""
    function_name: str
    title: str
    description: str
    input_schema: JsonSchema


class FunctionSelection(Query):
    tool: Annotated[str, Field(min_length=1, max_length=300)]
    """Id of a tool, e.g. tool:<id>, mcp:<id>:<name>, workflow:<short name>, system:get_current_time."""


class ToolFunctionShape(FunctionShape):
    """One function of a tool that gives several, such as a tool of an MCP server."""

    name: str
    chosen: bool
    """True if the configured tool offers it."""


class ProgramShape(Shape):
    name: str


@endpoint("GET", "tools/functions/")
def tool_functions_get(user: User, query: FunctionSelection) -> FunctionShape:
    """Return its name and the form of its arguments; for a function of a server, ask the server."""
    found = tool_function(tool_id=ToolId(query.tool), user=user)
    return FunctionShape.of(found, input_schema=found.input_schema)


@endpoint("POST", "tools/configs/<uuid:config_id>/mcp-tools/")
def tool_configs_functions(user: User, tool: VisibleTool) -> list[ToolFunctionShape]:
    """Ask the server that the stored settings name what it offers; 30 seconds old at most."""
    return [
        ToolFunctionShape.of(one, input_schema=one.input_schema) for one in tool_config_functions(tool=tool, user=user)
    ]


@endpoint("GET", "tools/mcp-programs/")
def mcp_programs_list() -> list[ProgramShape]:
    """List the names in the operator's list; commands and their environment stay with the operator."""
    return [ProgramShape(name=name) for name in mcp_program_names()]
