"""Markdown as a document, written in a process of its own: `python -m workflow_editor.nodes.file_writers.document`."""

from typing import Literal

from tools.core.text import Text
from tools.evaluation.single_process import ProcessFailedError, answer_once, call_in_process
from workflow_editor.errors import NodeError

DocumentFormat = Literal["docx", "pdf"]
DEADLINE_S = 60.0
_TOO_LARGE = Text("The text is too long or too deeply nested for a document. Split it.")


def document(markdown: str, kind: DocumentFormat) -> bytes:
    """Return a Word or PDF document.

    Args:
        markdown: as `parsed_markdown` takes it.
    Raises:
        NodeError: (`document_too_large`) writing it takes more time or memory than it may.
    """
    content = markdown.encode("utf-8", "replace")
    try:
        return call_in_process(__name__, kind, content=content, deadline_s=DEADLINE_S)
    except (TimeoutError, ProcessFailedError):
        raise NodeError(_TOO_LARGE, code="document_too_large") from None


def _written(arguments: list[str], content: bytes) -> bytes:
    if arguments == ["pdf"]:
        from workflow_editor.nodes.file_writers.pdf import pdf_document

        return pdf_document(content.decode())
    from workflow_editor.nodes.file_writers.word import word_document

    return word_document(content.decode())


if __name__ == "__main__":
    answer_once(_written)
