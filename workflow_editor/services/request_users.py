"""User and origin of a socket or streaming request."""

from collections.abc import Iterable
from importlib import import_module
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import auth
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.http.cookie import parse_cookie

from workflow_editor.errors import ForbiddenError
from workflow_editor.services.refused_rights import refused_right_record
from workflow_editor.services.token_rights import TokenUse, check_token_use
from workflow_editor.services.tokens import token_open

Headers = dict[str, str]


def headers_of(raw: Iterable[tuple[bytes, bytes]]) -> Headers:
    """Return the handshake's headers by lower-case name."""
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in raw}


def headers_user(
    headers: Headers, *scopes: str, use: TokenUse | None = None, address: str | None = None
) -> User | None:
    """Return the active user of a `Bearer` API token or of the session cookie; touches the database.

    Args:
        scopes: as for `token_open`.
        use: what it is for; None leaves the limits of the token to what comes behind.
        address: of the client, for the audit log where a token is refused this use; None where others record it.
    """
    scheme, _, credentials = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return _token_user(credentials.strip(), scopes, use, address)
    session_key = parse_cookie(headers.get("cookie", "")).get(settings.SESSION_COOKIE_NAME)
    if not session_key:
        return None
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    user = auth.get_user(request)
    return user if isinstance(user, User) and user.is_active else None


def _token_user(raw: str, scopes: tuple[str, ...], use: TokenUse | None, address: str | None) -> User | None:
    try:
        token = token_open(raw, *scopes)
        if token is not None and use is not None:
            check_token_use(token, use)
    except ForbiddenError as error:
        # A token that is for something else is no proof here.
        if use is not None and address is not None:
            refused_right_record(None, use.act, error.code, address=address)
        return None
    return token.user if token is not None else None


def is_origin_allowed(headers: Headers) -> bool:
    """Return True for our own pages, for origins that the operator trusts, and for programs, which send no origin."""
    origin = headers.get("origin")
    if origin is None:
        return True
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    own = headers.get("host", "")
    return bool(own) and urlsplit(origin).netloc.lower() == own.lower()
