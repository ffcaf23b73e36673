"""The variables of the installation: administrators set them, workflows of everybody refer to them."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.factories.documents import node
from tests.factories.run_documents import chain
from tests.workflow_editor.acceptance.api_user import ApiUser, done
from tests.workflow_editor.api.problem_asserts import assert_problem, pointers
from workflow_editor.models import Workflow
from workflow_editor.services import variables
from workflow_editor.services.versions import version_publish

URL = "/api/variables/"


def put(user: ApiUser, name: str, **body: Any) -> Any:
    return user.staff.put(f"{URL}{name}/", {"value": "x", **body})


def text_of_run(user: ApiUser, workflow: str, **body: Any) -> str:
    text: str = user.run_again(workflow, **body).run["node_runs"][1]["output"]["text"]
    return text


def test_runs_refer_to_them_and_drafts_have_their_own(api_user: ApiUser, alice: User) -> None:
    put(api_user, "BASE_URL", value="https://crm.example.com", test_value="https://test.example.com")
    put(api_user, "TEAM", value=" Looms ")
    workflow = api_user.workflow(chain(node("say", "template", {"template": "{{ env.BASE_URL }}{{ env.TEAM }}."})))
    version_publish(Workflow.objects.get(pk=workflow), alice)
    assert text_of_run(api_user, workflow, version=1) == "https://crm.example.com Looms ."
    assert text_of_run(api_user, workflow, version=1, mode="test") == "https://test.example.com Looms ."
    assert text_of_run(api_user, workflow) == "https://test.example.com Looms ."
    put(api_user, "TEAM", value="Shuttles")
    assert text_of_run(api_user, workflow, version=1) == "https://crm.example.comShuttles."
    assert api_user.staff.delete(f"{URL}TEAM/").status_code == 204
    assert text_of_run(api_user, workflow, version=1) == "https://crm.example.com."


def test_everybody_reads_them_and_administrators_change_them(api_user: ApiUser) -> None:
    done(put(api_user, "B", description="Of the warehouse"))
    done(put(api_user, "A", test_value=""))
    rows = done(api_user.api.get(URL))
    assert [(row["name"], row["test_value"], row["description"]) for row in rows] == [
        ("A", "", ""),
        ("B", None, "Of the warehouse"),
    ]
    assert {row["updated_by"] for row in rows} == {"admin"}
    assert_problem(api_user.api.put(f"{URL}A/", {"value": "mine"}), 403, "staff_only")
    assert_problem(api_user.api.delete(f"{URL}A/"), 403, "staff_only")
    assert_problem(api_user.staff.delete(f"{URL}C/"), 404, "not_found")


@pytest.mark.parametrize("name", ["1st", "a-b", "a.b", "名", "x" * 65, "a%0Ab"])
def test_a_name_that_templates_cannot_use_is_refused(api_user: ApiUser, name: str) -> None:
    assert pointers(assert_problem(put(api_user, name), 400, "invalid_input")) == ["/name"]


@pytest.mark.parametrize("field", ["value", "test_value", "description"])
def test_long_texts_are_refused(api_user: ApiUser, field: str) -> None:
    answer = put(api_user, "A", **{field: "x" * 20_001})
    assert pointers(assert_problem(answer, 400, "invalid_input")) == [f"/{field}"]


def test_there_is_an_end_of_them(api_user: ApiUser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variables, "MOST", 2)
    done(put(api_user, "A"))
    done(put(api_user, "B"))
    assert_problem(put(api_user, "C"), 409, "too_many_variables")
    done(put(api_user, "B", value="another"))
