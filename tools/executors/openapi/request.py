"""From the arguments of an operation to the request. Pure."""

import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlsplit

from tools.core.definitions import JsonObject
from tools.core.errors import ToolArgumentsError
from tools.core.formats.json_text import write_json
from tools.core.registered.files import NO_FILE, file_id_of
from tools.core.text import Text
from tools.executors.contract.executor import Invocation
from tools.executors.http_request.bodies import without_null
from tools.executors.http_request.file_bodies import file_body, multipart_body, related_body
from tools.executors.http_request.mail_body import MEDIA_TYPE as MAIL
from tools.executors.http_request.mail_body import mail_body
from tools.executors.http_request.settings import READS
from tools.executors.openapi.file_rules import MB, FileRule, refuse_unfit
from tools.executors.openapi.operation import Operation, Parameter
from tools.executors.openapi.settings import OpenApiConfig
from tools.executors.shared.media import data_url
from tools.executors.signing.header_rows import refuse_reserved
from tools.outbound.client import OutboundRequest, StreamedBody
from tools.outbound.http_credential import HttpCredential

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


_PLACE = re.compile(r"\{(\w{1,64})(\[\])?\}")
_LINE_END = Text("The argument {argument} must be a single line: it is sent as a header.")
_FORM, _MULTIPART = "application/x-www-form-urlencoded", "multipart/form-data"
_RELATED, _JSON = "multipart/related", "application/json"
_IN_JSON = FileRule.model_construct(max_bytes=16 * MB)
"""There a file is a text, which is held in memory."""


def body_of(template: Any, fields: Mapping[str, Any]) -> Any:
    """Fill in the template of a body.

    `{name}` is replaced by that field, whatever its type. In a list of one entry, `{name[]}` repeats the entry for each
    item; a text counts as its lines. `{"$json": …}` becomes JSON text. Parts that refer only to absent fields are
    omitted.
    """
    match template:
        case str() if place := _PLACE.fullmatch(template):
            return fields[f"{place[1]}[]" if place[2] else place[1]]
        case {"$json": part}:
            return write_json(body_of(part, fields)).decode()
        case dict():
            return {key: body_of(part, fields) for key, part in template.items() if _is_given(part, fields)}
        case [one] if name := _repeated(one, fields):
            return [body_of(one, {**fields, f"{name}[]": item}) for item in _items(fields[name])]
        case list():
            return [body_of(part, fields) for part in template if _is_given(part, fields)]
    return template


def _places(template: Any) -> list[tuple[str, str]]:
    match template:
        case str():
            place = _PLACE.fullmatch(template)
            return [(place[1], place[2] or "")] if place else []
        case dict():
            return [place for part in template.values() for place in _places(part)]
        case list():
            return [place for part in template for place in _places(part)]
    return []


def _is_given(template: Any, fields: Mapping[str, Any]) -> bool:
    names = {name for name, _ in _places(template)}
    return not names or not names.isdisjoint(fields)


def _repeated(template: Any, fields: Mapping[str, Any]) -> str:
    """Return the field that repeats a list's entry; "" where a list around this one has repeated it."""
    return next((name for name, repeats in _places(template) if repeats and f"{name}[]" not in fields), "")


def _items(value: Any) -> list[Any]:
    if isinstance(value, str):
        return [line for line in value.splitlines() if line.strip()]
    return value if isinstance(value, list) else [value]


def request_of(
    config: OpenApiConfig, operation: Operation, arguments: JsonObject, invocation: Invocation, opening: ExitStack
) -> OutboundRequest:
    """Return the request of one call; `opening` closes its files.

    Raises ToolArgumentsError if an argument does not fit its location, or the service refuses the file.
    """
    api = config.described
    parts = _Parts(operation.path, dict(api.headers), skips_null=config.skips_null)
    for parameter in operation.parameters:
        if parameter.argument in arguments:
            given = arguments[parameter.argument]
            parts.put(parameter, given)
            rules = [parameter.files, [_IN_JSON] if operation.media_type == _JSON else []]
            if any(rules) and file_id_of(given):
                with invocation.runtime.files.open(given, invocation.context) as file:
                    for one in rules:
                        refuse_unfit(one, config.base_url, file.stored)
    headers, query = parts.headers, parts.query
    headers |= {row.key.strip(): row.value for row in config.headers if row.key.strip()}
    private = [row for row in config.query if row.key.strip()]
    query += [f"{quote(row.key.strip(), safe='')}={quote(row.value, safe='')}" for row in private]
    if parts.cookies:
        headers["Cookie"] = "; ".join(parts.cookies)
    content, media_type = _content(operation, parts, invocation, opening)
    if content is not None:
        headers["Content-Type"] = media_type
    headers.setdefault("Accept", "application/json, */*;q=0.5")
    refuse_reserved(headers)
    key = invocation.context.idempotency_key
    if config.sends_idempotency_key and key and operation.method not in READS:
        headers.setdefault("Idempotency-Key", key)
    names = frozenset(row.key.strip() for row in private)
    url = _address(config.base_url, parts.path, query)
    request = OutboundRequest(operation.method, url, headers, content, names)
    if config.credential or not (operation.is_signed and config.secret):
        return request
    return api.security.signed(request, HttpCredential({"secret": config.secret, "username": config.username}))


@dataclass
class _Parts:
    """The places of a request, as arguments fill them."""

    path: str
    headers: dict[str, str]
    query: list[str] = field(default_factory=list)
    cookies: list[str] = field(default_factory=list)
    fields: dict[str, tuple[Parameter, Any]] = field(default_factory=dict)
    body: Any = None
    skips_null: bool = False

    def put(self, parameter: Parameter, value: Any) -> None:
        """Put an argument at its location. Raises ToolArgumentsError if it does not fit there."""
        if parameter.is_file and file_id_of(value) is None:
            raise ToolArgumentsError(NO_FILE)
        if self.skips_null and parameter.place in ("query", "header", "cookie"):
            value = _without_null(parameter, value)
            if value is None:
                return
        match parameter.place:
            case "path":
                self.path = self.path.replace(f"{{{parameter.name}}}", path_text(parameter, value))
            case "query":
                self.query += [f"{name}={text}" for name, text in query_pairs(parameter, value)]
            case "header":
                self.headers[parameter.name] = _one_line(parameter, header_text(parameter, value))
            case "cookie":
                self.cookies.append(f"{parameter.name}={quote(plain(value), safe='')}")
            case "field":
                self.fields[parameter.name] = (parameter, value)
            case "body":
                self.body = value


def _without_null(parameter: Parameter, value: Any) -> Any:
    """Return what is written of a value: nothing for null, alone or in a list or an object that is no JSON."""
    if parameter.style == "json":
        return value
    found = without_null({"": without_null(value) if isinstance(value, dict) else value})
    return found.get("")


def _address(base: str, path: str, query: list[str]) -> str:
    split = urlsplit(base)
    path, _, fixed = path.partition("?")
    joined = "&".join([*(one for one in (split.query, fixed) if one), *query])
    return split._replace(path=split.path.rstrip("/") + path, query=joined).geturl()


def _one_line(parameter: Parameter, text: str) -> str:
    if any(sign in text for sign in "\r\n\0"):
        raise ToolArgumentsError(_LINE_END.filled(argument=parameter.argument))
    return text


def _content(
    operation: Operation, parts: _Parts, invocation: Invocation, opening: ExitStack
) -> tuple[bytes | StreamedBody | None, str]:
    kind, body, fields = operation.media_type, parts.body, parts.fields
    if not kind or (body is None and not fields and not operation.body):
        return None, kind
    values = {name: value for name, (_, value) in fields.items()}
    if kind == _JSON:
        files = [name for name, (parameter, _) in fields.items() if parameter.is_file]
        values |= {name: _as_data_url(values[name], invocation) for name in files}
    if operation.body:
        values = body_of(operation.body, values)
    if kind == _RELATED:
        return related_body(values, body, invocation, opening)
    if kind == MAIL:
        return mail_body(values), kind
    if kind == _MULTIPART:
        return multipart_body(_filled_in(values or body, parts), invocation, opening)
    if kind == _FORM:
        return _form(parts), kind
    if file_id_of(body) is not None:
        return file_body(body, invocation, opening)[0], kind
    if isinstance(body, str) and not kind.endswith("json"):
        return body.encode(), kind
    return write_json(values if fields or operation.body else body), kind


def _form(parts: _Parts) -> bytes:
    whole = parts.body if isinstance(parts.body, dict) else {}
    found = parts.fields or {name: (Parameter(argument=name, name=name), value) for name, value in whole.items()}
    rows = list(found.values())
    if parts.skips_null:
        written = ((parameter, _without_null(parameter, value)) for parameter, value in rows)
        rows = [(parameter, value) for parameter, value in written if value is not None]
    pairs = [pair for parameter, value in rows for pair in query_pairs(parameter, value)]
    return "&".join(f"{name}={text}" for name, text in pairs).encode()


def _filled_in(fields: Any, parts: _Parts) -> Any:
    return without_null(fields) if parts.skips_null and isinstance(fields, dict) else fields


def _as_data_url(value: Any, invocation: Invocation) -> str:
    with invocation.runtime.files.open(value, invocation.context) as file:
        return data_url(file.stored.content_type, b"".join(file.chunks()))
