"""From what a model wrote to typed parameters: malformed JSON, fixed values and wrong types are told apart. Pure."""

from typing import Any

import orjson
from pydantic import ValidationError

from tools.definitions import JsonObject
from tools.errors import ToolArgumentsError
from tools.executors.base import Executor, ToolModel, ToolParameters

_MAX_REPORTED = 5


def parse_arguments(raw: str | JsonObject) -> JsonObject:
    """Return the arguments as an object; empty text is an empty object.

    Raises:
        ToolArgumentsError: not JSON, or JSON that is not an object.
    """
    if isinstance(raw, dict):
        return raw
    if not raw.strip():
        return {}
    try:
        found = orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        raise ToolArgumentsError(
            f"The arguments are not valid JSON (line {error.lineno}, column {error.colno}): {error.msg}."
        ) from error
    if not isinstance(found, dict):
        raise ToolArgumentsError("The arguments must be a JSON object.")
    return found


def typed_parameters(executor: Executor[Any, Any], config: ToolModel, arguments: JsonObject) -> ToolParameters:
    """Return the parameters of one call: what the person fixed, then what was given, then defaults.

    A null for a parameter that has a default means "not given": some models send every parameter.

    Raises:
        ToolArgumentsError: an argument is missing, unknown, fixed by the tool's owner, or of a wrong type.
    """
    bound = executor.bound(config)
    given = {name: value for name, value in arguments.items() if value is not None}
    if fixed := sorted(given.keys() & bound.keys()):
        raise ToolArgumentsError(
            f"Fixed by the tool's owner and cannot be given: {', '.join(fixed)}.", details={"arguments": fixed}
        )
    model: type[ToolParameters] = executor.parameters(config)
    try:
        return model.model_validate({**given, **bound})
    except ValidationError as error:
        raise _as_arguments_error(error, executor, config) from error


def _as_arguments_error(error: ValidationError, executor: Executor[Any, Any], config: ToolModel) -> ToolArgumentsError:
    # Neither the values nor the bound ones' names are repeated: a message may travel further than the call.
    found = error.errors(include_input=False, include_url=False, include_context=False)
    parts = [f"{'.'.join(map(str, one['loc'])) or 'arguments'}: {one['msg']}" for one in found[:_MAX_REPORTED]]
    known = ", ".join(executor.parameters_schema(config).get("properties", {})) or "none"
    return ToolArgumentsError(
        f"The arguments do not fit: {'; '.join(parts)}. Parameters: {known}.",
        details={"errors": [{"argument": ".".join(map(str, one["loc"])), "message": one["msg"]} for one in found]},
    )
