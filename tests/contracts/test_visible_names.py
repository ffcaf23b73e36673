"""Every name that the API takes is one that people can read, and refused with a stable code where it is not."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from drf_spectacular.generators import SchemaGenerator
from rest_framework.test import APIClient

from tests.contracts.test_request_bodies import VALID, address, places, root
from tests.factories.tables import table_create
from tools.core.naming.visible_name import CODE
from tools.models import Article
from workflow_editor.api.limits.throttles import Throttle
from workflow_editor.models import Workflow, WorkflowTest

__all__ = ["places", "root"]
Json = dict[str, Any]

NAMES = {"name", "title", "tags", "add_tags", "folder", "alias", "choices"}
HOSTILE = ("\u202egpj.exe", "a\u200bb", "a\nb", "a\u2028b", "\u3164", "\u2066a", "a\U000e0041", "e" + "\u0301" * 9)
NO_NAMES = {
    "POST /api/account/factors/passkeys/ /name": "asked for the answer of a passkey first; see test_second_factor",
    "/document/model/name": "what the provider calls a model",
    "/model/name": "what the provider calls a model",
    "POST /api/tools/code-check/ /inputs/*/name": "a variable of the code, which is checked as one",
    "POST /api/tools/code-check/ /functions/*/name": "a function of the code, which is checked as one",
    "POST /api/workflows/{workflow_id}/triggers/{node_key}/conversations/ /title": "made as those of agents",
}
BODIES = VALID | {
    "PATCH /api/agents/{agent_id}/": {"revision": 1},
    "POST /api/workflows/import/": {"format": "flowloom", "name": "Other"},
    "POST /api/workflows/{workflow_id}/tests/": {"cassette": {}},
}
NODE = {"key": "a", "type": "note"}
OTHERS: dict[str, Json] = {
    "/document/nodes/*": NODE,
    "/operations/*": {"op": "add_node", "key": "greet"},
    "/operations/*/node": NODE,
}
NOT_IN_THE_SCHEMA = [
    ("POST", "/api/workflows/{workflow_id}/evaluations/", "/cases/*/name"),
    ("PATCH", "/api/evaluations/{evaluation_id}/", "/cases/*/name"),
]


def name_places(document: Json, schema: Json, place: str = "", above: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield where in a body names are, such as `/columns/*/name`."""
    if "$ref" in schema:
        ref = schema["$ref"].rpartition("/")[2]
        if ref not in above:
            yield from name_places(document, document["components"]["schemas"][ref], place, (*above, ref))
        return
    for part in (part for word in ("allOf", "anyOf", "oneOf") for part in schema.get(word, ())):
        yield from name_places(document, part, place, above)
    if "items" in schema:
        yield from name_places(document, schema["items"], f"{place}/*", above)
    for name, field in schema.get("properties", {}).items():
        if not field.get("readOnly"):
            if name in NAMES:
                yield f"{place}/{name}" + "/*" * (field.get("type") == "array")
            yield from name_places(document, field, f"{place}/{name}", above)


def named_operations() -> list[tuple[str, str, str]]:
    """Return method, path and place of every name in a JSON body."""
    document: Json = SchemaGenerator().get_schema(public=True)  # type: ignore[no-untyped-call]  # drf-spectacular's own
    found = {
        (method.upper(), path, place)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        for kind, content in operation.get("requestBody", {}).get("content", {}).items()
        if kind == "application/json"
        for place in name_places(document, content.get("schema", {}))
    }
    return sorted(found) + NOT_IN_THE_SCHEMA


def body_with(place: str, value: str, others: Json) -> Json:
    """Return a body that has the value at the place."""
    steps = place.split("/")[1:]
    made: Any = value
    for depth in range(len(steps) - 1, -1, -1):
        above = "/" + "/".join(steps[:depth])
        made = [made] if steps[depth] == "*" else {**OTHERS.get(above, {}), steps[depth]: made}
    return {**others, **made}


@pytest.fixture
def all_places(places: Json, root: APIClient) -> Json:
    user = User.objects.get(username="root")
    workflow = Workflow.objects.get(pk=places["workflow_id"])
    test = WorkflowTest.objects.create(workflow=workflow, name="T", created_by=user, cassette={})
    article = Article.objects.create(owner=user, title="T", body="B", language="en", platform="blog")
    return {**places, "number": 1, "test_id": test.pk, "article_id": article.pk, "table_id": table_create(user).pk}


def test_a_name_that_cannot_be_read_is_refused_everywhere(
    root: APIClient, all_places: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Throttle, "allow_request", lambda *_: True)
    tried, wrong = 0, []
    for method, path, place in named_operations():
        operation = f"{method} {path}"
        if place in NO_NAMES or f"{operation} {place}" in NO_NAMES:
            continue
        # What wraps a node in an operation is left out of pointers.
        pointer = re.sub(r"^(/operations/\*)/(node|changes)", r"\1", place).replace("*", "0")
        for name in HOSTILE:
            sent = body_with(place, name, BODIES.get(operation, {}))
            if "/changes/" in place:
                sent["operations"][0]["op"] = "update_node"
            if "/node/" in place:
                del sent["operations"][0]["key"]
            answer = root.generic(method, address(path, all_places), json.dumps(sent), content_type="application/json")
            errors = answer.json().get("errors", []) if answer.status_code == 400 else []
            if not any(error["pointer"].endswith(pointer) and error["code"] == CODE for error in errors):
                wrong.append((operation, place, ascii(name), answer.status_code, errors))
            tried += 1
    assert not wrong, "\n".join(map(str, wrong[::8]))
    assert tried > 350
