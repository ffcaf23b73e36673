"""Text of a mail in a file (`.eml`): who wrote what to whom, without attachments. Pure."""

from email.errors import MessageError
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default

from agents.knowledge.parsers.content import DocumentText, TextBuilder, UnreadableError
from agents.knowledge.parsers.plain import read_html

_SHOWN = ("From", "To", "Cc", "Date", "Subject")


def read_mail(content: bytes) -> DocumentText:
    """Return the main headers and the text, for HTML only its visible part.

    Raises UnreadableError with `damaged` or `too_long`.
    """
    builder = TextBuilder()
    try:
        message = BytesParser(EmailMessage, policy=default).parsebytes(content)
        for name in _SHOWN:
            if message[name]:
                builder.add(f"{name}: {message[name]}\n")
        part = message.get_body(("plain", "html"))
        text = part.get_content() if part is not None else ""
        is_html = part is not None and part.get_content_subtype() == "html"
    except (MessageError, LookupError, ValueError, AttributeError, TypeError) as error:
        raise UnreadableError("damaged") from error
    builder.add(f"\n{read_html(str(text).encode()).text if is_html else text}")
    return builder.built()
