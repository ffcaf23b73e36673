"""The API token of a request: its user, and whether it still opens this."""

from workflow_editor.errors import ForbiddenError
from workflow_editor.models import ApiToken
from workflow_editor.services.refused_rights import refused_right_record
from workflow_editor.services.request_users import Headers
from workflow_editor.services.token_rights import TokenUse, check_token_use
from workflow_editor.services.tokens import token_open

USER = "flowloom.user"
"""Key of the ASGI scope: the user of the token."""
TOKEN_ID = "flowloom.token"  # noqa: S105  a key of the scope
_USE = TokenUse("mcp/", is_safe=False)


def token_of(headers: Headers, address: str | None = None) -> ApiToken | None:
    """Return the token with its user, None when it opens nothing.

    Cookies open nothing here, so no page can borrow a session.

    Args:
        address: of the client, for the audit log; None where a refusal is recorded already.
    Raises:
        ForbiddenError: the token is for something else.
    """
    scheme, _, credentials = headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        return None
    token = token_open(credentials.strip(), ApiToken.Scope.MCP.value)
    if token is None:
        return None
    try:
        check_token_use(token, _USE)
    except ForbiddenError as error:
        if address is not None:
            refused_right_record(None, _USE.act, error.code, address=address)
        raise
    return token
