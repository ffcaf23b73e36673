"""Converts untrusted HTML to plain text in linear time, unlike HTML parsers, which scan all open elements. Pure."""

from collections.abc import Iterator
from html import unescape

_BLOCKS = frozenset(
    "p div br hr li ul ol tr table h1 h2 h3 h4 h5 h6 blockquote pre section article header footer dt dd".split()
)
_HIDDEN = frozenset({"script", "style", "template", "head"})
_LONGEST_NAME = 20


def html_text(html: str, most: int) -> str:
    """Return the words of HTML, a line for each block, at most `most` characters."""
    first, *commented = html[: 4 * most].split("<!--")
    shown = first + "".join(part.partition("-->")[2] for part in commented)
    lines = (" ".join(unescape(line).split()) for line in "".join(_pieces(shown)).split("\n"))
    return "\n".join(line for line in lines if line)[:most]


def _pieces(html: str) -> Iterator[str]:
    """Yield the text between the tags, and a line break for each that begins or ends a block."""
    first, *tagged = html.split("<")
    yield first.replace("\n", " ")
    hidden_in = ""
    for piece in tagged:
        tag, closed, text = piece.partition(">")
        name = tag[:_LONGEST_NAME].lower().split(maxsplit=1)[0].rstrip("/") if tag.strip() else ""
        if not hidden_in and not (name.lstrip("/!?").isalnum() and closed):
            # A sign, not a tag.
            yield f"<{piece}".replace("\n", " ")
        elif hidden_in:
            hidden_in = "" if name == f"/{hidden_in}" else hidden_in
            yield "" if hidden_in else text.replace("\n", " ")
        elif name in _HIDDEN:
            hidden_in = name
        else:
            yield "\n" if name.removeprefix("/") in _BLOCKS else ""
            yield text.replace("\n", " ")
