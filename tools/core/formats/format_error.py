"""Errors of texts and values that are not in the format that they should have, if possible with the place. Pure."""

from tools.core.text import Text


class FormatError(ValueError):
    """A parse error with translated text; parsers explain themselves in English only."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


def malformed(format: str, *, line: int | None, column: int | None, reason: str) -> FormatError:
    """Return the error of a malformed text; line and column count from 1, None if unknown."""
    reason = reason.rstrip(".")
    if line is None or column is None:
        return FormatError(Text("This is not {format}: {reason}.", format=format, reason=reason))
    return FormatError(
        Text(
            "This is not {format}. Check line {line}, column {column}: {reason}.",
            format=format,
            line=line,
            column=column,
            reason=reason,
        )
    )


def too_deep(format: str, most: int) -> FormatError:
    """Return the error for text nested more than `most` levels deep."""
    return FormatError(
        Text("The {format} is nested deeper than {most} levels. Make it flatter.", format=format, most=most)
    )
