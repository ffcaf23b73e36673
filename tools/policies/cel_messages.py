"""What is wrong with an expression in CEL, in words for people. Pure."""

import re

from tools.core.text import Text

_POSITION = re.compile(r"ERROR: <input>:(?P<line>\d+):(?P<column>\d+): (?P<reason>[^\n]*)")


def syntax_error(message: str) -> Text:
    """Return the text for an expression that cannot be read; `message` is the parser's."""
    found = _POSITION.search(message)
    if found is None:
        return Text("The expression cannot be read.")
    line, column, reason = found["line"], found["column"], found["reason"].removeprefix("Syntax error: ")
    reason = reason.partition(" expecting ")[0]
    if "<EOF>" in reason or reason.startswith("Incomplete"):
        return Text("The expression ends too early; something is missing after it.")
    return Text(
        "The expression has an error at line {line}, column {column}: {reason}.",
        line=line,
        column=column,
        reason=reason,
    )


def too_long(most: int) -> Text:
    """Return the text for an expression of more than `most` characters."""
    return Text("The expression is longer than {most:,} characters. Shorten it.", most=most)
