"""Notifies agents of changed offers (`subscriptions/listen` of the 2026-07-28 protocol).

Changes may come from other processes, so each stream polls, at the cost of a few small queries.
"""

import anyio
from mcp import MCPError
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ToolsListChanged
from mcp_types import INTERNAL_ERROR, SubscriptionsListenRequestParams, SubscriptionsListenResult

from workflow_editor.adapters.database_threads import in_database_thread
from workflow_editor.mcp.caller import Context, is_still_open, mcp_user
from workflow_editor.mcp.offered_tools import offer_mark
from workflow_editor.selectors.listening import RIGHT_EVERY_S

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
