"""Addresses that are given to people and services: links in mails, invitations, callbacks, webhooks."""

from django.conf import settings
from django.http import HttpRequest
from rest_framework.request import Request


def public_address(request: HttpRequest | Request, path: str) -> str:
    """Return the absolute URL of a path, which begins with `/`.

    It is below `PUBLIC_URL` if set, else below the request's host. Clients choose that among `ALLOWED_HOSTS`, so an
    installation with several names sets `PUBLIC_URL`.
    """
    return f"{settings.PUBLIC_URL}{path}" if settings.PUBLIC_URL else str(request.build_absolute_uri(path))
