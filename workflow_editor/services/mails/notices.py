"""Mails about what was done to a person's account: a second factor was changed, an administrator reads their data."""

import logging

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User

from tools.core.text import Text, sentences
from workflow_editor.selectors.people.accounts import preferences_of
from workflow_editor.services.mails.send import mail_is_set_up, mail_send

Kind = Authenticator.Type
_SUBJECT = Text("A second factor of your Flowloom account was changed")
_ADDED = {
    Kind.TOTP: Text("An authenticator app was added to the account “{name}”.", name=""),
    Kind.WEBAUTHN: Text("A passkey was added to the account “{name}”.", name=""),
    Kind.RECOVERY_CODES: Text("New recovery codes were made for the account “{name}”.", name=""),
}
_REMOVED = {
    Kind.TOTP: Text("An authenticator app was removed from the account “{name}”.", name=""),
    Kind.WEBAUTHN: Text("A passkey was removed from the account “{name}”.", name=""),
}
"""Recovery codes go with the last factor, or for new ones."""
_ADVICE = Text("If this was not you, change your password now and ask your administrators for help.")
_log = logging.getLogger(__name__)


def notice_send(user: User, *, subject: Text, body: Text) -> None:
    """Mail a person in their language, where there is a mail server and they have an address; failures are logged."""
    if not (mail_is_set_up() and user.email):
        return
    try:
        mail_send(user.email, subject=subject, body=body, language=preferences_of(user).language)
    except OSError as error:
        _log.warning("The mail “%s” was not sent: %s", subject.en, error)


def factor_notice_send(row: Authenticator, *, is_added: bool) -> None:
    """Tell a person that a second factor was added or removed, whoever did it."""
    change = (_ADDED if is_added else _REMOVED).get(row.type)
    if change is not None:
        body = sentences([change.filled(name=row.user.get_username()), _ADVICE])
        notice_send(row.user, subject=_SUBJECT, body=body)
