"""Fields that hold JSON: requests, answers and files read them alike, for nodes of the second version on. Pure."""

import re
from functools import lru_cache
from typing import Any

from orjson import JSONDecodeError

from tools.core.formats.format_error import FormatError
from tools.core.formats.json_text import TOO_DEEP, JsonTooDeepError, parse_json, refuse_repeated_name
from tools.core.text import Text
from workflow_editor.errors import NodeError
from workflow_editor.nodes.ports import Variables

_CACHED = 1_024
_PIECE = re.compile(
    r"""(?P<markup>\{\{(?:(?!\{\{).)*?\}\}|\{%(?:(?!\{%).)*?%\})|(?P<escape>\\.)|(?P<quote>")""", re.DOTALL
)
_TOO_DEEP = Text("The filled-in content is not JSON that can be used. {too_deep}", too_deep=TOO_DEEP)
_NOT_JSON = Text("The filled-in content is not JSON{place}. Use a single reference, or the json filter.", place="")


def json_value(template: str, variables: Variables) -> Any:
    """Return the JSON value of a field, filled in.

    A single reference gives its value, parsed if it is text with an object or list. Anything else is JSON with
    references, escaped between quotes, so that they cannot add fields.
    Raises:
        NodeError: (`output_not_json`) it is not JSON; (`name_repeated`) a person's object repeats a name; as
            `Variables.value`.
    """
    value = variables.value(within_quotes(template))
    if not isinstance(value, str):
        return value
    if _is_single_reference(template):
        return parsed_json(value) if value.lstrip().startswith(("{", "[")) else value
    found = parsed_json(value)
    try:
        refuse_repeated_name(value)
    except FormatError as error:
        raise NodeError(error.text, code="name_repeated") from error
    return found


def parsed_json(text: str) -> Any:
    """Parse filled-in JSON. Raises NodeError (`output_not_json`), which names the line."""
    try:
        return parse_json(text)
    except JsonTooDeepError as error:
        raise NodeError(_TOO_DEEP, code="output_not_json") from error
    except JSONDecodeError as error:
        place = Text(" (line {line})", line=error.lineno)
        raise NodeError(_NOT_JSON.filled(place=place), code="output_not_json") from error


@lru_cache(_CACHED)
def within_quotes(template: str) -> str:
    """Return a JSON template with references between quotes escaped for their position."""
    is_open = False

    def with_escape(piece: re.Match[str]) -> str:
        nonlocal is_open
        if piece["quote"]:
            is_open = not is_open
        markup = piece["markup"] or ""
        if not is_open or not markup.startswith("{{"):
            return piece.group()
        end = -3 if markup.endswith("-}}") else -2
        return f"{markup[:end].rstrip()} | escape_json {markup[end:]}"

    return _PIECE.sub(with_escape, template)


def _is_single_reference(template: str) -> bool:
    text = template.strip()
    return text.startswith("{{") and text.endswith("}}") and text.count("{{") == 1
