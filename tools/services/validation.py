"""Turns Django's validation errors into the error of this layer."""

from collections.abc import Iterator

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db.models import Model
from django.utils.translation import gettext as _

from tools.core.definitions import JsonObject
from tools.core.errors import RecordInvalidError


def clean_and_save(row: Model) -> None:
    """Run `full_clean()` and save.

    Raises:
        RecordInvalidError: as `clean`.
    """
    clean(row)
    row.save()


def clean(row: Model) -> None:
    """Run `full_clean()`.

    Raises:
        RecordInvalidError: `details["errors"]` has one {pointer, code, message} per wrong field.
    """
    try:
        row.full_clean()
    except ValidationError as error:
        raise RecordInvalidError(
            _("Some fields are invalid."), details={"errors": list(validation_errors(error))}
        ) from error


def invalid_field(pointer: str, code: str, message: str) -> RecordInvalidError:
    return RecordInvalidError(message, details={"errors": [{"pointer": pointer, "code": code, "message": message}]})


def validation_errors(error: ValidationError) -> Iterator[JsonObject]:
    """Yield one {pointer, code, message} per wrong field."""
    for field, errors in error.error_dict.items():
        for item in errors:
            pointer = "" if field == NON_FIELD_ERRORS else f"/{field}"
            yield {
                "pointer": (item.params or {}).get("pointer", pointer),
                "code": item.code or "invalid",
                "message": item.messages[0],
            }
