"""Whoever calls a tool over HTTP says with one parameter in which form the result comes."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.tools.conftest import ToolMaker

pytestmark = pytest.mark.django_db
CODE_FORM = {"code", "message", "data", "meta"}
ENVELOPE = {"success", "operationType", "data", "message", "metadata", "code"}


@pytest.mark.parametrize(
    ("query", "keys"), [("", ENVELOPE), ("?result_form=envelope", ENVELOPE), ("?result_form=code", CODE_FORM)]
)
def test_every_way_to_call_a_tool_takes_it(
    alice_api: APIClient, make_tool: ToolMaker, query: str, keys: set[str]
) -> None:
    tool = str(make_tool(name="Weather").id)
    tested = _sent(alice_api, f"/api/tools/configs/{tool}/test/{query}", {"mode": "test"})
    batch = _sent(alice_api, f"/api/tools/batch/{query}", {"mode": "test", "calls": [{"tool": tool}]})
    results = [tested["result"], *batch["results"]]
    assert [set(result) for result in results] == [keys, keys]
    assert {result["code"] for result in results} <= {0, 1002}


def test_another_form_is_refused(alice_api: APIClient, make_tool: ToolMaker) -> None:
    tool = str(make_tool(name="Weather").id)
    for path in (f"/api/tools/configs/{tool}/test/", "/api/tools/batch/"):
        answer = alice_api.post(
            f"{path}?result_form=yaml", {"calls": [{"tool": tool}]} if "batch" in path else {}, format="json"
        )
        assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, "/result_form"), answer.content


def _sent(api: APIClient, path: str, body: Any) -> Any:
    answer = api.post(path, body, format="json")
    assert answer.status_code == 200, answer.content
    return answer.json()
