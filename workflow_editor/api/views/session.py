"""Signing in and out, one's sessions and one's password."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.internal.stagekit import clear_login
from allauth.headless.account.views import ChangePasswordView, LoginView
from allauth.usersessions.adapter import get_adapter as sessions_adapter
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.middleware.csrf import get_token
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.adapters.access_log import access_record
from tools.selectors.emergency_access import emergency_accesses_to
from workflow_editor.api.account_adapter import counted_name
from workflow_editor.api.authentication import ApiTokenAuthentication, SignInAuthentication
from workflow_editor.api.client_address import client_address
from workflow_editor.api.headless import headless_post, headless_view
from workflow_editor.api.limits.sign_in import count_try
from workflow_editor.api.requests import body_of, user_of
from workflow_editor.api.second_step import pending_person
from workflow_editor.api.serializers.session import (
    BrowserSessionSerializer,
    PasswordChangeSerializer,
    SessionSerializer,
    SignInSerializer,
)
from workflow_editor.errors import ForbiddenError, InvalidInputError, NotFoundError
from workflow_editor.selectors.people.accounts import setup_required
from workflow_editor.services.account_links import mailed_links_end
from workflow_editor.services.mails.send import mail_is_set_up
from workflow_editor.services.second_factor.factors import proofs_of
from workflow_editor.services.tokens import tokens_end

_log_in = headless_view(LoginView)
_change_password = headless_view(ChangePasswordView)


def session_answer(request: Request, user: Any, *, status: int = 200) -> Response:
    """Return who is signed in, or what a sign-in still lacks; also sets the CSRF cookie."""
    get_token(request._request)
    known = user if user is not None and user.is_authenticated else None
    pending = pending_person(request._request) if known is None else None
    facts = {
        "second_step": proofs_of(pending) if pending else [],
        "setup_required": known is None and setup_required(),
        "sends_mail": mail_is_set_up(),
        "emergency_accesses": emergency_accesses_to(known) if known is not None else (),
    }
    body = SessionSerializer({"user": known, **facts})
    return Response(body.data, status=status)


@extend_schema(auth=[])
class SessionView(APIView):
    """The browser's session."""

    authentication_classes = (ApiTokenAuthentication, SignInAuthentication)
    permission_classes = (AllowAny,)

    @extend_schema(operation_id="session_get", responses=SessionSerializer)
    def get(self, request: Request) -> Response:
        """Return who is signed in, and set the CSRF cookie."""
        return session_answer(request, request.user)

    @extend_schema(operation_id="session_create", request=SignInSerializer, responses=SessionSerializer)
    def post(self, request: Request) -> Response:
        """Sign in; where `second_step` names proofs, one of them completes it."""
        given = body_of(request, SignInSerializer)
        # Whoever is signed in already may sign in again, or as somebody else.
        request._request.user = AnonymousUser()
        clear_login(request._request)
        try:
            headless_post(_log_in, request, given, "login", "login_failed", key=counted_name(given["username"]))
        except (InvalidInputError, exceptions.NotAuthenticated):
            if pending_person(request._request) is None:
                raise ForbiddenError(
                    "The user name or the password is wrong. Check both.", code="wrong_credentials"
                ) from None
        return session_answer(request, request._request.user)

    @extend_schema(operation_id="session_delete", responses={204: None})
    def delete(self, request: Request) -> Response:
        """Sign out."""
        get_adapter().logout(request._request)
        return Response(status=204)


class SessionsView(APIView):
    @extend_schema(operation_id="session_list", responses=BrowserSessionSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List where one is signed in, this browser included."""
        rows = sorted(UserSession.objects.purge_and_list(user_of(request)), key=lambda row: row.last_seen_at)
        return Response(BrowserSessionSerializer(rows[::-1], many=True).data)


class OneSessionView(APIView):
    @extend_schema(operation_id="session_end", responses={204: None})
    def delete(self, request: Request, browser_session_id: int) -> Response:
        """End one of one's sessions; ending this browser's signs out."""
        row = UserSession.objects.filter(user=user_of(request), pk=browser_session_id).first()
        if row is None:
            raise NotFoundError("This session does not exist.")
        if row.is_current():
            get_adapter().logout(request._request)
        else:
            here = client_address(request._request)
            access_record(user_of(request), "session.ended", row.user_agent, {"address": row.ip}, address=here)
        sessions_adapter().end_sessions([row])
        return Response(status=204)


class PasswordView(APIView):
    @extend_schema(operation_id="password_change", request=PasswordChangeSerializer, responses={204: None})
    def post(self, request: Request) -> Response:
        """Change one's password; all other sessions end, and the API tokens if so wished."""
        given = body_of(request, PasswordChangeSerializer)
        end_tokens = given.pop("end_tokens")
        count_try(request._request, "own_password")
        # Together with its row in the audit log.
        with transaction.atomic():
            headless_post(_change_password, request, given)
            mailed_links_end(user_of(request))
            if end_tokens:
                tokens_end(user_of(request))
        return Response(status=204)
