"""Answers of 403 that are refused rights, for the audit log."""

from django.contrib.auth.models import User
from rest_framework.request import Request

from workflow_editor.api.client_address import client_address
from workflow_editor.errors import ForbiddenError
from workflow_editor.services.refused_rights import refused_right_record


def refusal_record(request: Request | None, status: int, code: str) -> None:
    """Record a refused right of somebody known; answers other than 403 are none.

    Strangers leave no rows: whoever is not signed in is asked to, and failed sign-ins have rows of their own.
    """
    if status != 403 or request is None:
        return
    user = _user_of(request)
    if user is None and not code.startswith("token_"):
        return
    inner = request._request
    match = inner.resolver_match
    act = f"{request.method} /{match.route if match else ''}"
    refused_right_record(user, act, code, address=client_address(inner))


def _user_of(request: Request) -> User | None:
    try:
        return request.user if isinstance(request.user, User) else None
    except ForbiddenError:  # the limits of a token are checked while it is read
        return None
