"""The person who acts in a request: for the audit log of rights, and for a fair share of the pools."""

from collections.abc import Callable

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse

from tools.core.concurrency.places import Share, sharing
from tools.services.current_actor import Actor, acting
from workflow_editor.api.client_address import client_address


class ActorMiddleware:
    """Comes after Django's authentication; a token's owner is set on the same request by the view, and counts."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        def find() -> Actor:
            user = request.user
            return Actor(user if isinstance(user, User) else None, client_address(request))

        def share() -> Share:
            return Share(request.user.pk)

        with acting(find), sharing(share):
            return self._get_response(request)
