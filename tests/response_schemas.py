"""Every JSON response that a test gets through `APIClient` is compared with the OpenAPI document."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend
from referencing import Registry
from referencing.jsonschema import DRAFT202012
from rest_framework.test import APIClient

_FILE = Path(__file__).parents[1] / "frontend/src/api/openapi.json"
_PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
_URI = "urn:openapi"


def _pattern(_validator: Validator, pattern: str, value: Any, _schema: Any) -> Iterator[ValidationError]:
    # Python's patterns know no classes of Unicode.
    readable = pattern.replace(r"\p{L}\p{N}", r"\w")
    if isinstance(value, str) and not re.search(readable, value):
        yield ValidationError(f"{value!r} does not fit {pattern!r}")


def _one_of(validator: Any, branches: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
    # Trying 25 kinds of events for each event is most of the time of a test. `test_openapi.py` sees to it that no value
    # fits two branches of a union with a discriminator.
    discriminator = schema.get("discriminator", {})
    kind = value.get(discriminator.get("propertyName")) if isinstance(value, dict) else None
    branch = discriminator.get("mapping", {}).get(kind)
    if branch is not None:
        yield from validator.descend(value, {"$ref": branch})
    else:
        yield from Draft202012Validator.VALIDATORS["oneOf"](validator, branches, value, schema)


_Validator = extend(Draft202012Validator, {"pattern": _pattern, "oneOf": _one_of})  # type: ignore[no-untyped-call]  # jsonschema has no types for it


@cache
def _document() -> Mapping[str, Any]:
    loaded: dict[str, Any] = json.loads(_FILE.read_bytes())
    # What was read from JSON is JSON, however deep one looks.
    loaded["components"]["schemas"] |= {"Json": {}, "JsonObject": {"type": "object"}}
    return loaded


@cache
def _registry() -> "Registry[Any]":
    registry: Registry[Any] = Registry().with_resource(_URI, DRAFT202012.create_resource(_document()))
    return registry


@cache
def _validator(route: str, method: str, status: int) -> Validator | None:
    """Return what checks responses of an operation; None when the document does not have it, or it gives no JSON."""
    path = "/" + _PARAMETER.sub(r"{\1}", route)
    operation = _document()["paths"].get(path, {}).get(method.lower())
    if operation is None:
        return None
    responses = operation["responses"]
    answer = responses.get(str(status)) or (responses["default"] if status >= 400 else None)
    assert answer is not None, f"{method} {path} does not say that it answers {status}"
    found = [one for kind, one in answer.get("content", {}).items() if kind.split("+")[-1].endswith("json")]
    if not found or "schema" not in found[0]:
        return None
    # References are those of the document.
    name = re.sub(r"~", "~0", path).replace("/", "~1")
    kind = next(kind for kind, one in answer["content"].items() if one is found[0]).replace("/", "~1")
    code = str(status) if str(status) in responses else "default"
    pointer = f"{_URI}#/paths/{name}/{method.lower()}/responses/{code}/content/{kind}/schema"
    validator: Validator = _Validator({"$ref": pointer}, registry=_registry())
    return validator


def check_response(response: Any) -> None:
    """Compare a response with the document.

    Raises:
        AssertionError: it has another form, or a status that the document does not name.
    """
    if "json" not in response.get("Content-Type", "") or response.resolver_match is None:
        return
    method = response.wsgi_request.method
    validator = _validator(response.resolver_match.route, method, response.status_code)
    if validator is None:
        return
    wrong = list(validator.iter_errors(response.json()))
    words = "; ".join(f"{error.json_path}: {_deepest(error)}" for error in wrong[:3])
    assert not wrong, f"{method} {response.wsgi_request.path} ({response.status_code}) does not fit its schema: {words}"


def _deepest(error: ValidationError) -> str:
    parts = [f"{one.json_path} {one.message[:300]}" for one in error.context or ()]
    return f"{error.message[:300]} [{'; '.join(parts[:4])}]" if parts else error.message[:300]


@contextmanager
def responses_checked() -> Iterator[None]:
    """Let every `APIClient` check what it gets."""
    original: Callable[..., Any] = APIClient.request

    def request(self: APIClient, **kwargs: Any) -> Any:
        response = original(self, **kwargs)
        check_response(response)
        return response

    APIClient.request = request  # type: ignore[method-assign]  # undone below
    try:
        yield
    finally:
        APIClient.request = original  # type: ignore[method-assign]  # as it was
