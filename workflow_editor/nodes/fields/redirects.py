"""Redirect addresses for visitors: the author fixes the destination, a run may fill in values."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from tools.core.definitions import JsonObject
from tools.core.text import Text
from workflow_editor.nodes.base import ConfigProblem
from workflow_editor.nodes.lookup import NodeNames, to_text
from workflow_editor.nodes.template import Template
from workflow_editor.nodes.templates.templating import compile_plain
from workflow_editor.nodes.variables import RunVariables

OUTPUT_WORD = "output"
MAX_ADDRESS = 2000
_MAX_FILLED = 8000
"""Limit of browsers and servers."""
_PLACE = re.compile(r"https?://[0-9A-Za-z.\[\]:-]+(?=[/?#]|$)")
_KEPT = "%/:?#[]@!$&'()*+,;=-._~"
_NO_ADDRESS = Text(
    "Write the whole address, such as https://www.example.com/thanks. The part before the path is fixed."
)
_NO_FIELD = Text("Only fields of the result can be filled in, such as {example}.", example="{{ output.number }}")
_NOT_SHOWN = Text("The address uses the result: switch on “Show the result”.")


def redirect_problems(address: str, *, waits: bool) -> Iterator[ConfigProblem]:
    """Yield problems of an address template, none if empty; `waits`: the run finishes before the redirect."""
    if not address.strip():
        return
    template = compile_plain(address.strip())
    if not _PLACE.match(address.strip()):
        yield ConfigProblem("address_invalid", "/redirect", _NO_ADDRESS)
    elif template is None or not all(map(_is_field, template.paths)):
        yield ConfigProblem("address_field_invalid", "/redirect", _NO_FIELD)
    elif template.paths and not waits:
        yield ConfigProblem("result_not_shown", "/redirect", _NOT_SHOWN)


def redirect_address(address: str, output: JsonObject) -> str:
    """Return the address with a result's fields encoded as single values; empty without one.

    A run cannot change scheme, host or port, or add a parameter. Missing fields are empty; more than 8,000 characters
    give no redirect.
    """
    template = compile_plain(address.strip())
    if template is None or not _PLACE.match(address.strip()) or not all(map(_is_field, template.paths)):
        return ""
    filled = quote(_filled(template, output), safe=_KEPT, errors="replace")
    return filled if len(filled) <= _MAX_FILLED else ""


def _filled(template: Template, output: JsonObject) -> str:
    fields = {str(path[1]): _encoded(output.get(str(path[1]))) for path in template.paths}
    return RunVariables({}, NodeNames({OUTPUT_WORD: OUTPUT_WORD}), lambda key: fields).render(template.source)


def _encoded(value: Any) -> str:
    return "" if value is None else quote(to_text(value)[:_MAX_FILLED], safe="", errors="replace")


def _is_field(path: tuple[str | int, ...]) -> bool:
    return len(path) == 2 and path[0] == OUTPUT_WORD and isinstance(path[1], str)
