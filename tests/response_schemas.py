"""Every JSON response that a test gets through `APIClient` is compared with the OpenAPI document."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jsonschema_rs import Draft202012Validator, Registry, ValidationError, ValidationErrorKind
from rest_framework.test import APIClient

_FILE = Path(__file__).parents[1] / "frontend/src/api/openapi.json"
_PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
_URI = "urn:openapi"


@cache
def _document() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(_FILE.read_bytes())
    # Whatever was read from JSON is JSON, at any depth.
    loaded["components"]["schemas"] |= {"Json": {}, "JsonObject": {"type": "object"}}
    return loaded


@cache
def _registry() -> Registry:
    return Registry([(_URI, _document())])


@cache
def _validator(route: str, method: str, status: int) -> Draft202012Validator | None:
    """Return what checks responses of an operation; None when the document does not have it, or it gives no JSON."""
    path = "/" + _PARAMETER.sub(r"{\1}", route)
    operation = _document()["paths"].get(path, {}).get(method.lower())
    if operation is None:
        return None
    responses = operation["responses"]
    code = str(status) if str(status) in responses or status < 400 else "default"
    assert code in responses, f"{method} {path} does not say that it answers {status}"
    content = responses[code].get("content", {})
    kind = next((kind for kind in content if kind.split("+")[-1].endswith("json")), "")
    if "schema" not in content.get(kind, {}):
        return None
    steps = ("paths", path, method.lower(), "responses", code, "content", kind, "schema")
    pointer = "/".join(step.replace("~", "~0").replace("/", "~1") for step in steps)
    return Draft202012Validator({"$ref": f"{_URI}#/{quote(pointer)}"}, registry=_registry())


def check_response(response: Any) -> None:
    """Compare a response with the document.

    Raises AssertionError if it has another form, or a status that the document does not name.
    """
    if "json" not in response.get("Content-Type", "") or response.resolver_match is None:
        return
    method = response.wsgi_request.method
    validator = _validator(response.resolver_match.route, method, response.status_code)
    if validator is None:
        return
    wrong = list(islice(validator.iter_errors(response.json()), 3))
    words = "; ".join(map(_deepest, wrong))
    assert not wrong, f"{method} {response.wsgi_request.path} ({response.status_code}) does not fit its schema: {words}"


def _deepest(error: ValidationError) -> str:
    """Describe an error; of a union, the branch that the value comes closest to."""
    place = "/".join(map(str, ["", *error.instance_path]))
    kind = error.kind
    if isinstance(kind, ValidationErrorKind.OneOfNotValid | ValidationErrorKind.AnyOf):
        closest = min(map(list, kind.context), key=len)
        return f"{place} {'; '.join(map(_deepest, closest))}"
    return f"{place} {error.message[:300]}"


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
