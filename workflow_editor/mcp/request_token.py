"""The API token of a request: its user, and whether it still opens this."""

from workflow_editor.models import ApiToken
from workflow_editor.services.request_users import Headers
from workflow_editor.services.token_rights import TokenUse, check_token_use
from workflow_editor.services.tokens import token_open

USER = "flowloom.user"
"""Key of the ASGI scope: the user of the token."""
TOKEN_ID = "flowloom.token"  # noqa: S105  a key of the scope


def token_of(headers: Headers) -> ApiToken | None:
    """Return the token with its user, None when it opens nothing.

    Cookies open nothing here, so no page can borrow a session.

    Raises:
        ForbiddenError: the token is for something else.
    """
    scheme, _, credentials = headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        return None
    token = token_open(credentials.strip(), ApiToken.Scope.MCP.value)
    if token is None:
        return None
    check_token_use(token, TokenUse("mcp/", is_safe=False))
    return token
