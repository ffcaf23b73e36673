"""Arguments of a call that a person has looked at and perhaps changed. Pure."""

from typing import TYPE_CHECKING, Any

from tools.core.definitions import JsonObject
from tools.core.field_errors import pointer
from tools.executors.contract.json_schema import closed_validator, is_quickly_judged, without_patterns
from tools.executors.contract.schema_sentences import in_sentence

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

MOST_ERRORS = 20


def unmasked(edited: Any, shown: Any, original: Any) -> Any:
    """Return edited arguments with hidden values restored where they equal `shown`, the redacted original."""
    if edited == shown:
        return original
    if isinstance(edited, dict) and isinstance(shown, dict) and isinstance(original, dict):
        return {key: unmasked(value, shown.get(key), original.get(key)) for key, value in edited.items()}
    if isinstance(edited, list) and isinstance(shown, list) and isinstance(original, list):
        known = min(len(shown), len(original))
        return [
            unmasked(value, shown[index], original[index]) if index < known else value
            for index, value in enumerate(edited)
        ]
    return edited


def argument_errors(arguments: Any, schema: JsonObject) -> list[JsonObject]:
    """Return {pointer, code, message} for arguments that do not fit the schema, without values.

    An unusable or slow schema, or regular expression from a foreign server, refuses nothing: the tool itself decides.
    """
    # Part of a package that is slow to import, and only changed arguments need it.
    from referencing.exceptions import Unresolvable

    if not is_quickly_judged(arguments, schema):
        return []
    try:
        wrong = closed_validator(without_patterns(schema)).iter_errors(arguments)
        found = sorted(wrong, key=lambda error: list(map(str, error.path)))
    except (Unresolvable, RecursionError):
        return []
    return [_as_json(error) for error in found[:MOST_ERRORS]]


def _as_json(error: "ValidationError") -> JsonObject:
    message, path = in_sentence(error)
    return {"pointer": pointer(path), "code": str(error.validator), "message": message}
