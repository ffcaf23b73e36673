"""A real SMTP server on loopback that keeps what it is given."""

import email
import re
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.policy import default
from queue import Queue
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, Session

from workflow_editor.scaled.private_access import free_port

USER, PASSWORD = "flow", "l@om:7"


class MailServer:
    """Takes mail of whoever signs in as `USER`; `refuse` is answered instead when it is set."""

    def __init__(self) -> None:
        self.mails: Queue[EmailMessage] = Queue()
        self.refuse = ""
        signs_in: Any = {"authenticator": _authenticate, "auth_require_tls": False}
        # The package cannot be given port 0.
        self._controller = Controller(self, hostname="127.0.0.1", port=free_port(), **signs_in)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        if self.refuse or not session.authenticated:
            return self.refuse or "530 Authentication required"
        content = envelope.content
        assert isinstance(content, bytes)
        mail = email.message_from_bytes(content, policy=default)
        assert isinstance(mail, EmailMessage)
        self.mails.put(mail)
        return "250 OK"

    @property
    def url(self) -> str:
        """Value of `EMAIL_URL`."""
        return f"smtp://{USER}:l%40om%3A7@127.0.0.1:{self.port}"

    @property
    def port(self) -> int:
        return int(self._controller.port)

    def next(self) -> EmailMessage:
        """Return the next mail, waiting for it."""
        return self.mails.get(timeout=60)


def _authenticate(_server: SMTP, _session: Session, _envelope: Envelope, _mechanism: str, data: Any) -> AuthResult:
    return AuthResult(success=(data.login, data.password) == (USER.encode(), PASSWORD.encode()), handled=False)


@contextmanager
def mail_server() -> Iterator[MailServer]:
    server = MailServer()
    server._controller.start()
    try:
        yield server
    finally:
        server._controller.stop()


def link_in(mail: EmailMessage) -> str:
    """Return the one link of a mail."""
    [link] = re.findall(r"^http\S+", mail.get_content(), re.MULTILINE)
    return str(link)
