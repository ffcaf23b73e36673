"""Stores pictures, sounds and blobs of an answer as files, since base64 is useless to a model. Pure.

Source: `ImageContent`, `AudioContent`, `EmbeddedResource` of the Model Context Protocol; data URLs of RFC 2397.
"""

import base64
import binascii
import mimetypes
import re
from collections.abc import Callable, Mapping
from typing import Any

from tools.core.definitions import JsonObject
from tools.core.errors import ToolError
from tools.core.formats.file_types import UNKNOWN
from tools.core.registered.files import StoredFile
from tools.core.text import Text

MOST_FILES = 50
"""Per answer."""
_SHORTEST = 32
"""Shorter base64 is not looked for in texts."""
_DATA_URL = re.compile(r"data:([a-z]+/[a-z0-9.+-]{1,80});base64,([A-Za-z0-9+/]{64,}={0,2})", re.IGNORECASE)
_MEDIA = frozenset({"image", "audio"})
_NOT_A_NAME = re.compile(r"[^\w-]+")
_MOST_NAMED = 60
_NOT_BASE64 = Text("Its content is not base64.")
_TOO_MANY = Text("The answer has more than {most} files.", most=MOST_FILES)

Save = Callable[[str, str, bytes], StoredFile]
"""Takes name, content type and content; raises ToolError."""


class AnswerMedia:
    """Replaces media of one answer by file values; `stem` begins their names."""

    def __init__(self, save: Save, stem: str) -> None:
        self._save = save
        self._stem = _NOT_A_NAME.sub("-", stem)[:_MOST_NAMED].strip("-") or "file"
        self._files: dict[str, JsonObject] = {}
        """File values by the base64 of their content."""

    def replaced(self, value: Any) -> Any:
        """Return a part of the answer with files in place of media."""
        if isinstance(value, list):
            return [self.replaced(one) for one in value]
        if isinstance(value, str):
            return self._string(value)
        if not isinstance(value, dict):
            return value
        if value.get("type") in _MEDIA and isinstance(value.get("data"), str):
            return self._with_file(value, "data")
        if isinstance(value.get("blob"), str) and isinstance(value.get("uri"), str):
            return self._with_file(value, "blob")
        return {name: self.replaced(one) for name, one in value.items()}

    def _with_file(self, block: Mapping[str, Any], field: str) -> JsonObject:
        """Return a block with `file` in place of its content, or with `problem`, the reason there is none."""
        kept = {name: one for name, one in block.items() if name != field}
        kind = block.get("mimeType")
        try:
            return {**kept, "file": self._file(block[field], kind if isinstance(kind, str) else UNKNOWN)}
        except ToolError as error:
            return {**kept, "problem": error.message}

    def text(self, text: str) -> str:
        """Return a text with the addresses of files in place of their content."""
        for content, file in self._files.items():
            if len(content) >= _SHORTEST:
                text = text.replace(content, file["address"])
        return _DATA_URL.sub(self._address, text)

    def _string(self, text: str) -> Any:
        """Return the file of a base64 string, else the string as converted by `text`."""
        if (known := self._files.get(text)) is not None:
            return known
        if whole := _DATA_URL.fullmatch(text):
            try:
                return self._file(whole[2], whole[1])
            except ToolError as error:
                return error.message
        return self.text(text)

    def _address(self, found: re.Match[str]) -> str:
        try:
            return str(self._file(found[2], found[1])["address"])
        except ToolError as error:
            return f"[{error.message}]"

    def _file(self, content: str, kind: str) -> JsonObject:
        if content not in self._files:
            if len(self._files) >= MOST_FILES:
                raise ToolError(_TOO_MANY)
            try:
                decoded = base64.b64decode("".join(content.split()), validate=True)
            except (binascii.Error, ValueError):
                raise ToolError(_NOT_BASE64) from None
            ending = mimetypes.guess_extension(kind.partition(";")[0].strip()) or ".bin"
            name = f"{self._stem}-{len(self._files) + 1}{ending}"
            self._files[content] = self._save(name, kind, decoded).to_json()
        return self._files[content]
