"""Files as text: encodings, and how much of a text is shown. Pure."""

import codecs
from dataclasses import dataclass, replace

from tools.core.errors import ToolArgumentsError
from tools.core.formats.encodings import codec_of
from tools.core.text import Text

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_UNKNOWN = Text("Unknown encoding {encoding}. Use an encoding such as utf-8 or gb18030.")
_BINARY = Text("“{name}” is binary, not text, so it cannot be read into a prompt. Choose a text file.")


@dataclass(frozen=True, slots=True)
class TextContent:
    text: str
    encoding: str
    undecoded: int = 0
    """Bytes at the end that begin a character and do not finish it."""


def decoded(content: bytes, name: str, *, encoding: str = "", is_cut: bool = False) -> TextContent:
    """Decode bytes by BOM, as UTF-8, then as GB18030; only `encoding` (Encoding Standard label) is tried if given.

    `is_cut` allows an incomplete last character. Raises ToolArgumentsError if it is not text, or the encoding is
    unknown.
    """
    if encoding:
        codec = codec_of(encoding)
        if codec is None:
            raise ToolArgumentsError(_UNKNOWN.filled(encoding=repr(encoding[:40])))
        return replace(_decoded(content, codec, "replace", is_cut=is_cut), encoding=encoding)
    for mark, marked in _BOMS:
        if content.startswith(mark):
            return _decoded(content[len(mark) :], marked, "replace", is_cut=is_cut)
    if b"\0" in content:
        raise ToolArgumentsError(_BINARY.filled(name=name))
    for usual in ("utf-8", "gb18030"):
        try:
            return _decoded(content, usual, "strict", is_cut=is_cut)
        except UnicodeDecodeError:
            continue
    return _decoded(content, "utf-8", "replace", is_cut=is_cut)


def window(content: TextContent, offset: int, max_chars: int) -> dict[str, object]:
    """Return a part of a text: `text`, `encoding`, `totalChars`, `nextOffset` (null at the end)."""
    end = offset + max_chars
    return {
        "text": content.text[offset:end],
        "encoding": content.encoding,
        "totalChars": len(content.text),
        "nextOffset": end if end < len(content.text) else None,
    }


def _decoded(content: bytes, encoding: str, errors: str, *, is_cut: bool) -> TextContent:
    decoder = codecs.getincrementaldecoder(encoding)(errors)
    text = decoder.decode(content, final=not is_cut)
    return TextContent(text, encoding, len(decoder.getstate()[0]))
