"""Arguments of a call that a person has looked at and perhaps changed. Pure."""

from typing import Any

from tools.core.definitions import JsonObject, Text
from tools.executors.contract.json_schema import closed_validator, is_quickly_judged, without_patterns

MOST_ERRORS = 20
_TYPES = {
    "string": Text("text", "文本"),
    "integer": Text("a whole number", "整数"),
    "number": Text("a number", "数字"),
    "boolean": Text("true or false", "true 或 false"),
    "object": Text("an object", "对象"),
    "array": Text("a list", "列表"),
    "null": Text("null", "null"),
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
            return Text("This argument is missing.", "缺少此参数。")
        case "type":
            wanted = error.validator_value if isinstance(error.validator_value, list) else [error.validator_value]
            names = [_TYPES.get(str(name), Text(str(name), str(name))) for name in wanted]
            en, zh = " or ".join(name.en for name in names), "或".join(name.zh for name in names)
            return Text(f"This must be {en}.", f"此处须为{zh}。")
        case "enum" | "const":
            wanted = error.validator_value if isinstance(error.validator_value, list) else [error.validator_value]
            known = ", ".join(map(str, wanted))
            return Text(f"Choose one of: {known}.", f"请选择以下之一：{known}。")
        case "additionalProperties":
            return Text("An argument here is unknown to the tool.", "此处有工具不支持的参数。")
        case _:
            return Text("This value does not fit.", "此值不符合要求。")
