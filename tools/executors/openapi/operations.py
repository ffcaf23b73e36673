"""One operation of a document in our own form. Pure."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, get_args

from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.executors.openapi.operation import Operation, Parameter, Place, Style
from tools.executors.openapi.references import References, UnresolvedReferenceError, list_of, object_of
from tools.executors.openapi.schemas import Schemas

_MAX_PARAMETERS = 150
_IGNORED_HEADERS = frozenset({"accept", "content-type", "authorization", "host", "content-length"})
_MEDIA = ("application/json", "+json", "*/*", "application/x-www-form-urlencoded", "multipart/form-data", "text/plain")
_DEFAULT_STYLE: Mapping[str, Style] = {"path": "simple", "header": "simple", "query": "form", "cookie": "form"}
_COLLECTIONS: Mapping[str, tuple[Style, bool]] = {
    "csv": ("form", False),
    "multi": ("form", True),
    "ssv": ("spaceDelimited", False),
    "pipes": ("pipeDelimited", False),
}
_TEMPLATE = re.compile(r"\{([^{}/]{1,200})\}")
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_.-]+")
_FIELDS = frozenset({"application/json", "application/x-www-form-urlencoded", "multipart/form-data"})

_UNKNOWN_PLACE = Text("The parameter {name} has an unknown location and is left out.")
_TSV = Text("The format of the parameter {name} (tsv) is unknown, so its values are sent with commas.")
_UNDECLARED = Text("The path has {name}, which no parameter describes. It is treated as text.")
_TOO_MANY = Text("Only the first {most} parameters are used.", most=_MAX_PARAMETERS)
_NO_MEDIA = Text("The body's type ({types}) cannot be written field by field. It is sent as text or as a file.")
_FILE = {"description": "A file."}


class OperationReader:
    """Reads one operation; `secret_parameters` are (place, name) pairs filled in by signing."""

    def __init__(self, references: References, secret_parameters: frozenset[tuple[str, str]]) -> None:
        self._references = references
        self._schemas = Schemas(references)
        self._secret = secret_parameters
        self._found: list[tuple[Parameter, Any, bool]] = []

    @property
    def notes(self) -> list[Text]:
        """Unsupported parts, with reasons."""
        return list(self._schemas.notes)

    def read(self, id_: str, method: str, path: str, item: JsonObject, node: JsonObject, root: JsonObject) -> Operation:
        """Return the operation; parameters of `item`, the path object, apply to all its operations."""
        media_type = self._read_parameters(path, item, node, root)
        if "requestBody" in node:
            media_type = self._read_body(node["requestBody"])
        names = Counter(parameter.name for parameter, _, _ in self._found)
        taken: set[str] = set()
        for parameter, _, _ in self._found:
            wanted = parameter.name if names[parameter.name] == 1 else f"{parameter.place}_{parameter.name}"
            parameter.argument = _distinct(wanted, taken)
        properties = self._schemas.written({one.argument: schema for one, schema, _ in self._found})
        required = [parameter.argument for parameter, _, is_required in self._found if is_required]
        return Operation(
            id=id_,
            method=method.upper(),
            path=path,
            title=_words(node.get("summary"), 200),
            description=_words(node.get("description"), 1_000),
            parameters=[parameter for parameter, _, _ in self._found],
            media_type=media_type,
            arguments={
                "type": "object",
                "properties": properties,
                "additionalProperties": False,
                **({"required": required} if required else {}),
            },
        )

    def _note(self, text: Text) -> None:
        self._schemas.notes[text] = None

    def _add(self, name: str, place: Place, schema: Any, *, required: bool, style: Style, explode: bool) -> Parameter:
        parameter = Parameter(name=name[:200], place=place, style=style, explode=explode)
        self._found.append((parameter, schema, required))
        return parameter

    def _read_parameters(self, path: str, item: JsonObject, node: JsonObject, root: JsonObject) -> str:
        """Read what is not in `requestBody`, and return the body's media type, which version 2.0 has here."""
        rows: dict[tuple[str, str], JsonObject] = {}
        listed = [*list_of(item.get("parameters")), *list_of(node.get("parameters"))]
        if len(listed) > _MAX_PARAMETERS:
            self._note(_TOO_MANY)
        for row in listed[:_MAX_PARAMETERS]:
            try:
                found = self._references.resolved(row)
            except UnresolvedReferenceError as error:
                self._note(error.text)
                continue
            rows[str(found.get("in", "")), str(found.get("name", ""))] = found
        consumes = list_of(node.get("consumes")) or list_of(root.get("consumes"))
        media_type = ""
        for (place, name), row in rows.items():
            if place == "body":
                media_type = self._read_content(
                    {_media(consumes, "application/json"): row}, row.get("required") is True
                )
            elif place == "formData":
                has_file = any(one.get("type") == "file" for one in rows.values())
                media_type = (
                    "multipart/form-data" if has_file else _media(consumes, "application/x-www-form-urlencoded")
                )
                self._read_row(name, "field", row)
            elif place in {"path", "query", "header", "cookie"}:
                self._read_place(name, place, row)
            else:
                self._note(_UNKNOWN_PLACE.filled(name=name))
        declared = {name for place, name in rows if place == "path"}
        for name in dict.fromkeys(_TEMPLATE.findall(path)):
            if name not in declared:
                self._note(_UNDECLARED.filled(name=name))
                self._add(name, "path", {"type": "string"}, required=True, style="simple", explode=False)
        return media_type

    def _read_place(self, name: str, place: str, row: JsonObject) -> None:
        ignored = place == "header" and name.lower() in _IGNORED_HEADERS
        if not ignored and (place, name.lower() if place == "header" else name) not in self._secret:
            self._read_row(name, place, row)

    def _read_row(self, name: str, place: Any, row: JsonObject) -> None:
        default = _DEFAULT_STYLE.get(place, "form")
        style: Style = row["style"] if row.get("style") in get_args(Style) else default
        explode = row["explode"] if isinstance(row.get("explode"), bool) else style == "form"
        if "collectionFormat" in row or (row.get("type") == "array" and "schema" not in row):
            if row.get("collectionFormat") == "tsv":
                self._note(_TSV.filled(name=name))
            old, explode = _COLLECTIONS.get(str(row.get("collectionFormat")), ("form", False))
            style = "simple" if default == "simple" else old
        schema = row.get("schema", row)
        if isinstance(content := row.get("content"), dict) and content:
            style, schema = "json", object_of(next(iter(content.values()))).get("schema", {})
        if isinstance(words := row.get("description"), str) and isinstance(schema, dict):
            schema = {**schema, "description": words}
        is_required = place == "path" or row.get("required") is True
        # In parameters of version 2.0, `required` and `format` stand where a schema's own would.
        schema = {key: value for key, value in schema.items() if key != "required"} if schema is row else schema
        schema = _FILE if object_of(schema).get("type") == "file" else schema
        parameter = self._add(name, place, schema, required=is_required, style=style, explode=explode)
        parameter.allow_reserved = row.get("allowReserved") is True

    def _read_body(self, body: Any) -> str:
        try:
            found = self._references.resolved(body)
        except UnresolvedReferenceError as error:
            self._note(error.text)
            return ""
        content = {str(kind): object_of(value) for kind, value in object_of(found.get("content")).items()}
        return self._read_content(content, found.get("required") is True) if content else ""

    def _read_content(self, content: Mapping[str, JsonObject], is_required: bool) -> str:
        kinds = {kind.partition(";")[0].strip().lower(): kind for kind in content}
        media_type = next((kind for wanted in _MEDIA for kind in kinds if kind.endswith(wanted)), next(iter(kinds)))
        row = content[kinds[media_type]]
        is_json = media_type.endswith("json") or media_type == "*/*"
        media_type = "application/json" if media_type == "*/*" else media_type
        if not is_json and media_type not in _FIELDS:
            if not media_type.startswith("text/") and media_type != "application/octet-stream":
                self._note(_NO_MEDIA.filled(types=media_type))
            about = {"description": "Text, or a file."}
            self._add("body", "body", about, required=is_required, style="simple", explode=False)
            return media_type
        schema = self._schemas.flattened(row.get("schema"))
        properties = {
            str(name): field
            for name, field in object_of(schema.get("properties")).items()
            if object_of(field).get("readOnly") is not True
        }
        more = schema.get("additionalProperties")
        if (
            not properties
            or len(properties) > _MAX_PARAMETERS
            or {"anyOf", "oneOf"} & set(schema)
            or (is_json and more)
        ):
            self._add("body", "body", row.get("schema", {}), required=is_required, style="simple", explode=False)
            return media_type
        needed = {one for one in list_of(schema.get("required")) if isinstance(one, str)} if is_required else set()
        encodings = object_of(row.get("encoding"))
        for name, field in properties.items():
            how = object_of(encodings.get(name))
            style: Style = how["style"] if how.get("style") in get_args(Style) else "form"
            explode = how.get("explode") is not False
            if media_type == "multipart/form-data" and object_of(field).get("format") == "binary":
                field = _FILE
            self._add(name, "field", field, required=name in needed, style=style, explode=explode)
        return media_type


def operation_name(node: JsonObject, method: str, path: str, taken: set[str]) -> str:
    """Return a function's name that no other operation has, after `operationId` or else method and path."""
    named = node.get("operationId")
    words = named if isinstance(named, str) and named.strip() else f"{method} {path}"
    return _distinct(_NOT_IN_NAMES.sub("_", words).strip("_.-").replace(".", "_") or method, taken, 64)


def _distinct(wanted: str, taken: set[str], most: int = 200) -> str:
    name, number = wanted[:most], 1
    while name in taken:
        number += 1
        name = f"{wanted[: most - 5]}_{number}"
    taken.add(name)
    return name


def _media(consumes: list[Any], default: str) -> str:
    kinds = [str(kind) for kind in consumes]
    return next((kind for wanted in _MEDIA for kind in kinds if kind.endswith(wanted)), default)


def _words(value: Any, most: int) -> str:
    return value.strip()[:most] if isinstance(value, str) else ""
