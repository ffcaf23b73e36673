"""Detects a document's kind by name, checked against its first bytes. Pure."""

from collections.abc import Mapping
from pathlib import PurePath
from typing import Literal, get_args

from agents.core.errors import DocumentUnreadableError
from tools.core.naming.visible_name import shown_name
from tools.core.text import Text

Kind = Literal["pdf", "word", "excel", "slides", "mail", "html", "markdown", "csv", "text"]
KINDS: tuple[Kind, ...] = get_args(Kind)

EXTENSIONS: Mapping[str, Kind] = {
    ".pdf": "pdf",
    ".docx": "word",
    ".xlsx": "excel",
    ".pptx": "slides",
    ".eml": "mail",
    ".html": "html",
    ".htm": "html",
    ".md": "markdown",
    ".markdown": "markdown",
    ".csv": "csv",
    ".tsv": "csv",
    ".txt": "text",
}
_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""First bytes of Office files from before 2007, and of newer ones that are protected by a password."""
_WIDE_TEXT = (b"\xff\xfe", b"\xfe\xff")
"""UTF-16 byte order marks, after which zero bytes are text."""
_OFFICE = frozenset({"word", "excel", "slides"})
_LOOKED_AT = 4096


def document_kind(name: str, content: bytes) -> Kind:
    """Return a file's kind; its first 4 kB of content suffice.

    Raises DocumentUnreadableError if the kind is not supported, or the content contradicts the name.
    """
    path = PurePath(name.strip())
    extension, shown = path.suffix.lower(), shown_name(path.name, "file")
    kind = EXTENSIONS.get(extension)
    if kind is None:
        known = ", ".join(EXTENSIONS)
        raise DocumentUnreadableError(
            Text("“{name}” is of a type that cannot be read. Use one of: {known}.", name=shown, known=known),
            details={"reason": "wrong_type"},
        )
    if not content:
        raise DocumentUnreadableError(
            Text("“{name}” is empty. Choose a file with text.", name=shown), details={"reason": "empty"}
        )
    if kind in _OFFICE and content.startswith(_OLD_OFFICE):
        raise DocumentUnreadableError(
            Text(
                "“{name}” has a password or the old Office format. Save it as {extension} without a password.",
                name=shown,
                extension=extension,
            ),
            details={"reason": "encrypted"},
        )
    if not _fits(kind, content[:_LOOKED_AT]):
        raise DocumentUnreadableError(
            Text(
                "“{name}” ends in {extension}, but its content is of another type. Correct the ending.",
                name=shown,
                extension=extension,
            ),
            details={"reason": "wrong_content"},
        )
    return kind


def _fits(kind: Kind, start: bytes) -> bool:
    if kind == "pdf":
        return b"%PDF-" in start
    if kind in _OFFICE:
        return start.startswith(b"PK\x03\x04")
    return start.startswith(_WIDE_TEXT) or b"\0" not in start
