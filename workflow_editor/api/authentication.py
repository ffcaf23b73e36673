"""Request authentication: an API token for programs, the session cookie for browsers."""

from django.contrib.auth.models import User
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication, SessionAuthentication, get_authorization_header
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from workflow_editor.models import ApiToken
from workflow_editor.services.token_rights import TokenUse, check_token_use
from workflow_editor.services.tokens import token_open


class ApiTokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer <token>`, with the token's limits; comes first, so that anonymous requests get 401."""

    scopes: tuple[str, ...] = (ApiToken.Scope.API.value,)
    """One of these the token must have."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        scheme, _, raw = get_authorization_header(request).decode("latin-1").partition(" ")
        if scheme.lower() != "bearer":
            return None
        token = token_open(raw.strip(), *self.scopes)
        if token is None:
            raise exceptions.AuthenticationFailed
        check_token_use(token, use_of(request))
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="flowloom"'


def use_of(request: Request) -> TokenUse:
    """Return the request's use of a token."""
    match = request._request.resolver_match
    assert match is not None  # noqa: S101  views are found by it
    named = match.kwargs
    return TokenUse(match.route, request.method in SAFE_METHODS, named.get("workflow_id"), named.get("run_id"))


class CookieAuthentication(SessionAuthentication):
    """The session cookie; every unsafe request needs the X-CSRFToken header."""

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied as error:
            raise exceptions.PermissionDenied(str(error.detail), code="csrf_failed") from None


class SignInAuthentication(CookieAuthentication):
    """For the views that make a session: they take unknown people, but no forged request (login CSRF)."""

    makes_sessions = True

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        known = super().authenticate(request)
        if known is None:
            self.enforce_csrf(request)
        return known


class ApiTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # its __init_subclass__
    target_class = ApiTokenAuthentication
    name = "apiToken"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


class CookieScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # its __init_subclass__
    target_class = CookieAuthentication
    name = "sessionCookie"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": "sessionid"}
