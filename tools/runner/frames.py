"""Runner protocol: eight bytes of length, a JSON object, then file contents.

The object's `files` list `name` and `size` of each, in order.
"""

import json
from typing import Any

HEAD_BYTES = 8
MAX_OBJECT_BYTES = 8 * 1024**2
MAX_FILES = 20


def frame(value: dict[str, Any]) -> bytes:
    """Return the beginning of a message; the contents of its files follow."""
    body = json.dumps(value).encode()
    return len(body).to_bytes(HEAD_BYTES, "big") + body


def object_length(head: bytes) -> int:
    """Return the object's length in bytes. Raises ValueError above `MAX_OBJECT_BYTES`, or if the head is cut off."""
    length = int.from_bytes(head, "big")
    if len(head) < HEAD_BYTES or length > MAX_OBJECT_BYTES:
        raise ValueError("no such length")
    return length


def sizes(value: Any) -> list[tuple[str, int]]:
    """Return name and size of a parsed object's files. Raises ValueError if malformed."""
    files = value.get("files") if isinstance(value, dict) else None
    if not isinstance(files, list) or len(files) > MAX_FILES:
        raise ValueError("no list of files")
    found = []
    for file in files:
        name, size = (file.get("name"), file.get("size")) if isinstance(file, dict) else (None, None)
        if not isinstance(name, str) or type(size) is not int or size < 0:
            raise ValueError("no file")
        found.append((name, size))
    return found
