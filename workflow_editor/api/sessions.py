"""Browser sessions: which requests have one, when it was last used, and how long it may last.

Requests of programs pass by the middlewares of the session: they bring a token, or need nothing.
"""

from collections.abc import Callable
from time import time
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import middleware as auth
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages import middleware as messages
from django.contrib.sessions import middleware as sessions
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin

from workflow_editor.api.client_address import known_address

SEEN_AT = "seen_at"
"""Session key of the last recorded use."""
SEEN_EVERY_S = 300
_BEGAN_AT = "began_at"
_DAY_S = 86_400


def session_begin(request: HttpRequest) -> None:
    """Note the sign-in, from which the longest life of the session counts."""
    request.session[SEEN_AT] = request.session[_BEGAN_AT] = time()
    _extend(request)


def _extend(request: HttpRequest) -> None:
    """Let the session last until it rests too long, or reaches its longest life."""
    lasts_s = float(settings.SESSION_COOKIE_AGE)
    if settings.SESSION_MAX_DAYS:
        began = request.session.setdefault(_BEGAN_AT, time())
        lasts_s = min(lasts_s, began + settings.SESSION_MAX_DAYS * _DAY_S - time())
    request.session.set_expiry(max(1, int(lasts_s)))


class SessionSeenMiddleware:
    """Notes time and address of a session's use, at most every five minutes: one write then, none in between."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self._get_response(request)
        # Only a session that was read anyway: this costs no query.
        if (
            not is_of_program(request)
            and request.session.accessed
            and time() - request.session.get(SEEN_AT, time()) >= SEEN_EVERY_S
        ):
            _note(request)
        return response


def _note(request: HttpRequest) -> None:
    request.session[SEEN_AT] = time()
    _extend(request)
    row = UserSession.objects.filter(session_key=request.session.session_key)
    row.update(last_seen_at=timezone.now(), ip=known_address(request))


# Below these addresses a token is read before any cookie, and no view uses the session.
_BY_TOKEN = ("/api/workflows/", "/api/runs/", "/v1/")
_BY_ANYBODY = "/hooks/"


def is_of_program(request: HttpRequest) -> bool:
    """Return whether the request is answered without the session: by its token, or to anybody."""
    path = request.path_info
    if path.startswith(_BY_ANYBODY):
        return True
    return path.startswith(_BY_TOKEN) and request.META.get("HTTP_AUTHORIZATION", "")[:7].lower() == "bearer "


class _ForBrowsers(MiddlewareMixin):
    get_response: Callable[[HttpRequest], Any]

    def __call__(self, request: HttpRequest) -> Any:
        return self.get_response(request) if is_of_program(request) else super().__call__(request)


class SessionMiddleware(_ForBrowsers, sessions.SessionMiddleware):
    """Django's, for browsers."""


class AuthenticationMiddleware(_ForBrowsers, auth.AuthenticationMiddleware):
    """Django's, for browsers; the user of a token is set by the view."""

    def __call__(self, request: HttpRequest) -> Any:
        request.user = AnonymousUser()
        return super().__call__(request)


class MessageMiddleware(_ForBrowsers, messages.MessageMiddleware):
    """Django's, for browsers."""
