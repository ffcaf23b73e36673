"""Names of files that nodes give out: marks for date and time, and nothing that a file system would trip over. Pure."""

import re
import unicodedata
from datetime import datetime
from typing import Final

from tools.core.naming.visible_name import shown_name

MAX_NAME_BYTES: Final = 200
"""Most file systems take 255 bytes; the rest is left for what a browser adds, such as " (1)"."""
_READ_CHARACTERS: Final = 2_000
"""Leading characters read of a templated name, which may be arbitrarily long."""
_MARKS: Final = {"{date}": "%Y-%m-%d", "{time}": "%H-%M-%S"}
_ILLEGAL = re.compile(r'[<>:"/\\|?*]+')
# Source: https://learn.microsoft.com/windows/win32/fileio/naming-a-file
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)", re.IGNORECASE)


def file_name(wanted: str, extension: str, now: datetime) -> str:
    """Return a legal file name with the extension, appended unless present.

    In `wanted`, with variables filled in, `{date}`, `{time}` and `{timestamp}` (seconds) are replaced; `now` is in the
    readers' time zone.
    """
    name = wanted[:_READ_CHARACTERS].replace("{timestamp}", str(int(now.timestamp())))
    for mark, form in _MARKS.items():
        name = name.replace(mark, now.strftime(form))
    stem = _cleaned(name)
    if stem.lower().endswith(extension):
        stem = stem[: -len(extension)]
    stem = stem.rstrip(" .") or "output"
    if _RESERVED.fullmatch(stem.partition(".")[0]):
        stem = f"_{stem}"
    return _cut(stem, MAX_NAME_BYTES - len(extension)) + extension


def _cleaned(name: str) -> str:
    """Replace what is illegal; control and direction signs, which could make a name look like another, are dropped."""
    visible = "".join(sign for sign in name if unicodedata.category(sign)[0] != "C")
    return re.sub(r"\s+", " ", _ILLEGAL.sub("_", shown_name(visible, ""))).strip(" .")


def _cut(text: str, max_bytes: int) -> str:
    return text.encode()[:max_bytes].decode(errors="ignore").rstrip(" .")
