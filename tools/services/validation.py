"""Turns Django's validation errors into the error of this layer."""

from collections.abc import Iterator, Sequence

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db.models import Model
from django.utils.translation import gettext as _

from tools.core.definitions import JsonObject
from tools.core.errors import RecordInvalidError


def clean_and_save(row: Model, also: Sequence[ValidationError] = ()) -> None:
    """Run `full_clean()` and save. Raises RecordInvalidError, as `clean`."""
    clean(row, also)
    row.save()


def clean(row: Model, also: Sequence[ValidationError] = ()) -> None:
    """Run `full_clean()`; `also` adds problems of single fields, so all are reported at once.

    Raises RecordInvalidError: `details["errors"]` has one {pointer, code, message} per wrong field.
    """
    errors = [_plain("", one) for one in also]
    try:
        row.full_clean()
    except ValidationError as error:
        errors = [*validation_errors(error), *errors]
    if errors:
        raise RecordInvalidError(_("Some fields are invalid."), details={"errors": errors})


def invalid_field(pointer: str, code: str, message: str) -> RecordInvalidError:
    return RecordInvalidError(message, details={"errors": [{"pointer": pointer, "code": code, "message": message}]})


def validation_errors(error: ValidationError) -> Iterator[JsonObject]:
    """Yield one {pointer, code, message} per wrong field."""
    for field, errors in error.error_dict.items():
        for item in errors:
            pointer = "" if field == NON_FIELD_ERRORS else f"/{field}"
            yield _plain(pointer, item)


def _plain(pointer: str, error: ValidationError) -> JsonObject:
    return {
        "pointer": (error.params or {}).get("pointer", pointer),
        "code": error.code or "invalid",
        "message": error.messages[0],
    }
