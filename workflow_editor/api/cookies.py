"""Middlewares of the session cookie. Requests of programs pass them by: they bring a token, or need nothing."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth import middleware as auth
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages import middleware as messages
from django.contrib.sessions import middleware as sessions
from django.http import HttpRequest
from django.utils.deprecation import MiddlewareMixin

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
