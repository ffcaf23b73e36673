"""The MCP server: lists and calls what is offered. It keeps nothing between requests, so any process may answer."""

import json
from typing import Any

from django.conf import settings
from mcp import MCPError
from mcp.server.lowlevel import Server
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
)

from tools.core.definitions import OfferedTool
from tools.core.envelope import ResultForm, ToolResult, rendered
from tools.core.nothing_found import has_failed
from workflow_editor.adapters.database_threads import in_database_thread
from workflow_editor.mcp.caller import Context, mcp_token_id, mcp_user, result_form_of, while_open
from workflow_editor.mcp.offered_tools import NotOfferedError, call_offered, offered_tools
from workflow_editor.mcp.subscriptions import listen
from workflow_editor.selectors.run_answers import answer_path

_MAX_TEXT = 200_000


def mcp_server() -> Server[Any]:
    """Return the server; both eras of the protocol are answered by the same two handlers."""
    return Server(
        "flowloom",
        title="Flowloom",
        version="1",
        on_list_tools=_list_tools,
        on_call_tool=_call_tool,
        on_subscriptions_listen=listen,
    )


async def _list_tools(context: Context, _params: PaginatedRequestParams | None) -> ListToolsResult:
    found = await in_database_thread(offered_tools, mcp_user(context))
    return ListToolsResult(tools=[_tool(one) for one in found])


async def _call_tool(context: Context, params: CallToolRequestParams) -> CallToolResult:
    form = result_form_of(context)
    try:
        arguments = dict(params.arguments or {})
        call = in_database_thread(call_offered, mcp_user(context), params.name, arguments, mcp_token_id(context))
        result = await while_open(context, call)
    except NotOfferedError as error:
        raise MCPError(code=INVALID_PARAMS, message=f"There is no tool {params.name[:100]!r} here.") from error
    return _answer(result, form)


def _tool(offered: OfferedTool) -> Tool:
    function = offered.function
    return Tool(
        name=function.name, title=offered.title, description=function.description, input_schema=function.parameters
    )


def _answer(result: ToolResult, form: ResultForm) -> CallToolResult:
    envelope = rendered(result, form)
    # A model reads the envelope; our own figures are only in the form that has a place for them.
    envelope.pop("metadata", None)
    if run_id := result.facts.run_id:
        envelope |= {"run_id": run_id, "status_url": f"{settings.PUBLIC_URL}{answer_path(run_id)}"}
    text = json.dumps(envelope, ensure_ascii=False)
    is_error = has_failed(result)
    if len(text) > _MAX_TEXT:
        cut = json.dumps(envelope | {"data": None, "truncated": True}, ensure_ascii=False)
        return CallToolResult(content=[TextContent(text=cut), TextContent(text=text[:_MAX_TEXT])], is_error=is_error)
    return CallToolResult(content=[TextContent(text=text)], structured_content=envelope, is_error=is_error)
