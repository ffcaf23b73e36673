"""Types of fields that shapes share, each with its check, its sentence and its JSON Schema."""

from datetime import UTC, datetime
from typing import Annotated, Any

from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.core.validators import URLValidator, validate_email
from django.utils.dateparse import parse_datetime
from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    InstanceOf,
    PlainValidator,
    StringConstraints,
    ValidationInfo,
    WithJsonSchema,
)
from pydantic.fields import FieldInfo

from tools.core.field_errors import refused_value
from tools.core.text import Text

_NO_FILE = Text("Choose a file.")
_EMPTY_FILE = Text("The file is empty.")
_NO_ADDRESS = Text("Enter an address such as https://example.com.")
_NO_EMAIL = Text("Enter an e-mail address.")
_NO_TIME = Text("Enter a date or a time such as 2026-11-26 or 2026-11-26T09:30:00Z.")


def _file(given: object) -> object:
    if not isinstance(given, UploadedFile):
        raise refused_value("invalid", _NO_FILE)
    return given


def _filled(given: "UploadedFile[bytes]") -> "UploadedFile[bytes]":
    if not given.size:
        raise refused_value("empty", _EMPTY_FILE)
    return given


def _address(text: str) -> str:
    if text:
        try:
            URLValidator()(text)
        except ValidationError:
            raise refused_value("invalid", _NO_ADDRESS) from None
    return text


def _email(text: str) -> str:
    if text:
        try:
            validate_email(text)
        except ValidationError:
            raise refused_value("invalid", _NO_EMAIL) from None
    return text


def _moment(given: object) -> object:
    # pydantic would take a number for seconds, and a time without a zone.
    if not isinstance(given, str):
        raise refused_value("wrong_type", _NO_TIME)
    try:
        moment = parse_datetime(given.strip())
        if moment is not None:
            return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        pass
    raise refused_value("invalid", _NO_TIME)


def component(name: str) -> WithJsonSchema:
    """Return the annotation of a field that a component of the document describes."""
    return WithJsonSchema({"x-component": name})


JsonName = Annotated[str, StringConstraints(strip_whitespace=False)]
"""Name in a JSON object, with the spaces around it."""
UNCOPIED = "\0"
"""Name in an object that refers to the one that arrived, in place of a copy; no name in a body holds NUL."""


def _as_arrived(given: dict[str, Any], info: ValidationInfo) -> object:
    """Return the object that arrived for a reference to it; `shapes.read` hands them over."""
    return info.context[given[UNCOPIED]] if info.context and UNCOPIED in given else given


AS_ARRIVED = AfterValidator(_as_arrived)
JsonObject = Annotated[dict[JsonName, Any], AS_ARRIVED, component("JsonObject")]
"""Any JSON object; an answer has it as it is."""
JsonSchema = Annotated[dict[JsonName, Any], component("JsonSchema")]
"""A JSON Schema that forms are drawn from."""
Json = Annotated[Any, component("Json")]
"""Any JSON value."""
LocalText = Annotated[InstanceOf[Text], component("LocalText")]
"""A text in every language."""
Filled = Annotated[str, Field(min_length=1)]
"""Text that is not empty."""
RowId = Annotated[int, Field(ge=1, le=2**63 - 1, json_schema_extra={"format": "int64"})]
"""The number of a row, of 64 bits."""
AnyUpload = Annotated[
    InstanceOf[UploadedFile],  # type: ignore[type-arg]  # cannot be subscripted outside tests
    PlainValidator(_file),
    WithJsonSchema({"type": "string", "format": "binary"}),
]
"""A file of a form, perhaps an empty one."""
Upload = Annotated[AnyUpload, AfterValidator(_filled)]
"""A file of a form; an empty one is refused."""
Moment = Annotated[datetime, BeforeValidator(_moment)]
"""A time in ISO 8601; one without a zone is in UTC."""
WebAddress = Annotated[
    str,
    Field(max_length=1000),
    AfterValidator(_address),
    WithJsonSchema(
        {"oneOf": [{"type": "string", "format": "uri", "maxLength": 1000}, {"type": "string", "maxLength": 0}]}
    ),
]
"""The address of a web page as it was typed, or the empty text."""
_EMAIL_SCHEMA = {"type": "string", "format": "email", "maxLength": 254}
Email = Annotated[str, Field(min_length=1, max_length=254), AfterValidator(_email), WithJsonSchema(_EMAIL_SCHEMA)]
"""An e-mail address."""
OptionalEmail = Annotated[
    str,
    Field(max_length=254),
    AfterValidator(_email),
    WithJsonSchema({"oneOf": [_EMAIL_SCHEMA, {"type": "string", "maxLength": 0}]}),
]
"""An e-mail address, or the empty text."""


def is_file(field: FieldInfo) -> bool:
    return field.annotation is UploadedFile
