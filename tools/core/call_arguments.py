"""Reading what a model wrote as the arguments of a call. Pure."""

import orjson

from tools.core.definitions import JsonObject
from tools.core.errors import ToolArgumentsError
from tools.core.json_text import BUILT_TOO_DEEP, MAX_BUILT_DEPTH, TOO_DEEP, JsonTooDeepError, is_deeper, parse_json
from tools.core.text import Text


def parse_arguments(raw: str | JsonObject) -> JsonObject:
    """Return the arguments as an object; empty text is an empty object.

    Raises:
        ToolArgumentsError: not JSON, JSON that is not an object, or nested too deeply.
    """
    if isinstance(raw, dict):
        if is_deeper(raw, MAX_BUILT_DEPTH):
            raise ToolArgumentsError(BUILT_TOO_DEEP)
        return raw
    if not raw.strip():
        return {}
    try:
        found = parse_json(raw)
    except JsonTooDeepError as error:
        raise ToolArgumentsError(TOO_DEEP) from error
    except orjson.JSONDecodeError as error:
        raise ToolArgumentsError(
            Text(
                "The arguments are not valid JSON (line {line}, column {column}): {reason}.",
                line=error.lineno,
                column=error.colno,
                reason=error.msg,
            )
        ) from error
    if not isinstance(found, dict):
        raise ToolArgumentsError(Text("The arguments must be a JSON object."))
    return found
