"""Serializes arguments into paths, queries, headers and forms. Pure.

Source: OpenAPI 3.1.1, 4.8.12 (style values) and appendix C; RFC 6570 for what they share.
"""

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from tools.core.errors import ToolArgumentsError
from tools.core.formats.json_text import write_json
from tools.core.text import Text
from tools.executors.openapi.operation import Parameter

_RESERVED = ":/?#[]@!$&'()*+,;="
_SEPARATORS = {"form": ",", "spaceDelimited": "%20", "pipeDelimited": "%7C"}
_DOTS = Text("The argument {argument} cannot be “.” or “..”: they would change the path.")
_EMPTY = Text("The argument {argument} cannot be empty: it is part of the path.")


def path_text(parameter: Parameter, value: Any) -> str:
    """Return a path parameter's text. Raises ToolArgumentsError if it is empty, or leads to another path."""
    if value in ("", None, [], {}):
        raise ToolArgumentsError(_EMPTY.filled(argument=parameter.argument))
    text = _in_path(parameter, value)
    if text in {".", ".."}:
        raise ToolArgumentsError(_DOTS.filled(argument=parameter.argument))
    return text


def query_pairs(parameter: Parameter, value: Any) -> Iterator[tuple[str, str]]:
    """Yield names and values for a query or a form, percent-encoded."""
    name = quote(parameter.name, safe="[]$")
    safe = _RESERVED.replace("&", "").replace("#", "").replace("+", "") if parameter.allow_reserved else ""
    match value:
        case _ if parameter.style == "json":
            yield name, quote(write_json(value), safe=safe)
        case dict() if parameter.style == "deepObject":
            yield from _deep(name, value, safe)
        case dict() if parameter.explode:
            for key, inner in value.items():
                yield quote(str(key), safe=""), quote(plain(inner), safe=safe)
        case dict():
            flat = [part for pair in value.items() for part in pair]
            yield name, _SEPARATORS.get(parameter.style, ",").join(quote(plain(part), safe=safe) for part in flat)
        case list() if parameter.style == "deepObject":
            yield from _deep(name, value, safe)
        case list() if parameter.explode:
            for inner in value:
                yield name, quote(plain(inner), safe=safe)
        case list():
            separator = _SEPARATORS.get(parameter.style, ",")
            yield name, separator.join(quote(plain(inner), safe=safe) for inner in value)
        case _:
            yield name, quote(plain(value), safe=safe)


def header_text(parameter: Parameter, value: Any) -> str:
    """Return a header's value: lists and objects with commas (`simple`)."""
    if parameter.style == "json":
        return write_json(value).decode()
    if isinstance(value, dict):
        joined = "=" if parameter.explode else ","
        return ",".join(f"{key}{joined}{plain(inner)}" for key, inner in value.items())
    return ",".join(plain(inner) for inner in value) if isinstance(value, list) else plain(value)


def plain(value: Any) -> str:
    """Return a value inside a list or alone; what is nested deeper has no form of its own and becomes JSON."""
    match value:
        case bool():
            return "true" if value else "false"
        case None:
            return ""
        case str():
            return value
        case int():
            return str(value)
        case _:
            return write_json(value).decode()


def _deep(name: str, value: Any, safe: str) -> Iterator[tuple[str, str]]:
    """Yield `name[key]=value`, also for what is nested, as Stripe and PHP read it."""
    match value:
        case dict():
            for key, inner in value.items():
                yield from _deep(f"{name}[{quote(str(key), safe='')}]", inner, safe)
        case list():
            for place, inner in enumerate(value):
                # An index tells objects apart; plain values need none.
                yield from _deep(f"{name}[{place if isinstance(inner, dict | list) else ''}]", inner, safe)
        case _:
            yield name, quote(plain(value), safe=safe)


def _in_path(parameter: Parameter, value: Any) -> str:
    def written(inner: Any) -> str:
        return quote(plain(inner), safe="")

    first, between = {"label": (".", "."), "matrix": (";", ";")}.get(parameter.style, ("", ","))
    if parameter.style == "matrix" and not (isinstance(value, dict) and parameter.explode):
        if isinstance(value, list) and parameter.explode:
            return "".join(f";{parameter.name}={written(inner)}" for inner in value)
        flat = [part for pair in value.items() for part in pair] if isinstance(value, dict) else value
        parts = flat if isinstance(flat, list) else [flat]
        return f";{parameter.name}=" + ",".join(written(part) for part in parts)
    between = between if parameter.explode else ","
    if isinstance(value, dict):
        joined = "=" if parameter.explode else ","
        return first + between.join(f"{written(key)}{joined}{written(inner)}" for key, inner in value.items())
    if isinstance(value, list):
        return first + between.join(written(inner) for inner in value)
    return first + written(value)
