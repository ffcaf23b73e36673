"""A new password by e-mail, and the address that it goes to."""

from django.conf import settings
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.core.text import Text
from workflow_editor.adapters.process.task_queue import enqueue_password_mail
from workflow_editor.api.account_adapter import counted_name
from workflow_editor.api.authentication import ApiTokenAuthentication, SignInAuthentication
from workflow_editor.api.limits.sign_in import count_try
from workflow_editor.api.requests import body_of, origin_of, user_of
from workflow_editor.api.second_step import RecentlyConfirmed
from workflow_editor.api.serializers.session import EmailChangeSerializer, PasswordResetSerializer
from workflow_editor.errors import ConflictError
from workflow_editor.services.account_links import account_email_change
from workflow_editor.services.mails.send import mail_is_set_up

_NO_MAIL = Text("This server cannot send e-mail. Ask your administrator for a password reset link.")


@extend_schema(auth=[])
class PasswordResetView(APIView):
    authentication_classes = (ApiTokenAuthentication, SignInAuthentication)
    permission_classes = (AllowAny,)

    @extend_schema(operation_id="password_reset", request=PasswordResetSerializer, responses={202: None})
    def post(self, request: Request) -> Response:
        """Send a link to a new password to this address, if an account has it: the answer is the same if none has."""
        email = body_of(request, PasswordResetSerializer)["email"]
        if not mail_is_set_up():
            raise ConflictError(_NO_MAIL, code="mail_not_set_up")
        count_try(request._request, "reset_password", counted_name(email))
        enqueue_password_mail(email, origin_of(request), get_language() or settings.LANGUAGE_CODE)
        return Response(status=202)


class EmailView(APIView):
    permission_classes = (IsAuthenticated, RecentlyConfirmed)

    @extend_schema(operation_id="email_change", request=EmailChangeSerializer, responses={204: None})
    def post(self, request: Request) -> Response:
        """Change one's e-mail address, which can receive password links."""
        account_email_change(user_of(request), body_of(request, EmailChangeSerializer)["email"])
        return Response(status=204)
