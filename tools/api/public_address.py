"""Addresses that are given to people and services: links in mails, invitations, callbacks, webhooks."""

from django.conf import settings
from django.http import HttpRequest
from rest_framework.request import Request


def public_address(request: HttpRequest | Request, path: str) -> str:
    """Return the whole address of a path (it begins with `/`).

    Below `PUBLIC_URL` where that is set. Else below the host that the request names: whoever sends one chooses it among
    `ALLOWED_HOSTS`, so an installation that several names lead to sets it.
    """
    return f"{settings.PUBLIC_URL}{path}" if settings.PUBLIC_URL else str(request.build_absolute_uri(path))
