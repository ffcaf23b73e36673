"""Text of PDF files, page by page. Pure."""

from io import BytesIO

import pypdf
from pypdf.errors import PyPdfError

from agents.knowledge.parsers.content import DocumentText, TextBuilder, UnreadableError


def read_pdf(content: bytes) -> DocumentText:
    """Return the text of all pages. Raises UnreadableError with `encrypted`, `damaged` or `too_long`."""
    try:
        reader = pypdf.PdfReader(BytesIO(content))
        # Many files are encrypted with an empty password, only to forbid printing: they may be read.
        if reader.is_encrypted and not reader.decrypt(""):
            raise UnreadableError("encrypted")
        builder = TextBuilder()
        for number, page in enumerate(reader.pages, start=1):
            builder.mark(page=number)
            builder.add(f"{page.extract_text().strip()}\n\n")
        return builder.built()
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        # A broken file meets the library in any of these ways.
        raise UnreadableError("damaged") from error
