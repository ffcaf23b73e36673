"""Arguments of a call that a person has looked at and perhaps changed. Pure."""

from typing import Any

from tools.core.definitions import JsonObject
from tools.core.text import Text, either
from tools.executors.contract.json_schema import closed_validator, is_quickly_judged, without_patterns

MOST_ERRORS = 20
_TYPES = {
    "string": Text.in_context("type", "text"),
    "integer": Text("a whole number"),
    "number": Text("a number"),
    "boolean": Text("true or false"),
    "object": Text("an object"),
    "array": Text("a list"),
    "null": Text.verbatim("null"),
}


def unmasked(edited: Any, shown: Any, original: Any) -> Any:
    """Return edited arguments with what was hidden put back: a value that is still as it was shown is the original one.

    Args:
        shown: the original without its secrets.
    """
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
    """Return {pointer, code, message} for what does not fit the function's schema; no value is repeated.

    A schema that cannot judge, or not quickly, refuses nothing, nor does a regular expression in it, which a foreign
    server may have chosen to be endless: the tool itself does, when it is called.
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


def _as_json(error: Any) -> JsonObject:
    path = [*error.path]
    if error.validator == "required":
        path.append(next(name for name in error.validator_value if name not in error.instance))
    pointer = "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in path)
    return {"pointer": pointer, "code": str(error.validator), "message": _text(error)}


def _text(error: Any) -> Text:
    match error.validator:
        case "required":
            return Text("This argument is missing.")
        case "type":
            wanted = error.validator_value if isinstance(error.validator_value, list) else [error.validator_value]
            names = [_TYPES.get(str(name), Text.verbatim(str(name))) for name in wanted]
            return Text("This must be {types}.", types=either(names))
        case "enum" | "const":
            wanted = error.validator_value if isinstance(error.validator_value, list) else [error.validator_value]
            known = ", ".join(map(str, wanted))
            return Text("Choose one of: {known}.", known=known)
        case "additionalProperties":
            return Text("The tool does not have one of these arguments.")
        case _:
            return Text("This value is invalid.")
