"""Addresses that are given to people and services: links in mails, invitations, callbacks, webhooks."""

from django.conf import settings
from django.http import HttpRequest
from rest_framework.request import Request

CONTENT_PATH = "/content/"
"""Begins the signed links to files."""


def public_address(request: HttpRequest | Request, path: str) -> str:
    """Return the absolute URL of a path, which begins with `/`.

    It is below `PUBLIC_URL` if set, else below the request's host. Clients choose that among `ALLOWED_HOSTS`, so an
    installation with several names sets `PUBLIC_URL`.
    """
    return f"{settings.PUBLIC_URL}{path}" if settings.PUBLIC_URL else str(request.build_absolute_uri(path))


def content_address(request: HttpRequest | Request, path: str) -> str:
    """Return the absolute URL of what strangers made: below `CONTENT_URL` if set, else as `public_address`."""
    return f"{settings.CONTENT_URL}{path}" if settings.CONTENT_URL else public_address(request, path)
