"""Downloads that end with the right to them: asked for again every few seconds while they are read."""

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from functools import partial
from time import monotonic

from django.contrib.auth import get_user
from django.utils.functional import SimpleLazyObject
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.views import APIView

from tools.api.permissions import signed_in

RIGHT_EVERY_S = 3.0


def while_allowed(parts: Iterable[bytes], check: Callable[[], object]) -> Iterator[bytes]:
    """Yield the parts while `check` raises nothing; its error ends the answer before its end, as a lost connection."""
    due = monotonic() + RIGHT_EVERY_S
    for part in parts:
        if monotonic() >= due:
            check()
            due = monotonic() + RIGHT_EVERY_S
        yield part


def asked_again(view: APIView, request: Request) -> Request:
    """Return the request as it would be if it arrived now, with session, token and rights read again.

    Raises:
        APIException: the view refuses it, or its person administers less than before.
    """
    copied = copy(request._request)
    if hasattr(copied, "session"):
        for kept in ("_cached_user", "_acached_user"):
            vars(copied).pop(kept, None)
        copied.session = type(copied.session)(copied.session.session_key)
        copied.user = SimpleLazyObject(partial(get_user, copied))  # type: ignore[assignment]  # as Django's middleware
    again = view.initialize_request(copied)
    view.perform_authentication(again)
    view.check_permissions(again)
    before, now = signed_in(request), signed_in(again)
    if before.is_staff > now.is_staff or before.is_superuser > now.is_superuser:
        raise PermissionDenied
    return again
