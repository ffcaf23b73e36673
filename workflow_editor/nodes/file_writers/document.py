"""Text as a document, written in a process of its own: `python -m workflow_editor.nodes.file_writers.document`."""

import json
from collections.abc import Mapping
from importlib.util import find_spec
from io import BytesIO
from typing import Literal

from tools.core.text import Text
from tools.evaluation.single_process import ProcessFailedError, answer_once, call_in_process
from workflow_editor.errors import NodeError
from workflow_editor.nodes.file_writers.pictures import Pictures

DocumentFormat = Literal["docx", "pdf"]
Markup = Literal["markdown", "html"]
DEADLINE_S = 60.0
MAX_CHARACTERS = 5_000_000
"""That the process is sent; of Markdown, and of what HTML shows, a million are read."""
_PDF_PACKAGES = ("typst", "pylopdf_fonts_zh_cn")
"""Packages of the extra `documents`, 105 MB that many installations never use."""
_NOT_INSTALLED = Text(
    "PDF files need the extra “documents”, which is not installed on this server. Run "
    "pip install 'flowloom[documents]' there and start it again, or choose Word."
)
_TOO_LARGE = Text("The text is too long, too deeply nested or has too many pictures for a document. Split it.")


def document(
    text: str, kind: DocumentFormat, markup: Markup = "markdown", pictures: Mapping[str, bytes] | None = None
) -> bytes:
    """Return a Word or PDF document from a text that `markup` (`parsed_markdown` or `parsed_html`) parses.

    `pictures` are file contents by their addresses in the text. Raises NodeError: `documents_not_installed` without the
    PDF packages; `document_too_large` beyond time or memory.
    """
    if kind == "pdf" and not all(map(find_spec, _PDF_PACKAGES)):
        raise NodeError(_NOT_INSTALLED, code="documents_not_installed")
    files = pictures or {}
    written = text[:MAX_CHARACTERS].encode("utf-8", "replace")
    head = {"text": len(written), "files": {address: len(content) for address, content in files.items()}}
    content = b"".join([json.dumps(head).encode(), b"\n", written, *files.values()])
    try:
        return call_in_process(__name__, kind, markup, content=content, deadline_s=DEADLINE_S)
    except (TimeoutError, ProcessFailedError):
        raise NodeError(_TOO_LARGE, code="document_too_large") from None


def _written(arguments: list[str], content: bytes) -> bytes:
    kind, markup = arguments
    stream = BytesIO(content)
    head = json.loads(stream.readline())
    text = stream.read(head["text"]).decode()
    pictures = Pictures({address: stream.read(length) for address, length in head["files"].items()})
    if markup == "html":
        from workflow_editor.nodes.file_writers.html import parsed_html

        tokens = parsed_html(text)
    else:
        from workflow_editor.nodes.file_writers.markdown import parsed_markdown

        tokens = parsed_markdown(text)
    if kind == "pdf":
        from workflow_editor.nodes.file_writers.pdf import pdf_document

        return pdf_document(tokens, text, pictures)
    from workflow_editor.nodes.file_writers.word import word_document

    return word_document(tokens, pictures)


if __name__ == "__main__":
    answer_once(_written)
