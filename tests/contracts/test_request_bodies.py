"""Every body that the API takes: nothing unknown, nothing of another type, and nothing that breaks the server."""

import ast
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from allauth.core.internal import ratelimit
from django.conf import settings
from django.contrib.auth.models import User
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from rest_framework.test import APIClient

from tests.conftest import client_of, confirmed
from tests.factories.agents import agent_create
from tests.factories.knowledge import base_create, document_create
from tests.factories.users import PASSWORD
from tests.factories.workflows import version_create, workflow_create
from tests.workflow_editor.api.problem_asserts import assert_problem, pointers
from tools.api.contract.components import ShapeSerializer
from tools.api.contract.shapes import Query, Shape, read
from tools.core.errors import RecordInvalidError
from tools.core.formats.json_text import MAX_DEPTH
from workflow_editor.api.error_handler import problem_of
from workflow_editor.api.limits.throttles import Throttle
from workflow_editor.models import CommentThread

Document = tuple[dict[str, Any], dict[str, Any]]
# The readers themselves, and those whose body is a document of its own: OpenAI's, a test file, an agent.
READ_BY_THEMSELVES = {
    "requests.py", "parsing.py", "chat_completions.py", "workflow_tests.py", "agents.py", "webhooks.py"
}  # fmt: skip
NOT_READ_BY_FORMS = {"POST /api/agents/import/": "the document of an agent, which its profile reads"}
"""Operations with a body that neither a serializer nor a shape checks, each with the reason."""
WRONG: dict[str, tuple[Any, ...]] = {
    "string": (0, True, {}, []),
    "enum": (True, {}, []),
    "boolean": (0, 1, "yes", "true", {}, []),
    "integer": ("3", 1.5, 3.0, True, {}, []),
    "number": ("3", True, {}, []),
    "array": (0, True, {}, "a"),
    "object": (0, True, [], "a"),
}
"""Values of another type, by the type in the document."""
# What a body has besides the field that is tried, so that it gets past the others.
VALID: dict[str, dict[str, Any]] = {
    "POST /api/agents/": {"document": {"name": "Second"}},
    "POST /api/agents/{agent_id}/members/": {"username": "root", "role": "editor"},
    "POST /api/agents/{agent_id}/shares/": {"right": "chat"},
    "POST /api/credentials/from-request/": {"config": {"url": "https://a.example/?api_key=x"}},
    "POST /api/credentials/": {"name": "Other", "kind": "http", "values": {"secret": "x"}},
    "POST /api/providers/": {"name": "Other", "preset": "openai", "api_key": "sk-2"},
    "POST /api/runs/{run_id}/fork/": {"from_node": "greet"},
    "POST /api/tools/configs/": {"type": "http-request", "name": "Other", "config": {"url": "https://example.com/"}},
    "POST /api/tools/policies/": {"tool_pattern": "x*", "effect": "deny"},
    "POST /api/tools/policies/dry-run/": {"tool_pattern": "x*", "effect": "deny"},
    "POST /api/tools/code-check/": {"code": "1"},
    "POST /api/workflows/": {"name": "Other"},
    "POST /api/workflows/{workflow_id}/comments/": {"text": "Warm enough?"},
    "PATCH /api/comments/{comment_id}/": {"text": "Warm enough?"},
    "POST /api/workflows/{workflow_id}/evaluations/": {"name": "Other", "cases": [{"name": "a", "inputs": {}}]},
    "PATCH /api/workflows/{workflow_id}/graph/": {"revision": 0, "operations": []},
    "POST /api/workflows/{workflow_id}/members/": {"username": "root", "role": "editor"},
    "POST /api/workflows/{workflow_id}/runs/": {"inputs": {"topic": "looms"}},
    "POST /api/session/": {"username": "root", "password": "wrong"},
}
HOSTILE: list[Any] = [
    None, [], {}, 0, True, "text", [[]], [{}], {"": 1}, {"a\x01": []}, {"__proto__": {}}, {"non_field_errors": 1},
    {"message": 1, "code": 2}, {"message": "a", "code": "b"},
]  # fmt: skip
HOSTILE_VALUES: list[Any] = [
    None, {"": None}, "", " ", 0, -1, 2**31, 2**63, 2**70, 1e308, True, [], {}, [None], [[]], [{}], "x" * 5000,
    "\x7f", "😀" * 300, "../..", "{{", "{% x", "a:b:c", "%00", "2026-13-45T99:99:99Z", "+99999-01-01T00:00:00Z",
    "00000000-0000-0000-0000-000000000000", {"nodes": [{}], "edges": [{}]}, {"$ref": "#"}, ["x"] * 300,
]  # fmt: skip


@dataclass(frozen=True)
class Body:
    """The JSON body of one operation, with its fields as the document describes them."""

    form: type[Shape]
    fields: Mapping[str, Any]
    """Schemas by name."""

    def errors(self, value: Any) -> set[tuple[str, str]]:
        """Return pointer and code of everything that is wrong with a value."""
        with pytest.raises(RecordInvalidError) as refused:
            read(self.form, value)
        return {(one["pointer"], one["code"]) for one in problem_of(refused.value).body()["errors"]}


@pytest.fixture(scope="module")
def document() -> Document:
    """The document, with what reads the body of each operation."""
    found: dict[str, Any] = {}
    original = AutoSchema._get_request_body

    def noted(self: Any, *args: Any, **kwargs: Any) -> Any:
        form: Any = self.get_request_serializer() if self.method in {"POST", "PUT", "PATCH"} else None
        found[f"{self.method} {self.path}"] = form.get("application/json") if isinstance(form, dict) else form
        return original(self, *args, **kwargs)  # type: ignore[no-untyped-call]  # drf-spectacular's own

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(AutoSchema, "_get_request_body", noted)
        schema: Any = SchemaGenerator().get_schema(public=True)  # type: ignore[no-untyped-call]  # drf-spectacular's own
    return schema, found


@pytest.fixture(scope="module")
def bodies(document: Document) -> dict[str, Body]:
    """The bodies of all operations that have one, by method and path."""
    schema, forms = document
    found: dict[str, Body] = {}
    for operation, form in forms.items():
        form = form if isinstance(form, type) else type(form)
        if issubclass(form, ShapeSerializer):
            method, path = operation.split()
            content = schema["paths"][path][method.lower()]["requestBody"]["content"]
            described = resolved(schema, next(iter(content.values()))["schema"])
            found[operation] = Body(form.shape, described.get("properties", {}))
    return found


def resolved(document: Any, schema: Any) -> Any:
    """Return a schema with what it refers to, and without null."""
    for branch in [*schema.get("allOf", ()), *schema.get("oneOf", ())[:1], *schema.get("anyOf", ())[:1]]:
        schema = {**resolved(document, branch), **schema}
    if "$ref" in schema:
        schema = {**resolved(document, document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]), **schema}
    return schema


FIRST = {401, 404, 415}
"""Answers of those who look for who asks, what the address names, or the type before they read a body."""


def test_every_json_body_is_read_by_a_form(document: Document, bodies: dict[str, Body]) -> None:
    schema, _ = document
    with_json = {
        f"{method.upper()} {path}"
        for path, operations in schema["paths"].items()
        for method, operation in operations.items()
        if "application/json" in operation.get("requestBody", {}).get("content", {})
    }
    assert len(with_json) > 90
    assert with_json - bodies.keys() == NOT_READ_BY_FORMS.keys()
    assert [operation for operation, body in bodies.items() if not body.fields] == []


def test_unknown_fields_are_refused_in_every_body(bodies: dict[str, Body]) -> None:
    for operation, body in bodies.items():
        assert ("/surprise", "unknown_field") in body.errors({"surprise": 1}), operation


def test_values_of_another_type_are_refused_in_every_body(document: Document, bodies: dict[str, Body]) -> None:
    schema, _ = document

    def fields(found: Mapping[str, Any], place: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
        for name, field in found.items():
            whole = resolved(schema, field)
            types = whole.get("type")
            kind = next((one for one in types if one != "null"), "") if isinstance(types, list) else types
            # A document of a workflow or an agent has a reader of its own.
            if "properties" in whole and name != "document":
                yield from fields(whole["properties"], (*place, name))
            elif kind and not whole.get("readOnly"):
                yield (*place, name), "enum" if kind == "string" and "enum" in whole else kind

    checks = 0
    for operation, body in bodies.items():
        for place, kind in fields(body.fields):
            for value in WRONG.get(kind, ()):
                sent = value
                for name in reversed(place):
                    sent = {name: sent}
                refused = {pointer for pointer, _ in body.errors(sent)}
                assert "/" + "/".join(place) in refused, (operation, place, value, refused)
                checks += 1
    assert checks > 300


def test_no_view_reads_a_body_around_that() -> None:
    for folder in ("workflow_editor/api", "workflow_editor/api/views", "tools/api", "agents/api"):
        for path in sorted((settings.BASE_DIR / folder).glob("*.py")):
            reads = [
                node
                for node in ast.walk(ast.parse(Path(path).read_text()))
                if isinstance(node, ast.Attribute) and node.attr in {"data", "POST"}
                if isinstance(node.value, ast.Name) and node.value.id == "request"
            ]
            assert path.name in READ_BY_THEMSELVES or not reads, path


@pytest.fixture
def root(db: None) -> APIClient:
    return confirmed(client_of(User.objects.create_superuser("root", password=PASSWORD)))


@pytest.fixture
def places(root: APIClient) -> dict[str, Any]:
    """One of what addresses name."""

    def made(path: str, body: Any) -> Any:
        answer = root.post(path, body)
        assert answer.status_code == 201, (path, answer.content)
        return answer.json()

    user = User.objects.get(username="root")
    workflow, agent, base = workflow_create(user), agent_create(user), base_create(user)
    version_create(workflow)
    run = made(f"/api/workflows/{workflow.pk}/runs/", {"inputs": {"topic": "looms"}})
    case = {"name": "Good", "inputs": {"topic": "looms"}}
    comment = made(f"/api/workflows/{workflow.pk}/comments/", {"text": "Warm enough?"})
    return {
        "workflow_id": workflow.pk,
        "comment_id": comment["id"],
        "thread_id": CommentThread.objects.get().pk,
        "run_id": run["id"],
        "node_key": "greet",
        "agent_id": agent.slug,
        "base_id": base.pk,
        "document_id": document_create(base, "text").pk,
        "conversation_id": made(f"/api/agents/{agent.slug}/conversations/", {})["id"],
        "token": made(f"/api/agents/{agent.slug}/shares/", {"right": "chat"})["token"],
        "config_id": made("/api/tools/configs/", {"type": "http-request", "name": "Lookup", "config": {"url": "https://example.com/"}})["id"],
        "policy_id": made("/api/tools/policies/", {"tool_pattern": "*", "effect": "allow"})["id"],
        "provider_id": made("/api/providers/", {"name": "Ours", "preset": "openai", "api_key": "sk-1"})["id"],
        "credential_id": made("/api/credentials/", {"name": "Key", "kind": "http", "values": {"secret": "x"}})["id"],
        "evaluation_id": made(
            f"/api/workflows/{workflow.pk}/evaluations/", {"name": "All", "cases": [case]}
        )["id"],
    }  # fmt: skip


def address(path: str, places: dict[str, Any]) -> str:
    def filled(found: re.Match[str]) -> str:
        default = 1 if found[1] in {"wait_id", "token_id", "share_id"} else uuid4()
        return str(places.get(found[1], default))

    return re.sub(r"{(\w+)}", filled, path)


# In the everyday gate each field is sent the first two of these values.
@pytest.mark.parametrize("values", [HOSTILE_VALUES[:2], pytest.param(HOSTILE_VALUES[2:], marks=pytest.mark.exhaustive)])
def test_no_body_breaks_the_server(
    values: list[Any],
    bodies: dict[str, Body],
    root: APIClient,
    places: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Throttle, "allow_request", lambda *_: True)
    broken = []
    for operation, one in bodies.items():
        method, path = operation.split()
        tried = [*HOSTILE, *(VALID.get(operation, {}) | {name: value} for name in one.fields for value in values)]
        for body in tried:
            sent = json.dumps(body)
            answer = root.generic(method, address(path, places), sent, content_type="application/json")
            if answer.status_code == 500:
                broken.append((operation, body))
    assert broken == []


@pytest.mark.parametrize("depth", [250, MAX_DEPTH - 1, 1_000, 100_000])
@pytest.mark.everyday_rows(1)
def test_no_depth_breaks_the_server(
    depth: int,
    bodies: dict[str, Body],
    root: APIClient,
    places: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Allowed depth is accepted and returned; deeper values are refused immediately, whatever reads them."""
    monkeypatch.setattr(Throttle, "allow_request", lambda *_: True)
    monkeypatch.setattr(ratelimit, "consume", lambda *_, **__: ratelimit.RateLimitUsage([]))
    wrong = []
    for operation, one in bodies.items():
        method, path = operation.split()
        for name in one.fields:
            others = json.dumps(VALID.get(operation, {}) | {name: 0})
            sent = others.replace(f'"{name}": 0', f'"{name}": {"[" * depth}{"]" * depth}')
            answer = root.generic(method, address(path, places), sent, content_type="application/json")
            refused_at = {one["pointer"] for one in answer.json()["errors"]} if answer.status_code == 400 else set()
            # Some look for who asks or what the address names, or at the type, before they read the body.
            is_refused = answer.status_code in FIRST | ({409} if "passkeys" in path else set()) or (
                answer.status_code == 400 and refused_at <= {f"/{name}", ""}
            )
            if answer.status_code >= 500 or (depth > MAX_DEPTH and not is_refused):
                wrong.append((operation, name, answer.status_code, refused_at))
    assert wrong == []
    for place in ("", "input/", "events/", "nodes/"):
        assert root.get(f"/api/runs/{places['run_id']}/{place}").status_code < 500


def test_a_run_keeps_the_deepest_inputs(root: APIClient, places: dict[str, Any]) -> None:
    deepest: Any = 1
    for _ in range(MAX_DEPTH - 2):
        deepest = [deepest]
    path = f"/api/workflows/{places['workflow_id']}/runs/"
    run = root.post(path, {"inputs": {"topic": "{{", "deep": deepest}}, format="json")
    assert run.status_code == 201, run.content
    assert root.get(f"/api/runs/{run.json()['id']}/").json()["inputs"]["deep"] == deepest


@pytest.mark.parametrize("depth", [250, 1_000, 100_000])
def test_bodies_of_other_forms_have_the_same_limit(root: APIClient, depth: int) -> None:
    for path in ("/api/agents/", "/api/workflows/", "/v1/chat/completions"):
        sent = f'{{"document": {"[" * depth}{"]" * depth}}}'
        answer = root.generic("POST", path, sent, content_type="application/json")
        assert answer.status_code in {400, 401}, (path, answer.content[:300])
    query = {"tool": "tool:x", "arguments": "[" * depth + "]" * depth}
    assert root.get("/api/tools/policies/explain/", query).status_code == 400


@pytest.mark.parametrize(
    "path",
    [
        "/api/", "/api/nothing/", "/api/workflows", "/api/workflows/x/", "/api/x/../", "/api/%2e%2e/", "/api/%0a",
        "/api/a%0ab/", "/api//workflows/", "/api/%00/", "/api/%ff/", "/api/workflows/?x=%ff", "/api/中文/", "/api/;/",
        "/api/tokens/99999999999999999999999/", "/api/approvals/99999999999999999999999/answer/",
        "/api/shares/99999999999999999999999/", "/api/agents/%00/", "/api/shared/%00/",
    ],
)  # fmt: skip
@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"])
def test_what_is_not_there_is_a_problem_document(root: APIClient, method: str, path: str) -> None:
    answer = root.generic(method, path, "{}", content_type="application/json")
    if answer.status_code < 300:
        return
    assert answer.status_code in {400, 404, 405}
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["status"] == answer.status_code


@pytest.mark.parametrize("path", ["/v1", "/v1/", "/v1/nothing", "/v1/%0a", "/v1/models/%00", "/v1/chat/completions/"])
@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE", "PROPFIND"])
def test_below_v1_errors_have_the_form_of_openai(anonymous_api: APIClient, method: str, path: str) -> None:
    answer = anonymous_api.generic(method, path, "{}", content_type="application/json")
    assert answer.status_code in {401, 404, 405}
    assert set(answer.json()["error"]) == {"message", "type", "param", "code"}


def test_a_name_is_a_text(root: APIClient) -> None:
    for path in ("/api/workflows/", "/api/tokens/", "/api/knowledge-bases/"):
        assert pointers(assert_problem(root.post(path, {"name": 0}), 400, "invalid_input"))[0] == "/name"


def test_a_function_of_a_tool_that_has_none_is_not_found(root: APIClient, places: dict[str, Any]) -> None:
    for function in ("x", "a:b", "中", "%"):
        answer = root.post(f"/api/tools/configs/{places['config_id']}/test/", {"function": function})
        assert_problem(answer, 409, "tool_misconfigured")


def test_texts_that_may_be_left_out_may_be_empty() -> None:
    """Forms send what nobody has typed as an empty text, which is the same as leaving it out; so is it in a query."""
    found = [
        f"{shape.__name__}.{name}"
        for shape in _shapes(Shape)
        if not issubclass(shape, Query)
        for name, field in shape.model_fields.items()
        if field.default == "" and any(getattr(one, "min_length", 0) for one in field.metadata)
    ]
    # The name of a new account must not be empty; a link to a new password leaves it out.
    assert found == ["Setup.username"]


def _shapes(base: type[Shape]) -> Iterator[type[Shape]]:
    for shape in base.__subclasses__():
        yield shape
        yield from _shapes(shape)
