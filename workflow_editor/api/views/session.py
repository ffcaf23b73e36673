"""Signing in and out, and the creation of the first administrator."""

from typing import Any

from django.contrib.auth import authenticate, login, logout
from django.middleware.csrf import get_token
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from workflow_editor.api.authentication import ApiTokenAuthentication, SignInAuthentication
from workflow_editor.api.requests import body_of
from workflow_editor.api.serializers.session import SessionSerializer, SetupSerializer, SignInSerializer
from workflow_editor.api.throttling import Throttle
from workflow_editor.errors import ForbiddenError
from workflow_editor.selectors.accounts import setup_required
from workflow_editor.services.accounts import first_admin_create


class SignInThrottle(Throttle):
    """Counts tries per user name and address, so that nobody can lock somebody else out from afar."""

    scope = "sign_in"

    def counted(self, request: Request, view: APIView) -> str:
        username = request.data.get("username", "") if isinstance(request.data, dict) else ""
        return f"{self.get_ident(request)} {str(username).casefold()[:150]}"


def session_answer(request: Request, user: Any, *, status: int = 200) -> Response:
    """Tell who is signed in; also sets the CSRF cookie."""
    get_token(request._request)
    known = user if user is not None and user.is_authenticated else None
    body = SessionSerializer({"user": known, "setup_required": known is None and setup_required()})
    return Response(body.data, status=status)


@extend_schema(auth=[])
class SessionView(APIView):
    """The browser's session."""

    authentication_classes = (ApiTokenAuthentication, SignInAuthentication)
    permission_classes = (AllowAny,)

    def get_throttles(self) -> list[BaseThrottle]:
        return [SignInThrottle()] if self.request.method == "POST" else []

    @extend_schema(operation_id="session_get", responses=SessionSerializer)
    def get(self, request: Request) -> Response:
        """Say who is signed in, and set the CSRF cookie."""
        return session_answer(request, request.user)

    @extend_schema(operation_id="session_create", request=SignInSerializer, responses=SessionSerializer)
    def post(self, request: Request) -> Response:
        """Sign in."""
        given = body_of(request, SignInSerializer)
        user = authenticate(request._request, username=given["username"], password=given["password"])
        if user is None:
            raise ForbiddenError("The user name or the password is wrong.", code="wrong_credentials")
        login(request._request, user)
        return session_answer(request, user)

    @extend_schema(operation_id="session_delete", responses={204: None})
    def delete(self, request: Request) -> Response:
        """Sign out."""
        logout(request._request)
        return Response(status=204)


@extend_schema(auth=[])
class SetupView(APIView):
    """The one-time creation of the first administrator."""

    authentication_classes = (SignInAuthentication,)
    permission_classes = (AllowAny,)
    throttle_classes = (SignInThrottle,)

    @extend_schema(operation_id="setup", request=SetupSerializer, responses=SessionSerializer)
    def post(self, request: Request) -> Response:
        """Create the first administrator with the link that the server printed, and sign in."""
        user = first_admin_create(**body_of(request, SetupSerializer))
        login(request._request, user)
        return session_answer(request, user)
