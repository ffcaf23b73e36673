"""Answers that hold a whole message of mail: it is read like one of a mailbox. Pure."""

import base64
import binascii
from typing import Any

from tools.core.definitions import JsonObject
from tools.core.errors import ToolUpstreamError
from tools.core.text import Text
from tools.executors.contract.executor import Invocation
from tools.executors.mail.reading import readable, stored_attachments

MAX_MAIL_BYTES = 16 * 1024 * 1024
"""Answer limit: a message of about 12 MB."""
_NO_MAIL = Text("The service did not answer with a message. Check the ID of the message.")


def with_mail(data: Any, place: str, invocation: Invocation) -> JsonObject:
    """Replace a raw message by headers, text and attachments. Raises ToolUpstreamError if there is none."""
    raw = data.get(place) if isinstance(data, dict) else None
    if not isinstance(raw, str) or not raw:
        raise ToolUpstreamError(_NO_MAIL)
    try:
        message = base64.b64decode(raw + "=" * (-len(raw) % 4), altchars="-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise ToolUpstreamError(_NO_MAIL) from error
    found = readable(message)
    files = stored_attachments(message, invocation) if found["attachments"] else []
    rest = {name: value for name, value in data.items() if name not in {place, "payload"}}
    return {**rest, **found, "files": files}
