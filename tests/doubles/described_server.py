"""A server made from an OpenAPI 3.0 document alone: it checks what comes by the document, and answers by its schemas.

It reads the document by itself, with `jsonschema`, and shares nothing with the reader that it is a stand-in for.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

import orjson
from jsonschema import Draft4Validator

from tests.doubles.http_server import Received, Reply

_DEPTH = 6
"""Levels of an answer; below them it holds only what must be there."""
_FORM = "application/x-www-form-urlencoded"


class DescribedServer:
    """Answers 2xx as described, 400 with the reasons, 401 without a signature, 404 for what is not described."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._document = document
        self._base = urlsplit(document["servers"][0]["url"]).path.replace("{basePath}", "v1").rstrip("/")

    def resolved(self, node: Any) -> Any:
        """Return a node of the document, the one that it refers to if it is a reference."""
        while isinstance(node, dict) and "$ref" in node:
            found: Any = self._document
            for part in node["$ref"].removeprefix("#/").split("/"):
                found = found[part.replace("~1", "/").replace("~0", "~")]
            node = found
        return node

    def __call__(self, request: Received) -> Reply:
        for path, item in self._document["paths"].items():
            pattern = re.sub(r"\\\{(.+?)\\\}", "([^/]+)", re.escape(path))
            found = re.fullmatch(pattern, request.path.removeprefix(self._base))
            operation = self.resolved(item).get(request.method.lower())
            if not (found and operation):
                continue
            names = dict(zip(re.findall(r"\{(.+?)\}", path), map(unquote, found.groups()), strict=True))
            if not self._is_signed(operation, request):
                return Reply.of_json({"message": "Sign the request."}, 401)
            problems = [
                *self._parameter_problems(item, operation, request, names),
                *self._body_problems(operation, request),
            ]
            return Reply.of_json({"message": "; ".join(problems)}, 400) if problems else self._answer(operation)
        return Reply.of_json({"message": f"No {request.method} {request.path} here."}, 404)

    def _is_signed(self, operation: Mapping[str, Any], request: Received) -> bool:
        wanted = operation.get("security", self._document.get("security", []))
        schemes = self._document.get("components", {}).get("securitySchemes", {})
        return not wanted or any(all(self._has(schemes[name], request) for name in row) for row in wanted)

    def _has(self, scheme: Mapping[str, Any], request: Received) -> bool:
        if scheme["type"] == "apiKey":
            place = request.headers if scheme["in"] == "header" else request.query
            return bool(place.get(scheme["name"].lower() if scheme["in"] == "header" else scheme["name"]))
        start = "Basic " if scheme.get("scheme") == "basic" else "Bearer "
        return request.headers.get("authorization", "").startswith(start)

    def _parameter_problems(
        self, item: Mapping[str, Any], operation: Mapping[str, Any], request: Received, names: Mapping[str, str]
    ) -> Iterator[str]:
        known = set()
        for row in (*item.get("parameters", ()), *operation.get("parameters", ())):
            parameter = self.resolved(row)
            name, place = parameter["name"], parameter["in"]
            known.add((place, name))
            values = {"path": names, "query": request.query, "header": request.headers}.get(place, {})
            given = values.get(name.lower() if place == "header" else name)
            if given is None:
                if parameter.get("required"):
                    yield f"{place} {name} is missing"
                continue
            schema = parameter.get("schema", {})
            yield from self._schema_problems(schema, self._typed(schema, given), f"{place} {name}")
        schemes = self._document.get("components", {}).get("securitySchemes", {}).values()
        known |= {("query", scheme["name"]) for scheme in schemes if scheme.get("in") == "query"}
        yield from (f"query {name} is not described" for name in request.query if ("query", name) not in known)

    def _body_problems(self, operation: Mapping[str, Any], request: Received) -> Iterator[str]:
        described = self.resolved(operation.get("requestBody", {}))
        if not request.body:
            if described.get("required"):
                yield "a body is missing"
            return
        kind = request.headers.get("content-type", "").partition(";")[0]
        if kind not in described.get("content", {}):
            yield f"a body of {kind or 'no type'} is not described"
            return
        schema = self.resolved(described["content"][kind].get("schema", {}))
        if kind == _FORM:
            fields = schema.get("properties", {})
            pairs = parse_qsl(request.body.decode(), keep_blank_values=True)
            body = {name: self._typed(fields.get(name, {}), value) for name, value in pairs}
        elif kind == "application/json":
            body = orjson.loads(request.body)
        else:
            return
        yield from self._schema_problems(schema, body, "body")

    def _typed(self, schema: Any, text: str) -> Any:
        match self.resolved(schema).get("type"):
            case "integer" | "number" | "boolean":
                return orjson.loads(text)
            case "array":
                return [self._typed(self.resolved(schema).get("items", {}), part) for part in text.split(",")]
        return text

    def _schema_problems(self, schema: Any, value: Any, name: str) -> Iterator[str]:
        # Draft 4 is what OpenAPI 3.0 extends; the words that it adds are unknown there, and so ignored.
        whole = {**self._document, **self.resolved(schema)}
        for error in Draft4Validator(whole).iter_errors(value):
            yield f"{name}: {error.message}"

    def _answer(self, operation: Mapping[str, Any]) -> Reply:
        status = next(code for code in operation["responses"] if code.startswith("2") or code == "default")
        content = self.resolved(operation["responses"][status]).get("content", {})
        number = int(status) if status.isdigit() else 200
        if "application/json" not in content:
            return Reply(204 if not content else number, b"", {})
        return Reply.of_json(self.sample(content["application/json"].get("schema", {})), number)

    def sample(self, schema: Any, level: int = 0) -> Any:
        """Return a value that fits a schema."""
        schema = self.resolved(schema)
        for word in ("oneOf", "anyOf"):
            if schema.get(word):
                return self.sample(schema[word][0], level)
        if schema.get("allOf"):
            parts = [self.sample(part, level) for part in schema["allOf"]]
            return {name: value for part in parts if isinstance(part, dict) for name, value in part.items()}
        if schema.get("enum"):
            return schema["enum"][0]
        match schema.get("type"):
            case "integer" | "number":
                return schema.get("minimum", 1)
            case "boolean":
                return True
            case "array":
                return [] if level > _DEPTH else [self.sample(schema.get("items", {}), level + 1)]
            case "string":
                return "text".ljust(schema.get("minLength", 0), "x")
        names = schema.get("properties", {}) if level <= _DEPTH else schema.get("required", ())
        return {name: self.sample(schema["properties"][name], level + 1) for name in names}
