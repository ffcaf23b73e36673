"""Reads multipart bodies, wherever they come in: parts are taken as bytes, then decoded by the charsets that they name.

Django's parser decodes all as UTF-8: it replaces other bytes in values, and drops parts with other bytes in names.
Sources: RFC 7578, 4.6 (`_charset_`); Encoding Standard, 4.3 "get an output encoding" (never UTF-16); HTML standard,
multipart/form-data encoding algorithm: browsers send quotation marks in names as %22. Percent signs are not escaped, so
a real %22 becomes a quotation mark; escaped line breaks are illegal in names.
"""

import html
from collections.abc import Mapping
from contextlib import ExitStack
from io import SEEK_END, BytesIO
from typing import TYPE_CHECKING, Any, BinaryIO

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.core.files.uploadedfile import InMemoryUploadedFile, TemporaryUploadedFile, UploadedFile
from django.core.files.uploadhandler import FileUploadHandler
from django.http import QueryDict
from django.http.multipartparser import MultiPartParserError
from django.utils.datastructures import MultiValueDict
from django.utils.http import parse_header_parameters
from python_multipart import MultipartParser
from python_multipart.decoders import Base64Decoder
from python_multipart.exceptions import FormParserError

from tools.core.formats.encodings import charset_of, form_text

if TYPE_CHECKING:
    from python_multipart.multipart import MultipartCallbacks

_CHARSET_FIELD = "_charset_"
_NAMELESS = "file"
Form = tuple[QueryDict, "MultiValueDict[str, UploadedFile[bytes]]"]


class _Part:
    """Headers of a part as bytes, and the place where its content goes."""

    def __init__(self) -> None:
        self.headers: dict[str, bytes] = {}
        self.content: BinaryIO = BytesIO()
        self.decoder: Base64Decoder | None = None

    def header(self, name: str, *labels: str) -> tuple[str, Mapping[str, str]]:
        """Return a header's value and parameters. Raises ValueError if they cannot be decoded."""
        value, parameters = parse_header_parameters(form_text(self.headers.get(name, b""), *labels))
        return value, parameters

    def names(self, *labels: str) -> tuple[str | None, str]:
        """Return the names of the field, None for a part of none, and of the file, empty for a text."""
        _, given = self.header("content-disposition", *labels)
        return given.get("name"), given.get("filename", "")

    def text(self, *labels: str) -> str:
        """Return the content as a text. Raises UnicodeDecodeError if its bytes are not of the charset."""
        self.content.seek(0)
        return form_text(self.content.read(), self.header("content-type")[1].get("charset", ""), *labels)


class _Reading:
    """Takes the parts of one body; closes their files if it cannot be read."""

    def __init__(self, opened: ExitStack, *, in_memory: bool) -> None:
        self.texts: list[_Part] = []
        self.files: list[_Part] = []
        self._opened = opened
        self._in_memory = in_memory
        self._left: int = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        self._part = _Part()
        self._name = self._value = b""
        self._is_text = True

    def callbacks(self) -> "MultipartCallbacks":
        return {
            "on_part_begin": self.on_part_begin,
            "on_header_field": self.on_header_field,
            "on_header_value": self.on_header_value,
            "on_header_end": self.on_header_end,
            "on_headers_finished": self.on_headers_finished,
            "on_part_data": self.on_part_data,
            "on_part_end": self.on_part_end,
        }

    def on_part_begin(self) -> None:
        self._part, self._name, self._value = _Part(), b"", b""

    def on_header_field(self, data: bytes, start: int, end: int) -> None:
        self._name += data[start:end]

    def on_header_value(self, data: bytes, start: int, end: int) -> None:
        self._value += data[start:end]

    def on_header_end(self) -> None:
        self._part.headers[self._name.decode("ascii").lower()] = self._value
        self._name = self._value = b""

    def on_headers_finished(self) -> None:
        part = self._part
        name, file_name = part.names()
        self._is_text = name is None or not file_name
        if not self._is_text:
            if not self._in_memory:
                part.content = TemporaryUploadedFile(_NAMELESS, "", 0, None)  # type: ignore[assignment]  # proxies its file
            self._opened.enter_context(part.content)
        if name is not None:
            (self.texts if self._is_text else self.files).append(part)
        if len(self.texts) > settings.DATA_UPLOAD_MAX_NUMBER_FIELDS:
            raise TooManyFieldsSent
        if len(self.files) > settings.DATA_UPLOAD_MAX_NUMBER_FILES:
            raise TooManyFilesSent
        if part.headers.get("content-transfer-encoding", b"").strip().lower() == b"base64":
            part.decoder = Base64Decoder(part.content)

    def on_part_data(self, data: bytes, start: int, end: int) -> None:
        if self._is_text:
            self._left -= end - start
            if self._left < 0:
                raise RequestDataTooBig
        piece = data[start:end]
        if self._part.decoder is None:
            self._part.content.write(piece)
        else:
            self._part.decoder.write(b"".join(piece.split()))

    def on_part_end(self) -> None:
        """Close a part; the last one may lack the line behind it, as programs of some devices send it."""
        if self._part.decoder is not None:
            self._part.decoder.finalize()


class FormParts(FileUploadHandler):
    """Reads the whole body in place of Django's parser, for webhooks, forms, the API and the admin alike."""

    def handle_raw_input(
        self, input_data: Any, META: Mapping[str, Any], content_length: int, boundary: Any, encoding: Any = None
    ) -> Form:
        """Return the texts and the files of a body.

        Raises:
            MultiPartParserError: the parts cannot be separated or decoded.
            SuspiciousOperation: there are too many, or their texts are too long.
        """
        with ExitStack() as opened:
            reading = _Reading(opened, in_memory=content_length <= settings.FILE_UPLOAD_MAX_MEMORY_SIZE)
            parser = MultipartParser(boundary, reading.callbacks())
            try:
                while piece := input_data.read(self.chunk_size):
                    parser.write(piece)
                reading.on_part_end()
                form = _decoded(reading, charset_of(META.get("CONTENT_TYPE", "")))
            except (FormParserError, ValueError) as error:
                raise MultiPartParserError(str(error)) from error
            opened.pop_all()
            return form


def _decoded(reading: _Reading, of_request: str) -> Form:
    """Return names, texts and files, decoded by the part's charset, `_charset_`, the request's, or as is usual."""
    named = (part.text() for part in reading.texts if part.names()[0] == _CHARSET_FIELD)
    labels = (next(named, ""), of_request)
    texts = QueryDict(mutable=True)
    files: MultiValueDict[str, UploadedFile[bytes]] = MultiValueDict()
    for part in reading.texts:
        texts.appendlist((part.names(*labels)[0] or "").strip(), part.text(*labels))
    for part in reading.files:
        field, name = part.names(*labels)
        files.appendlist((field or "").strip(), _uploaded(part, field, _safe_name(name)))
    texts._mutable = False
    return texts, files


def _uploaded(part: _Part, field: str | None, name: str) -> "UploadedFile[bytes]":
    kind = part.header("content-type")[0]
    content: Any = part.content
    size = content.seek(0, SEEK_END)
    content.seek(0)
    if isinstance(content, TemporaryUploadedFile):
        content.name, content.content_type, content.size = name, kind, size
        return content
    return InMemoryUploadedFile(content, field, name, kind, size, None)


def _safe_name(name: str) -> str:
    """Return the name of a file as its sender typed it, without folders and characters that do not print."""
    typed = html.unescape(name.replace("%22", '"')).replace("\\", "/").rpartition("/")[2]
    printed = "".join(one for one in typed if one.isprintable())
    return _NAMELESS if printed in ("", ".", "..") else printed
