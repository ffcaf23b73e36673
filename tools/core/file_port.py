"""The port for files that tools make or use: pictures above all. No framework."""

from dataclasses import dataclass, field
from typing import Protocol

from tools.core.definitions import CallContext, JsonObject


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file that we keep."""

    address: str
    """Path on our own server; gives the file to those who may see it."""
    name: str
    content_type: str
    size: int
    """In bytes."""

    def to_json(self) -> JsonObject:
        """Return {address, name, content_type, size}."""
        return {"address": self.address, "name": self.name, "content_type": self.content_type, "size": self.size}


@dataclass(frozen=True, slots=True)
class FileContent:
    """A file with what is in it."""

    name: str
    content_type: str
    content: bytes = field(repr=False)


class FileStore(Protocol):
    """Keeps files by the hash of their content. Safe to share by threads."""

    def save(self, file: FileContent, context: CallContext) -> StoredFile:
        """Keep a file for the caller."""
        ...

    def is_ours(self, address: str) -> bool:
        """True for addresses that `save` has made, whoever may see the file."""
        ...

    def open(self, address: str, context: CallContext) -> FileContent:
        """Return a file of ours.

        Raises:
            ToolArgumentsError: there is none, or the caller may not see it.
        """
        ...
