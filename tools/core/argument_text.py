"""From what a model wrote to an object: malformed JSON is told. Pure."""

import orjson

from tools.core.definitions import JsonObject, Text
from tools.core.errors import ToolArgumentsError
from tools.core.json_text import BUILT_TOO_DEEP, MAX_BUILT_DEPTH, TOO_DEEP, JsonTooDeepError, is_deeper, parse_json


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
                f"The arguments are not valid JSON (line {error.lineno}, column {error.colno}): {error.msg}.",
                f"参数不是有效的 JSON（第 {error.lineno} 行第 {error.colno} 列）：{error.msg}。",
            )
        ) from error
    if not isinstance(found, dict):
        raise ToolArgumentsError(Text("The arguments must be a JSON object.", "参数必须是 JSON 对象。"))
    return found
