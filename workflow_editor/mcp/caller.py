"""Caller of a request, its validity, and options of its address."""

import asyncio
from collections.abc import Awaitable
from typing import Any, TypeVar

from mcp import MCPError
from mcp.server.context import ServerRequestContext
from mcp_types import INVALID_PARAMS, INVALID_REQUEST

from tools.core.envelope import ResultForm
from workflow_editor.adapters.database.threads import in_database_thread
from workflow_editor.errors import ForbiddenError
from workflow_editor.mcp.request_token import TOKEN_ID, USER, token_of
from workflow_editor.selectors.run.listening import RIGHT_EVERY_S
from workflow_editor.services.request_users import headers_of

Context = ServerRequestContext[Any]
T = TypeVar("T")


def mcp_user(context: Context) -> Any:
    assert context.request is not None  # noqa: S101  every request comes over HTTP
    return context.request.scope[USER]


def mcp_token_id(context: Context) -> int:
    assert context.request is not None  # noqa: S101  every request comes over HTTP
    token_id: int = context.request.scope[TOKEN_ID]
    return token_id


def is_still_open(context: Context) -> bool:
    """Say whether the token that the request came with opens this still; touches the database."""
    assert context.request is not None  # noqa: S101  every request comes over HTTP
    try:
        return token_of(headers_of(context.request.scope["headers"])) is not None
    except ForbiddenError:
        return False


async def while_open(context: Context, call: Awaitable[T]) -> T:
    """Await a call while its token is valid.

    Raises MCPError if it is not any more; the started work continues unobserved.
    """
    waiting = asyncio.ensure_future(call)
    try:
        while not (await asyncio.wait({waiting}, timeout=RIGHT_EVERY_S))[0]:
            if not await in_database_thread(is_still_open, context):
                raise MCPError(code=INVALID_REQUEST, message="The token of this request has ended.")
        return await waiting
    finally:
        waiting.cancel()


def result_form_of(context: Context) -> ResultForm:
    """Return the result form of an address such as `/mcp/?result_form=code`. Raises MCPError if it is unknown."""
    assert context.request is not None  # noqa: S101  every request comes over HTTP
    wanted = context.request.query_params.get("result_form", ResultForm.ENVELOPE.value)
    if wanted not in set(ResultForm):
        raise MCPError(code=INVALID_PARAMS, message=f"`result_form` is one of {', '.join(ResultForm)}.")
    return ResultForm(wanted)
