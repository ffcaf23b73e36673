"""Files as values: a JSON object that names a stored file, and the port that opens and stores them. No framework."""

import re
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Protocol

from tools.core.definitions import CallContext, JsonObject
from tools.core.naming.visible_name import shown_name
from tools.core.text import Text

MARKER, MARK = "$type", "file"
"""Mark that makes a JSON object a file: `{"$type": "file", "id": …}`."""
CHUNK_BYTES = 256 * 1024
"""So much of a file is in memory at a time."""
MISSING_FILE = Text("This file does not exist, or you may not see it.")
_MISSING_ONE = Text("“{name}” does not exist, or you may not see it. Choose the file again.")
_MOST_NAMED = 200
NO_FILE = Text("This is no file. Choose a value that holds one, such as {{ inputs.file }}.")
_ADDRESS = re.compile(r"/api/(?:tools/)?files/(?P<id>[0-9a-f-]{1,36})/")
"""The longer form is of addresses that earlier versions gave out."""


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file that we keep, by reference: what is in it is never part of a value."""

    id: str
    name: str
    content_type: str
    """Type detected from the content, if recognized."""
    size: int
    """In bytes."""
    hash: str = ""
    """SHA-256 of the content, in hex."""

    @property
    def address(self) -> str:
        """The path on our own server that gives the file to those who may see it."""
        return f"/api/files/{self.id}/"

    def to_json(self) -> JsonObject:
        """Return the value: {$type, id, name, type, size, hash, address}."""
        return {
            MARKER: MARK,
            "id": self.id,
            "name": self.name,
            "type": self.content_type,
            "size": self.size,
            "hash": self.hash,
            "address": self.address,
        }

    @classmethod
    def from_json(cls, value: JsonObject) -> "StoredFile":
        return cls(value["id"], value["name"], value["type"], value["size"], value["hash"])


def file_id_of(value: Any) -> str | None:
    """Return the file id in a file value or file address; None for any other value.

    The id may be forged: only the port decides access.
    """
    if isinstance(value, dict) and value.get(MARKER) == MARK and isinstance(value.get("id"), str):
        return str(value["id"])
    if isinstance(value, str) and (found := _ADDRESS.fullmatch(value)):
        return found["id"]
    return None


def file_addresses_in(text: str) -> Iterator[str]:
    """Yield each file address in a text once, in order."""
    yield from dict.fromkeys(found[0] for found in _ADDRESS.finditer(text))


def given_name(value: Any) -> str:
    """Return the name that a value gives to its file, to show it; empty where it gives none."""
    name = value.get("name") if isinstance(value, dict) else None
    return shown_name(name.replace("\\", "/").rpartition("/")[2], "")[:_MOST_NAMED] if isinstance(name, str) else ""


def missing_file(value: Any) -> Text:
    """Return that nobody may open the file that a value names, under the name that the value gives it."""
    name = given_name(value)
    return _MISSING_ONE.filled(name=name) if name else MISSING_FILE


def file_ids_in(value: Any) -> Iterator[str]:
    """Yield the ids of all file values inside a JSON value, in order."""
    inside = [value]
    while inside:
        part = inside.pop()
        if isinstance(part, dict) and part.get(MARKER) == MARK:
            if (found := file_id_of(part)) is not None:
                yield found
        elif isinstance(part, dict | list):
            inside.extend(part.values() if isinstance(part, dict) else part)


@dataclass(frozen=True, slots=True)
class FileContent:
    name: str
    content_type: str
    content: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class OpenFile:
    """A stored file and its content."""

    stored: StoredFile
    stream: BinaryIO = field(repr=False)

    def chunks(self) -> Iterator[bytes]:
        """Yield the content from its start, in pieces of `CHUNK_BYTES`."""
        self.stream.seek(0)
        while piece := self.stream.read(CHUNK_BYTES):
            yield piece


class FileStore(Protocol):
    """Keeps files by the hash of their content. Safe to share by threads."""

    def save(self, name: str, content_type: str, chunks: Iterable[bytes], context: CallContext) -> StoredFile:
        """Store a file for the caller; nothing is kept when `chunks` breaks off. The content decides its type.

        Raises FileTooLargeError above `MAX_FILE_MB`.
        """
        ...

    def is_ours(self, address: str) -> bool:
        """Return True for addresses made by `save`, whoever may see the file."""
        ...

    def open(self, file: Any, context: CallContext) -> AbstractContextManager[OpenFile]:
        """Open a file by value, id or address.

        Raises ToolArgumentsError if it does not exist or the caller or its run has no access.
        """
        ...


def whole_content(store: FileStore, file: Any, context: CallContext, *, max_bytes: int) -> FileContent:
    """Return a file with at most `max_bytes` of its content. Raises ToolArgumentsError, as `FileStore.open`."""
    with store.open(file, context) as opened:
        return FileContent(opened.stored.name, opened.stored.content_type, opened.stream.read(max_bytes + 1))
