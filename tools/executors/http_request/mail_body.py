"""A mail message as a request body, for services that take RFC 5322 mail. Pure. Source: RFC 5322, RFC 2045."""

import re
from collections.abc import Mapping
from email.message import EmailMessage
from email.policy import SMTP
from typing import Any

from tools.core.errors import ToolArgumentsError
from tools.core.text import Text

MEDIA_TYPE = "message/rfc822"
_ADDRESSES = {"to": "To", "cc": "Cc", "bcc": "Bcc"}
# Nothing that Python's parser of addresses has to understand: it fails on some of what stands between brackets.
_ADDRESS = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w.-]{1,253}", re.ASCII)
_NO_ADDRESS = Text("The argument {argument} must have complete mail addresses, such as ada@example.com.")
_SEVERAL_LINES = Text("The argument {argument} must be a single line: it is sent as a header.")


def mail_body(fields: Mapping[str, Any]) -> bytes:
    """Return a message from `to`, `cc` and `bcc` (lists of addresses), `subject`, `text` and `html`.

    Raises ToolArgumentsError if an address or the subject is not allowed in a header.
    """
    message = EmailMessage(policy=SMTP)
    for name, header in _ADDRESSES.items():
        addresses = fields.get(name, [])
        if not all(_ADDRESS.fullmatch(one) for one in addresses):
            raise ToolArgumentsError(_NO_ADDRESS.filled(argument=name))
        if addresses:
            message[header] = ", ".join(addresses)
    subject = fields.get("subject", "")
    if len(subject.splitlines()) > 1:
        raise ToolArgumentsError(_SEVERAL_LINES.filled(argument="subject"))
    message["Subject"] = subject.strip()
    message.set_content(fields.get("text", ""))
    if fields.get("html"):
        message.add_alternative(fields["html"], subtype="html")
    return message.as_bytes()
