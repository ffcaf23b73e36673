"""Whose request it is, whether it still may be, and what its address asks for."""

from typing import Any

from mcp import MCPError
from mcp.server.context import ServerRequestContext
from mcp_types import INVALID_PARAMS

from tools.core.envelope import ResultForm
from workflow_editor.errors import ForbiddenError
from workflow_editor.mcp.endpoint import USER, token_user
from workflow_editor.realtime.authentication import headers_of

Context = ServerRequestContext[Any]


def mcp_user(context: Context) -> Any:
    assert context.request is not None  # noqa: S101  every request comes over HTTP
    return context.request.scope[USER]


def is_still_open(context: Context) -> bool:
    """Say whether the token that the request came with opens this still; touches the database."""
    assert context.request is not None  # noqa: S101  every request comes over HTTP
    try:
        return token_user(headers_of(context.request.scope["headers"])) is not None
    except ForbiddenError:
        return False


def result_form_of(context: Context) -> ResultForm:
    """Return the form of results that the address asks for: `/mcp/?result_form=code`.

    Raises:
        MCPError: there is no such form.
    """
    assert context.request is not None  # noqa: S101  every request comes over HTTP
    wanted = context.request.query_params.get("result_form", ResultForm.ENVELOPE.value)
    if wanted not in set(ResultForm):
        raise MCPError(code=INVALID_PARAMS, message=f"`result_form` is one of {', '.join(ResultForm)}.")
    return ResultForm(wanted)
