"""Process that reads one file: `python -m agents.knowledge.parsers.subprocess_main <kind>`.

Takes the file on standard input and writes one JSON object: {"text", "marks"} or {"reason"}.
"""

import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from agents.knowledge.parsers.content import DocumentText, UnreadableError
from tools.evaluation.single_process import answer_once


def reader_of(kind: str) -> Callable[[bytes], DocumentText]:
    """Return what reads files of a kind; only this kind's library is imported."""
    if kind == "pdf":
        from agents.knowledge.parsers.pdf import read_pdf

        return read_pdf
    if kind == "word":
        from agents.knowledge.parsers.word import read_word

        return read_word
    if kind == "excel":
        from agents.knowledge.parsers.excel import read_excel

        return read_excel
    if kind == "slides":
        from agents.knowledge.parsers.slides import read_slides

        return read_slides
    if kind == "mail":
        from agents.knowledge.parsers.mail import read_mail

        return read_mail
    from agents.knowledge.parsers import plain

    return {"html": plain.read_html, "csv": plain.read_csv}.get(kind, plain.read_text)


def answer(kind: str, content: bytes) -> dict[str, Any]:
    """Return the process's answer for the file."""
    try:
        found = reader_of(kind)(content)
    except UnreadableError as error:
        return {"reason": error.reason}
    except (MemoryError, RecursionError):
        return {"reason": "bomb"}
    # No database stores NUL characters, and PostgreSQL refuses halves of surrogate pairs.
    text = found.text.replace("\0", " ").encode("utf-8", "replace").decode()
    if not text.strip():
        return {"reason": "empty"}
    return {"text": text, "marks": [asdict(mark) for mark in found.marks]}


if __name__ == "__main__":
    answer_once(lambda arguments, content: json.dumps(answer(arguments[0], content)).encode())
