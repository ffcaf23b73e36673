"""Every error leaves as a problem document with a stable code."""

import json
import logging
from typing import Any

import pydantic
import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404
from django.utils import translation
from rest_framework import exceptions
from rest_framework.test import APIClient

from agents.core.errors import ProviderAuthError
from tests.conftest import confirmed
from tests.workflow_editor.api.problem_asserts import assert_problem
from tools.core.errors import ToolDeniedError
from workflow_editor.api.error_handler import problem_of
from workflow_editor.errors import ConflictError, InvalidInputError, LimitError


class Sample(pydantic.BaseModel):
    name: str
    sizes: list[int]


def pydantic_error() -> pydantic.ValidationError:
    with pytest.raises(pydantic.ValidationError) as caught:
        Sample.model_validate({"sizes": [1, "x"]})
    return caught.value


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (ToolDeniedError("Not for you."), 403, "tool_denied"),
        (ProviderAuthError("Wrong key."), 502, "provider_auth"),
        (LimitError("Enough."), 429, "limit_reached"),
        (ConflictError("Late.", code="graph_conflict", details={"revision": 3}), 409, "graph_conflict"),
        (Http404(), 404, "not_found"),
        (PermissionDenied(), 403, "forbidden"),
        (exceptions.PermissionDenied(code="staff_only"), 403, "staff_only"),
        (exceptions.NotAuthenticated(), 401, "not_signed_in"),
        (exceptions.MethodNotAllowed("PUT"), 405, "method_not_allowed"),
        (exceptions.UnsupportedMediaType("text/xml"), 415, "unsupported_media_type"),
        (exceptions.ParseError(), 400, "malformed_request"),
    ],
)
def test_a_known_error_keeps_its_status_and_code(error: Exception, status: int, code: str) -> None:
    problem = problem_of(error)
    assert (problem.status, problem.code) == (status, code)


def test_nested_field_errors_become_pointers() -> None:
    error = exceptions.ValidationError({"owner": {"name": ["Too long."]}, "rows": [{}, {"key": ["Missing."]}]})
    errors = problem_of(error).body()["errors"]
    assert [(row["pointer"], row["message"]) for row in errors] == [
        ("/owner/name", "Too long."),
        ("/rows/1/key", "Missing."),
    ]


def test_pydantic_errors_become_pointers_in_both_languages() -> None:
    error = pydantic_error()
    with translation.override("en"):
        english = problem_of(error).body()["errors"]
    with translation.override("zh-hans"):
        chinese = problem_of(error).body()["errors"]
    assert [row["pointer"] for row in english] == ["/name", "/sizes/1"]
    assert english[0]["message"] == "This field is required."
    assert [row["message"] for row in chinese] == ["请填写此项。", "请填写整数。"]


def test_a_django_validator_may_name_the_place_itself() -> None:
    error = ValidationError({"config": ValidationError("Not a URL.", code="url", params={"pointer": "/config/url"})})
    assert problem_of(error).body()["errors"] == [{"pointer": "/config/url", "code": "url", "message": "Not a URL."}]


def test_messages_in_two_languages_are_reported_in_the_readers() -> None:
    errors = [{"pointer": "/a", "code": "x", "message": {"en": "Wrong.", "zh": "错误。"}}]
    error = InvalidInputError("Wrong.", details={"errors": errors})
    with translation.override("zh-hans"):
        body = problem_of(error).body()
    assert body["errors"] == [{"pointer": "/a", "code": "x", "message": "错误。"}]
    assert body["title"] == "输入无效"


def test_details_become_members_but_never_replace_the_standard_ones() -> None:
    error = ConflictError("Late.", code="graph_conflict", details={"revision": 7, "status": "forged"})
    body = problem_of(error).body()
    assert (body["revision"], body["status"]) == (7, 409)
    assert "revision 7" in body["detail"]


def test_an_unexpected_error_reports_a_reference_and_no_text(
    alice_api: APIClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*args: Any) -> None:
        raise RuntimeError("password=hunter2")

    monkeypatch.setattr("workflow_editor.api.views.tokens.tokens_of", broken)
    with caplog.at_level(logging.ERROR):
        body = assert_problem(alice_api.get("/api/tokens/"), 500, "internal_error")
    assert "hunter2" not in json.dumps(body)
    assert body["reference"] in body["detail"]
    assert body["reference"] in caplog.text


def test_an_unknown_address_is_a_problem_document(anonymous_api: APIClient) -> None:
    assert_problem(anonymous_api.get("/api/nothing/here/"), 404, "not_found")
    assert_problem(anonymous_api.post("/api/"), 404, "not_found")


def test_a_long_but_shallow_body_is_read(alice_api: APIClient) -> None:
    response = confirmed(alice_api).post("/api/tokens/", {"name": r"a\u0000b", "more": [{}] * 200})
    assert_problem(response, 400, "invalid_input")


def test_a_wrong_method_is_named(alice_api: APIClient) -> None:
    assert_problem(alice_api.put("/api/tokens/", {}), 405, "method_not_allowed")
