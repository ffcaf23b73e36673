"""JSON as people write it by hand, with comments as in JavaScript. Pure."""

import re

_PART = re.compile(rb'("[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z))|//[^\r\n]*|/\*.*?(?:\*/|\Z)', re.DOTALL)
"""Strings and comments; what is not closed goes to the end, so that each byte is read once."""


def without_comments(text: bytes) -> bytes:
    """Return a JSON text in UTF-8 with blanks in place of `// …` and `/* … */`; places in it stay what they are."""
    return _PART.sub(_blanked, text)


def _blanked(part: re.Match[bytes]) -> bytes:
    if part[1] is not None:
        return part[1]
    return re.sub(rb"[^\r\n]", b" ", part[0])
