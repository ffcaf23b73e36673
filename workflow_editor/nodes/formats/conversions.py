"""Every conversion by its name. Runs in a worker process, which may be killed: not every parser is linear."""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, Final, cast

from tools.core.definitions import JsonObject
from tools.core.errors import ToolError
from tools.core.formats.csv_lines import Guard
from tools.core.formats.format_error import FormatError
from tools.core.formats.json_text import read_json
from tools.core.formats.yaml_text import parse_yaml, to_yaml
from tools.core.text import Text
from tools.executors.feed.formats import read_feed
from tools.executors.shared.html_text import html_text
from workflow_editor.nodes.formats import ConversionName
from workflow_editor.nodes.formats.csv_text import parse_csv, to_csv
from workflow_editor.nodes.formats.markdown_text import markdown_to_html
from workflow_editor.nodes.formats.xml_text import parse_xml, to_xml
from workflow_editor.nodes.lookup import to_text

MAX_ENTRIES: Final = 1_000
"""Per feed."""
MAX_ELEMENTS: Final = 10_000
"""That a selector finds."""
_MAX_TEXT: Final = 5_000_000
_NOT_OF_IT = Text("It does not fit this conversion.")
_NO_SELECTOR = Text("“{selector}” is not a CSS selector. Write one such as table td or .price.", selector="")


def convert(name: ConversionName, content: Any, options: Mapping[str, str]) -> JsonObject:
    """Return `{"found": value}`, or `{"error": text}` in the available languages.

    `content` is any JSON value; parsed content is text. `options` are `delimiter`, `selector`, `attribute` and `root`;
    each conversion takes its own.
    """
    try:
        return {"found": _CONVERSIONS[name](content, options)}
    except (ToolError, FormatError) as error:
        return {"error": error.text.to_json()}
    except (ValueError, TypeError) as error:
        return {"error": _NOT_OF_IT.to_json() | {"en": f"{str(error).rstrip('.')}."}}


def select_html(html: str, selector: str, attribute: str = "") -> list[str]:
    """Return the text, or an attribute, of at most `MAX_ELEMENTS` elements that match a CSS selector.

    Raises FormatError if the selector is malformed.
    """
    from selectolax.lexbor import LexborHTMLParser

    try:
        found = LexborHTMLParser(html).css(selector)[:MAX_ELEMENTS]
    except Exception as error:  # the library has no class for it
        raise FormatError(_NO_SELECTOR.filled(selector=selector[:64])) from error
    if attribute:
        return [value for node in found if (value := node.attributes.get(attribute)) is not None]
    return [" ".join(node.text(separator=" ").split()) for node in found]


def _feed(text: str) -> JsonObject:
    feed = asdict(read_feed(text.encode(errors="replace"), "utf-8", MAX_ENTRIES))
    return {**feed, "entries": list(feed["entries"])}


_CONVERSIONS: Final[Mapping[ConversionName, Callable[[Any, Mapping[str, str]], Any]]] = {
    "parse_json": lambda value, _: read_json(to_text(value).removeprefix("\ufeff")),
    "parse_csv": lambda value, options: parse_csv(to_text(value), options.get("delimiter") or ","),
    "parse_xml": lambda value, _: parse_xml(to_text(value)),
    "parse_yaml": lambda value, _: parse_yaml(to_text(value)),
    "parse_feed": lambda value, _: _feed(to_text(value)),
    "select_html": lambda value, options: select_html(to_text(value), options["selector"], options["attribute"]),
    "html_to_text": lambda value, _: html_text(to_text(value), _MAX_TEXT),
    "markdown_to_html": lambda value, _: markdown_to_html(to_text(value)),
    "to_json": lambda value, _: json.dumps(value, ensure_ascii=False, indent=2),
    "to_csv": lambda value, options: to_csv(value, cast("Guard", options["guard"])),
    "to_xml": lambda value, options: to_xml(value, options.get("root", "")),
    "to_yaml": lambda value, _: to_yaml(value),
}
