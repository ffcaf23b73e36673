"""Whose request it is."""

from typing import Any

from mcp.server.context import ServerRequestContext

from workflow_editor.mcp.door import USER

Context = ServerRequestContext[Any]


def user_of(context: Context) -> Any:
    assert context.request is not None  # noqa: S101  every request comes over HTTP
    return context.request.scope[USER]
