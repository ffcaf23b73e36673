"""Functions of tools, for selection and argument forms."""

from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import User

from tools.adapters.gateway_factory import gateway
from tools.calls.resolved import Unusable
from tools.calls.tool_functions import function_title
from tools.core.definitions import CallContext, JsonObject, ToolRef
from tools.core.errors import RecordInvalidError, RecordNotFoundError
from tools.core.naming.names import function_name
from tools.core.text import Text
from tools.core.tool_id import ToolId
from tools.executors.registry import registry
from tools.forms.local_text import local_text
from tools.models import ToolConfig
from tools.selectors.policies import caller_of
from tools.services.tool_tests import refusal

_ONE_FUNCTION = Text("This tool has a single function. There is nothing to choose.")


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionReport:
    """One function; `input_schema` is the form of its arguments."""

    tool_id: ToolId
    function_name: str
    title: str
    description: str
    input_schema: JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class OneOfSeveral(FunctionReport):
    """One function of a tool that gives several, and whether the configured tool offers it."""

    name: str
    chosen: bool


def tool_function(*, tool_id: ToolId, user: User) -> FunctionReport:
    """Return one function by id on behalf of the user: a tool, workflow, agent, knowledge base or built-in.

    Raises:
        RecordNotFoundError: no such function is visible to the user.
        ToolDeniedError: a rule forbids the user to use it.
        ToolConfigurationError: disabled or incomplete, or several functions and the id names none.
        ToolError: its server is unreachable.
    """
    found = gateway().function(ToolRef(tool_id), CallContext(caller=caller_of(user), origin="node"))
    if isinstance(found, Unusable):
        skipped = found.skipped
        raise RecordNotFoundError(skipped.text) if skipped.code == "missing" else refusal(skipped)
    return FunctionReport(
        tool_id=found.tool_id,
        function_name=function_name(found.tool_id, found.title),
        title=found.title,
        description=found.description,
        input_schema=found.executor.parameters_schema(found.config),
    )


def tool_config_functions(*, tool: ToolConfig, user: User) -> list[OneOfSeveral]:
    """List a tool's functions on behalf of the user, asking an MCP server.

    Raises:
        RecordInvalidError: the tool is one function.
        ToolDeniedError: a rule forbids the user to use it.
        ToolConfigurationError: disabled, incomplete, or refused by the server.
        ToolError: the server is unreachable.
    """
    found = registry.for_ui_type(tool.type)
    if found is None or not found[0].gives_functions:
        raise RecordInvalidError(_ONE_FUNCTION)
    executor, ui_tool = found
    context = CallContext(caller=caller_of(user), origin="test_button")
    functions = gateway().every_function(ToolRef(tool.tool_id), context)
    if isinstance(functions, Unusable):
        raise refusal(functions.skipped)
    chosen = executor.chosen_functions(ui_tool.config.model_validate(tool.full_config()))
    return [
        OneOfSeveral(
            name=function.name,
            tool_id=(tool_id := tool.tool_id.of_function(function.name)),
            function_name=function_name(tool_id, function_title(tool.name, function)),
            title=local_text(function.shown_title) if function.shown_title else function.title,
            description=local_text(function.shown_help) if function.shown_help else function.description,
            input_schema=executor.parameters_schema(function.config),
            chosen=not chosen or function.name in chosen,
        )
        for function in functions
    ]


def mcp_program_names() -> list[str]:
    """Return the names of the programs that the operator lets people use as MCP servers."""
    return sorted(settings.MCP_PROGRAMS)
