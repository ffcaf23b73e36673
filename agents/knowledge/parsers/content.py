"""Parsed file content. Pure, and light: the reading process imports it first."""

from dataclasses import dataclass, field

MAX_TEXT_CHARS = 10_000_000
"""Some five thousand pages; a longer text is refused."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Start of a part that people can look up."""

    offset: int
    """In characters from the start of the text."""
    page: int | None = None
    """PDF page, counted from 1."""
    sheet: str = ""
    """Excel sheet."""


@dataclass(frozen=True, slots=True)
class DocumentText:
    text: str
    marks: tuple[Mark, ...] = field(default=())
    """By offset; empty where the format knows neither pages nor sheets."""


class UnreadableError(Exception):
    """The file cannot be read; `reason` is one of those that `subprocess_parser` has a sentence for."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class TextBuilder:
    """Builds a text from marked parts, up to a length limit."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._marks: list[Mark] = []
        self._length = 0

    def mark(self, *, page: int | None = None, sheet: str = "") -> None:
        """Say that what comes next belongs to this page or sheet."""
        self._marks.append(Mark(self._length, page, sheet))

    def add(self, text: str) -> None:
        """Add text. Raises UnreadableError if the total is too long."""
        self._length += len(text)
        if self._length > MAX_TEXT_CHARS:
            raise UnreadableError("too_long")
        self._parts.append(text)

    def built(self) -> DocumentText:
        return DocumentText("".join(self._parts), tuple(self._marks))
