"""Reading what a model wrote as the arguments of a call. Pure."""

from tools.core.definitions import JsonObject
from tools.core.errors import ToolArgumentsError
from tools.core.formats.format_error import FormatError
from tools.core.formats.json_text import BUILT_TOO_DEEP, MAX_BUILT_DEPTH, is_deeper, read_json
from tools.core.text import Text, sentences

_UNREADABLE = Text("The arguments cannot be read.")


def parse_arguments(raw: str | JsonObject) -> JsonObject:
    """Return the arguments as an object; empty text, null and an empty list mean none, doubly encoded objects are read.

    Raises ToolArgumentsError if it is not a JSON object, or is nested too deeply.
    """
    if isinstance(raw, dict):
        if is_deeper(raw, MAX_BUILT_DEPTH):
            raise ToolArgumentsError(BUILT_TOO_DEEP)
        return raw
    if not raw.strip():
        return {}
    try:
        found = read_json(raw)
    except FormatError as error:
        raise ToolArgumentsError(sentences([_UNREADABLE, error.text])) from error
    if isinstance(found, str) and found.lstrip().startswith("{"):
        return parse_arguments(found)
    if found is None or found == []:
        return {}
    if not isinstance(found, dict):
        raise ToolArgumentsError(Text("The arguments must be a JSON object."))
    return found
