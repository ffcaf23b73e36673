"""Refused values as the errors of a 400: pydantic's findings under the codes of the API, with our own sentences."""

from collections.abc import Iterable
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import MISSING, BaseModel, ValidationError
from pydantic_core import ErrorDetails

from tools.core.errors import RecordInvalidError
from tools.core.field_errors import FieldError, field_errors, pointer
from tools.core.text import Text
from tools.forms.local_text import local_text

_INVALID = Text("Some fields are invalid.")
_UNKNOWN = Text("This field does not exist. Available fields: {names}.")
_CODES = {
    **dict.fromkeys(["string_type", "uuid_type", "int_type", "float_type", "bool_type"], "wrong_type"),
    **dict.fromkeys(["uuid_parsing", "int_parsing", "float_parsing", "bool_parsing", "model_type"], "invalid"),
    **dict.fromkeys(["literal_error", "enum"], "invalid_choice"),
    **dict.fromkeys(["string_too_long", "too_long"], "max_length"),
    **dict.fromkeys(["string_too_short", "too_short"], "min_length"),
    "missing": "required",
    "extra_forbidden": "unknown_field",
    "greater_than_equal": "min_value",
    "less_than_equal": "max_value",
    "string_pattern_mismatch": "invalid",
    "list_type": "not_a_list",
    "dict_type": "not_a_dict",
}
"""The code of the API for a kind of pydantic's; other kinds, such as those of our own validators, are codes as well."""


def refused(shape: type[BaseModel], error: ValidationError) -> RecordInvalidError:
    """Return the error of the API for values that a shape refuses."""
    found = zip(field_errors(error), error.errors(include_url=False), strict=True)
    return refused_fields(_refusal(shape, one, detail) for one, detail in found)


def refused_fields(errors: Iterable[tuple[str, str, str]]) -> RecordInvalidError:
    """Return the error of the API for fields: pointer, code and message of each."""
    listed = [{"pointer": at, "code": code, "message": message} for at, code, message in errors]
    return RecordInvalidError(_INVALID, details={"errors": listed})


def _refusal(shape: type[BaseModel], found: FieldError, detail: ErrorDetails) -> tuple[str, str, str]:
    place, owner = _place(shape, detail["loc"])
    message = found.message
    if found.code == "extra_forbidden" and owner:
        message = _UNKNOWN.filled(names=", ".join(owner.model_fields))
    at = pointer([*place, *detail.get("ctx", {}).get("at", ())])
    return at, _code(found.code, detail), local_text(message)


def _code(kind: str, detail: ErrorDetails) -> str:
    given = detail["input"]
    if given is None and kind not in ("missing", "extra_forbidden"):
        return "null"
    if kind in ("literal_error", "enum") and not isinstance(given, str):
        return "wrong_type"
    if kind == "string_too_short" and detail["ctx"]["min_length"] == 1:
        return "blank"
    return _CODES.get(kind, kind)


def _place(shape: type[BaseModel], loc: tuple[int | str, ...]) -> tuple[list[int | str], type[BaseModel] | None]:
    """Return the location of a wrong value without pydantic's labels of union branches, and the model of the field."""
    place: list[int | str] = []
    here: Any = shape
    owner: type[BaseModel] | None = None
    for part in loc:
        branches = _branches(here)
        if len(branches) > 1:
            here = next((one for one in branches if part in _labels(one)), None)
            continue
        here = branches[0]
        place.append(part)
        if hasattr(here, "model_fields"):
            owner = here
            here = here.model_fields[part].annotation if part in here.model_fields else None
        else:
            here = next(iter(get_args(here)[-1:]), None)
    return place, owner


def _branches(annotation: Any) -> list[Any]:
    while get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    if get_origin(annotation) not in (Union, UnionType):
        return [annotation]
    return [one for part in get_args(annotation) if part not in (NoneType, MISSING) for one in _branches(part)]


def _labels(branch: Any) -> set[object]:
    """Return what pydantic may call a branch: its name, or the values of its tag."""
    fields = getattr(branch, "model_fields", {}).values()
    return {getattr(branch, "__name__", None), *(tag for one in fields for tag in get_args(one.annotation))}
