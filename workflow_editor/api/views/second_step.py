"""The second step of a sign-in, and the confirmation that a session is still its person's."""

from typing import Any

from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.base.internal.flows import post_authentication
from django.contrib.auth.models import User
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.adapters.access_log import access_record
from workflow_editor.api.authentication import ApiTokenAuthentication, SignInAuthentication
from workflow_editor.api.client_address import client_address
from workflow_editor.api.headless import TEXTS
from workflow_editor.api.limits.sign_in import count_try
from workflow_editor.api.requests import body_of, user_of
from workflow_editor.api.second_step import passkey_options, pending_person, second_step_check, sign_in_complete
from workflow_editor.api.serializers.second_factor import (
    ConfirmationSerializer,
    PasskeyOptionsSerializer,
    SecondStepSerializer,
)
from workflow_editor.api.serializers.session import SessionSerializer
from workflow_editor.api.views.session import session_answer
from workflow_editor.errors import InvalidInputError
from workflow_editor.services.second_factor.factors import proofs_of


class _SignInStepView(APIView):
    """Open to sessions that have given the right password."""

    authentication_classes = (ApiTokenAuthentication, SignInAuthentication)
    permission_classes = (AllowAny,)

    def person(self, request: Request) -> User:
        user = pending_person(request._request)
        if user is None or not user.is_active:
            raise exceptions.NotAuthenticated
        return user


@extend_schema(auth=[])
class SecondStepView(_SignInStepView):
    @extend_schema(operation_id="session_second_step", request=SecondStepSerializer, responses=SessionSerializer)
    def post(self, request: Request) -> Response:
        """Complete a sign-in with a code, a recovery code or a passkey."""
        user, inner = self.person(request), request._request
        factor = _checked(request, user, body_of(request, SecondStepSerializer), "sign_in.failed")
        post_authentication(inner, factor)
        sign_in_complete(inner)
        return session_answer(request, inner.user)


@extend_schema(auth=[])
class SecondStepOptionsView(_SignInStepView):
    @extend_schema(operation_id="session_passkey_options", request=None, responses=PasskeyOptionsSerializer)
    def post(self, request: Request) -> Response:
        """Return what the browser needs to ask for a passkey at sign-in."""
        return Response({"options": passkey_options(request, self.person(request))})


class ConfirmationView(APIView):
    @extend_schema(operation_id="account_confirm", request=ConfirmationSerializer, responses={204: None})
    def post(self, request: Request) -> Response:
        """Confirm that it is you, for a few minutes: the password, and the second step where one is set up."""
        given, user = body_of(request, ConfirmationSerializer), user_of(request)
        count_try(request._request, "own_password")
        if not user.check_password(given["password"]):
            access_record(user, "confirmation.failed", user.username, address=client_address(request._request))
            raise InvalidInputError.at("/password", "enter_current_password", TEXTS["enter_current_password"])
        if proofs_of(user):
            post_authentication(
                request._request, _checked(request, user, given, "confirmation.failed"), reauthenticated=True
            )
        else:
            record_authentication(request._request, user, method="password", reauthenticated=True)
        return Response(status=204)


class ConfirmationOptionsView(APIView):
    @extend_schema(operation_id="account_passkey_options", request=None, responses=PasskeyOptionsSerializer)
    def post(self, request: Request) -> Response:
        """Return what the browser needs to ask for a passkey of the person who is signed in."""
        return Response({"options": passkey_options(request, user_of(request))})


def _checked(request: Request, user: User, given: dict[str, Any], failure: str) -> Any:
    try:
        return second_step_check(request, user, given)
    except InvalidInputError:
        address = client_address(request._request)
        access_record(None, failure, user.get_username(), {"step": "second"}, address=address)
        raise
