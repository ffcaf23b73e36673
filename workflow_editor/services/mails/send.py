"""Sends one mail through the operator's mail server, in the receiver's language."""

from django.conf import settings
from django.core.mail import send_mail

from tools.core.text import LANGUAGES, Text
from workflow_editor.models.library import one_line


def mail_is_set_up() -> bool:
    """Return True when the operator has named a mail server."""
    return bool(settings.EMAIL_HOST)


def mail_send(address: str, *, subject: Text, body: Text, language: str) -> None:
    """Send a mail, and return when the server has accepted it.

    `subject` is folded to one line; `language` is a code of `LANGUAGES` or Django's, English without texts. Raises
    OSError if the mail server is unreachable or refuses (`smtplib.SMTPException` is one).
    """
    code = language.partition("-")[0]
    known = code if code in LANGUAGES else "en"
    send_mail(one_line(subject.in_language(known)), body.in_language(known), None, [address])
