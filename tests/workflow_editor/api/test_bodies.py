"""Bodies that are refused before anything is done with them."""

import pytest
from rest_framework.test import APIClient

from tests.workflow_editor.api.problem_asserts import assert_problem, pointers
from workflow_editor.models import Workflow

REFUSED = [
    ("{nope", 400, "malformed_request"),
    ('{"name": NaN}', 400, "malformed_request"),
    ('{"name": "\\ud800"}', 400, "malformed_request"),
    ('{"name": "a\\u0000b"}', 400, "body_holds_nul"),
    ('{"name": "x", "document": ' + "[" * 120 + "]" * 120 + "}", 400, "body_too_deep"),
]


@pytest.mark.parametrize(("body", "status", "code"), REFUSED, ids=[row[2] for row in REFUSED])
@pytest.mark.parametrize(("language", "words"), [("en", "e"), ("zh-CN", "，。")])
def test_a_body_that_cannot_be_stored_is_refused_in_the_readers_language(
    alice_api: APIClient, body: str, status: int, code: str, language: str, words: str
) -> None:
    answer = alice_api.generic(
        "POST", "/api/workflows/", body, content_type="application/json", headers={"Accept-Language": language}
    )
    problem = assert_problem(answer, status, code)
    assert set(words) & set(problem["detail"])
    assert not Workflow.objects.exists()


@pytest.mark.parametrize("path", ["/api/workflows/", "/api/workflows/import/"])
def test_a_graph_of_more_values_than_any_has_is_refused_by_their_count(alice_api: APIClient, path: str) -> None:
    body = '{"format": "flowloom", "name": "x", "document": {"nodes": [' + '{"id":1,"a":2},' * 300_000 + "1]}}"
    answer = alice_api.generic("POST", path, body, content_type="application/json")
    assert_problem(answer, 400, "body_holds_too_much")
    assert not Workflow.objects.exists()


@pytest.mark.parametrize("path", ["/api/workflows/", "/api/runs/", "/api/tools/invocations/"])
def test_a_made_up_cursor_is_refused_at_its_parameter(alice_api: APIClient, path: str) -> None:
    answer = alice_api.get(path, {"cursor": "zzzz"}, headers={"Accept-Language": "zh-CN"})
    problem = assert_problem(answer, 400, "invalid_input")
    assert pointers(problem) == ["/cursor"]
    assert "游标" in problem["errors"][0]["message"]
