"""Accounts made, and passwords chosen, with a one-time link."""

from allauth.account.internal.stagekit import clear_login
from allauth.account.utils import perform_login
from django.contrib.auth.models import AnonymousUser
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from workflow_editor.api.authentication import SignInAuthentication
from workflow_editor.api.limits.sign_in import count_try
from workflow_editor.api.requests import body_of
from workflow_editor.api.serializers.session import (
    AccountLinkSerializer,
    LinkTokenSerializer,
    SessionSerializer,
    SetupSerializer,
)
from workflow_editor.api.views.session import session_answer
from workflow_editor.services.account_links import account_link_find, account_link_redeem


class _LinkView(APIView):
    """Open to holders of a link; guesses are counted by address."""

    authentication_classes = (SignInAuthentication,)
    permission_classes = (AllowAny,)

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        super().initial(request, *args, **kwargs)
        count_try(request._request, "redeem_link")


@extend_schema(auth=[])
class SetupLinkView(_LinkView):
    @extend_schema(operation_id="setup_link", request=LinkTokenSerializer, responses=AccountLinkSerializer)
    def post(self, request: Request) -> Response:
        """Return what a link is for; using it up is another call."""
        link = account_link_find(body_of(request, LinkTokenSerializer)["token"])
        username = link.user.get_username() if link.user else None
        body = {"purpose": link.purpose, "username": username, "expires_at": link.expires_at}
        return Response(AccountLinkSerializer(body).data)


@extend_schema(auth=[])
class SetupView(_LinkView):
    @extend_schema(operation_id="setup", request=SetupSerializer, responses=SessionSerializer)
    def post(self, request: Request) -> Response:
        """Make an account, or choose a new password, with a one-time link, and sign in: with the second step."""
        user, inner = account_link_redeem(**body_of(request, SetupSerializer)), request._request
        # Whoever was signed in here is not the person of the link.
        inner.user = AnonymousUser()
        clear_login(inner)
        perform_login(inner, user)
        return session_answer(request, inner.user)
