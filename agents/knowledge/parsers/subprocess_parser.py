"""Reads a file in its own process with time and memory limits. No framework.

Files are untrusted, and PDF and Office parsers can be made to run for hours or exhaust memory.
"""

import json
from collections.abc import Mapping

from agents.core.errors import DocumentUnreadableError
from agents.knowledge.parsers.content import DocumentText, Mark
from agents.knowledge.parsers.file_types import Kind
from tools.core.text import Text
from tools.evaluation.single_process import ProcessFailedError, call_in_process

DEADLINE_S = 120.0
_MODULE = "agents.knowledge.parsers.subprocess_main"

_REASONS: Mapping[str, Text] = {
    "encrypted": Text("“{name}” has a password. Save it without one and upload it again."),
    "damaged": Text("“{name}” is damaged. Open it in its application, save it again and upload the new file."),
    "bomb": Text(
        "“{name}” was not read because it unpacks to far more than a document holds. Split it, or save it again."
    ),
    "too_long": Text("“{name}” holds more than ten million characters. Split it."),
    "encoding": Text("“{name}” has an encoding that cannot be read. Save it as UTF-8."),
    "empty": Text("No text was found in “{name}”. Check that it is the right file."),
    "timeout": Text("Reading “{name}” took too long and was stopped. Split it, or save it in a simpler format."),
}
_SCANNED = Text("No text was found in “{name}”. Run text recognition (OCR) on scanned documents first.")


def read_document(content: bytes, kind: Kind, name: str, *, deadline_s: float = DEADLINE_S) -> DocumentText:
    """Return the text of a file of this kind (from `document_kind`), within `deadline_s` seconds.

    Raises DocumentUnreadableError with its remedy: `details["reason"]` is `encrypted`, `damaged`, `bomb`, `too_long`,
    `encoding`, `empty` or `timeout`.
    """
    try:
        found = call_in_process(_MODULE, kind, content=content, deadline_s=deadline_s)
    except TimeoutError:
        raise _unreadable("timeout", kind, name) from None
    except ProcessFailedError:
        raise _unreadable("damaged", kind, name) from None
    answer = json.loads(found)
    if "reason" in answer:
        raise _unreadable(answer["reason"], kind, name)
    return DocumentText(answer["text"], tuple(Mark(**mark) for mark in answer["marks"]))


def _unreadable(reason: str, kind: Kind, name: str) -> DocumentUnreadableError:
    text = _SCANNED if (reason, kind) == ("empty", "pdf") else _REASONS[reason]
    return DocumentUnreadableError(text.filled(name=name), details={"reason": reason})
