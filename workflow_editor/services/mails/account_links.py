"""Mails with account links: a new password on request, and invitations."""

from datetime import datetime, timedelta

from django.contrib.auth.forms import PasswordResetForm

from tools.core.text import Text
from workflow_editor.services.account_links import password_reset_create
from workflow_editor.services.mails.send import mail_send

MAILED_LINK_LASTS = timedelta(hours=1)
_SUBJECT = Text("Choose a new password for Flowloom")
_BODY = Text(
    "Someone requested a password reset for the account “{name}” at {origin}.\n\nOpen this link "
    "within one hour to choose a new password:\n\n{link}\n\nIf this was not you, ignore this e-mail. "
    "Your password will not change.\n",
    name="",
    origin="",
    link="",
)


def password_mails_send(email: str, *, origin: str, language: str) -> None:
    """Send each active person with this address a link; an unknown address gets no mail.

    Runs in a worker, so that response times do not reveal which. `origin` is the base of links, as
    `https://flowloom.example.com`. Raises OSError if the mail server is unreachable or refuses.
    """
    for user in PasswordResetForm().get_users(email):
        _, raw = password_reset_create(None, user, lasts=MAILED_LINK_LASTS)
        body = _BODY.filled(name=user.get_username(), origin=origin, link=f"{origin}/setup?token={raw}")
        mail_send(user.email, subject=_SUBJECT, body=body, language=language)


_INVITATION = Text("Your invitation to Flowloom")
_INVITATION_BODY = Text(
    "{name} has invited you to Flowloom at {origin}.\n\nOpen this link to create your account. It works once, "
    "until {end} (UTC):\n\n{link}\n",
    name="",
    origin="",
    end="",
    link="",
)


def invitation_mail_send(email: str, *, link: str, by: str, end: datetime, origin: str, language: str) -> None:
    """Mail an invitation. Raises OSError if the mail server is unreachable or refuses."""
    body = _INVITATION_BODY.filled(name=by, origin=origin, end=f"{end:%Y-%m-%d %H:%M}", link=link)
    mail_send(email, subject=_INVITATION, body=body, language=language)
