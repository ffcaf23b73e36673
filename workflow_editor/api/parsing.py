"""Reads JSON bodies, and refuses early what could be parsed but not stored or worked with."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import IO, Any

from django.core.files.uploadedfile import UploadedFile
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser, DataAndFiles, MultiPartParser
from rest_framework.request import Request

from tools.core.formats.json_comments import without_comments
from tools.core.formats.json_text import (
    MAX_MEMORY,
    TOO_DEEP,
    TOO_MANY,
    JsonTooDeepError,
    JsonTooLargeError,
    holds_nul,
    parse_json,
)
from workflow_editor.errors import InvalidInputError


class JsonParser(BaseParser):
    """Strict JSON: no NaN, no lone surrogates, no NUL characters (PostgreSQL stores none), not too deep."""

    media_type = "application/json"
    max_memory = MAX_MEMORY

    def parse(self, stream: IO[bytes], media_type: str | None = None, parser_context: Any = None) -> Any:
        """Parse the body.

        Raises:
            ParseError: the body is not JSON of the kind described above.
            InvalidInputError: nested too deeply (`body_too_deep`), or too many values.
        """
        body = stream.read()
        try:
            parsed = parse_json(body, memory=self.max_memory)
        except JsonTooDeepError as error:
            wrong = {"pointer": error.pointer, "code": "too_deep", "message": TOO_DEEP}
            raise InvalidInputError(TOO_DEEP, code="body_too_deep", details={"errors": [wrong]}) from None
        except JsonTooLargeError:
            raise InvalidInputError(TOO_MANY, code="body_holds_too_much") from None
        except ValueError as error:
            raise ParseError(str(error)) from None
        if b"\\u0000" in body and holds_nul(parsed):
            raise ParseError(code="body_holds_nul")
        return parsed


class GraphParser(JsonParser):
    """Graphs: ten thousand nodes fit."""

    max_memory = MAX_MEMORY // 2


class CommentedJsonParser(GraphParser):
    """Files that people wrote by hand: JSON with comments, too."""

    def parse(self, stream: IO[bytes], media_type: str | None = None, parser_context: Any = None) -> Any:
        body = stream.read()
        try:
            return super().parse(BytesIO(body), media_type, parser_context)
        except ParseError:
            bare = without_comments(body)
            if bare == body:
                raise
        return super().parse(BytesIO(bare), media_type, parser_context)


class JsonWithFilesParser(MultiPartParser):
    """A multipart body: the part `json` is the body, the other parts are files by name of the field that they fill."""

    def parse(self, stream: IO[bytes], media_type: str | None = None, parser_context: Any = None) -> Any:
        """Return `{"json": …}` with the files.

        Raises:
            ParseError: a part is wrong, or `json` is a file or not JSON.
            InvalidInputError: see `JsonParser`.
        """
        parsed: Any = super().parse(stream, media_type, parser_context)
        if "json" in parsed.files:
            raise ParseError(code="malformed_form")
        body = JsonParser().parse(BytesIO(parsed.data.get("json", "{}").encode()))
        return DataAndFiles({"json": body}, parsed.files)


def json_and_files(request: Request) -> "tuple[Any, Mapping[str, Sequence[UploadedFile[bytes]]]]":
    """Return the body of a request that may come with files, and these by the field that they fill."""
    data: Any = request.data
    is_form = (request.content_type or "").lower().startswith("multipart/")
    return data["json"] if is_form else data, dict(request.FILES.lists())
