"""The MCP server: lists and calls what is offered. It keeps nothing between requests, so any process may answer.

Changes may come from other processes, so each stream polls, at the cost of a few small queries.
"""

import json
from typing import Any

import anyio
from django.conf import settings
from mcp import MCPError
from mcp.server.lowlevel import Server
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ToolsListChanged
from mcp_types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    SubscriptionsListenRequestParams,
    SubscriptionsListenResult,
    TextContent,
    Tool,
)

from tools.core.call.nothing_found import has_failed
from tools.core.definitions import OfferedTool
from tools.core.envelope import ResultForm, ToolResult, rendered
from workflow_editor.adapters.database.threads import in_database_thread
from workflow_editor.mcp.caller import Context, is_still_open, mcp_token_id, mcp_user, result_form_of, while_open
from workflow_editor.mcp.offered_tools import NotOfferedError, call_offered, offer_mark, offered_tools
from workflow_editor.selectors.run.answers import answer_path
from workflow_editor.selectors.run.listening import RIGHT_EVERY_S

ENDS_AFTER_S = 1_800.0
"""Then the agent asks again."""
MAX_STREAMS = 200
"""Per process."""

_streams: set[object] = set()


async def listen(context: Context, params: SubscriptionsListenRequestParams) -> SubscriptionsListenResult:
    """Hold the stream open and report changes until the agent leaves, its token ends, or for half an hour."""
    if len(_streams) >= MAX_STREAMS:
        raise MCPError(code=INTERNAL_ERROR, message="Too many agents are listening. Ask for the list again instead.")
    user, bus, stream = mcp_user(context), InMemorySubscriptionBus(), object()
    handler = ListenHandler(bus)
    _streams.add(stream)
    try:
        known = await in_database_thread(offer_mark, user)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_watch, context, known, bus, handler)
            result = await handler(context, params)
            tasks.cancel_scope.cancel()
        return result
    finally:
        _streams.discard(stream)


async def _watch(context: Context, known: object, bus: InMemorySubscriptionBus, handler: ListenHandler) -> None:
    """Look again and again, as long as the token opens this; then the stream ends."""
    with anyio.move_on_after(ENDS_AFTER_S):
        while True:
            await anyio.sleep(RIGHT_EVERY_S)
            if not await in_database_thread(is_still_open, context):
                break
            now = await in_database_thread(offer_mark, mcp_user(context))
            if now != known:
                known = now
                await bus.publish(ToolsListChanged())
    handler.close()


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
