"""Reads the file of an OpenAPI document: JSON or YAML, bounded. Pure."""

import re
from typing import TYPE_CHECKING, Any

import orjson

from tools.core.definitions import JsonObject
from tools.core.errors import ToolArgumentsError
from tools.core.json_text import MAX_DEPTH, JsonTooDeepError, parse_json
from tools.core.text import Text

if TYPE_CHECKING:
    from yaml import CSafeLoader

_BOOLEAN = re.compile("^(?:true|True|TRUE|false|False|FALSE)$")
MAX_BYTES = 20 * 1024 * 1024
MAX_YAML_BYTES = 6 * 1024 * 1024
"""YAML takes about thirty times as long to read as JSON."""

TOO_LARGE = Text("The document is larger than {most} MB.", most=MAX_BYTES // 1024**2)
_TOO_LARGE_YAML = Text(
    "The YAML document is larger than {most} MB. Convert it to JSON, which may have {json} MB.",
    most=MAX_YAML_BYTES // 1024**2,
    json=MAX_BYTES // 1024**2,
)
_UNREADABLE = Text("The file is neither JSON nor YAML.")
_NO_DOCUMENT = Text("This is no OpenAPI document: it must say “openapi: 3…” or “swagger: 2.0” and have paths.")


def read_document(content: bytes) -> JsonObject:
    """Return an OpenAPI document of version 2 or 3.

    Raises:
        ToolArgumentsError: it is too large, unreadable or something else.
    """
    if len(content) > MAX_BYTES:
        raise ToolArgumentsError(TOO_LARGE)
    found = _value(content.removeprefix(b"\xef\xbb\xbf"))
    if not isinstance(found, dict) or not isinstance(found.get("paths"), dict):
        raise ToolArgumentsError(_NO_DOCUMENT)
    if not str(found.get("openapi", "")).startswith("3") and str(found.get("swagger", "")) != "2.0":
        raise ToolArgumentsError(_NO_DOCUMENT)
    return found


def _value(content: bytes) -> Any:
    try:
        return parse_json(content)
    except JsonTooDeepError as error:
        raise ToolArgumentsError(_UNREADABLE) from error
    except orjson.JSONDecodeError:
        pass
    if len(content) > MAX_YAML_BYTES:
        raise ToolArgumentsError(_TOO_LARGE_YAML)
    import yaml

    try:
        _check_nesting(content)
        return yaml.load(content, Loader=_loader())  # noqa: S506 - a kind of SafeLoader
    except (yaml.YAMLError, ValueError, TypeError, RecursionError) as error:
        raise ToolArgumentsError(_UNREADABLE) from error


def _check_nesting(content: bytes) -> None:
    """Refuse what is nested too deeply: the loader, which is in C, would end the process."""
    import yaml

    depth = 0
    for event in yaml.parse(content, Loader=yaml.CSafeLoader):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > MAX_DEPTH:
                raise ToolArgumentsError(_UNREADABLE)
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1


def _loader() -> "type[CSafeLoader]":
    """Return a safe loader that reads dates, `on` and `no` as text, as JSON and YAML 1.2 have it.

    It knows no merge keys (`<<`): a few of them unfold to any size. Aliases share what they name, so they cost nothing.
    """
    from yaml import CSafeLoader

    plain = {
        sign: [pair for pair in resolvers if pair[0].rpartition(":")[2] in {"null", "int", "float"}]
        for sign, resolvers in CSafeLoader.yaml_implicit_resolvers.items()
    }
    loader: type[CSafeLoader] = type("_DocumentLoader", (CSafeLoader,), {"yaml_implicit_resolvers": plain})
    loader.add_implicit_resolver("tag:yaml.org,2002:bool", _BOOLEAN, list("tTfF"))
    return loader
