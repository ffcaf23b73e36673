"""A new password by e-mail, and the address that it goes to."""

from django.conf import settings
from django.contrib.auth.models import User
from django.utils.translation import get_language
from rest_framework.request import Request

from tools.api.contract.endpoints import endpoint
from tools.api.contract.fields import Email, OptionalEmail
from tools.api.contract.shapes import Shape
from tools.core.text import Text
from workflow_editor.adapters.process.task_queue import enqueue_password_mail
from workflow_editor.api.account_adapter import counted_name
from workflow_editor.api.limits.sign_in import count_try
from workflow_editor.api.requests import origin_of
from workflow_editor.api.second_step import CONFIRMED
from workflow_editor.api.views.session import sign_in_endpoint
from workflow_editor.errors import ConflictError
from workflow_editor.services.account_links import account_email_change
from workflow_editor.services.mails.send import mail_is_set_up

_NO_MAIL = Text("This server cannot send e-mail. Ask your administrator for a password reset link.")


class PasswordReset(Shape):
    email: Email


class EmailChange(Shape):
    email: OptionalEmail


@sign_in_endpoint("POST", "account/password/reset/", status=202)
def password_reset(request: Request, body: PasswordReset) -> None:
    """Send a link to a new password to this address, if an account has it: the answer is the same if none has."""
    if not mail_is_set_up():
        raise ConflictError(_NO_MAIL, code="mail_not_set_up")
    count_try(request._request, "reset_password", counted_name(body.email))
    enqueue_password_mail(body.email, origin_of(request), get_language() or settings.LANGUAGE_CODE)


@endpoint("POST", "account/email/", permissions=CONFIRMED)
def email_change(user: User, body: EmailChange) -> None:
    """Change one's e-mail address, which can receive password links."""
    account_email_change(user, body.email)
