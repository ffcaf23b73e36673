"""One node alone: debug runs and previews. And the catalogue of node types."""

from typing import Any
from uuid import UUID

import pytest
from jsonschema import Draft202012Validator
from rest_framework.test import APIClient

from tests.factories.runs import node_run_create, run_create
from tests.workflow_editor.api.problem_asserts import assert_problem, pointers
from workflow_editor.models import Workflow
from workflow_editor.nodes.registry import builtin_registry
from workflow_editor.services.runs.first_step import run_advance


def debug(api: APIClient, workflow: Workflow, key: str = "greet", **body: Any) -> Any:
    return api.post(f"/api/workflows/{workflow.pk}/nodes/{key}/debug/", body)


def preview(api: APIClient, workflow: Workflow, template: str, key: str = "greet") -> Any:
    return api.post(f"/api/workflows/{workflow.pk}/nodes/{key}/preview/", {"template": template})


def test_a_debug_run_runs_one_node_with_the_config_on_the_screen(alice_api: APIClient, workflow: Workflow) -> None:
    config = {"template": "Bye {{ inputs.topic }} {{ nodes.start.topic }}"}
    response = debug(
        alice_api, workflow, run_inputs={"topic": "looms"}, inputs={"start": {"topic": "mocked"}}, config=config
    )
    assert response.status_code == 201
    run_id = response.json()["id"]
    run_advance(UUID(run_id))
    run = alice_api.get(f"/api/runs/{run_id}/").json()
    assert (run["kind"], run["target_node"], run["status"]) == ("debug", "greet", "succeeded")
    done = {item["node_key"]: item for item in run["node_runs"]}
    assert set(done) == {"start", "greet"}
    assert done["start"]["mocked"] is True
    assert done["greet"]["output"] == {"text": "Bye looms mocked"}
    assert workflow.nodes.get(key="greet").config == {"template": "Hello {{ inputs.topic }}"}


def test_a_debug_config_of_the_wrong_shape_is_pointed_at(alice_api: APIClient, workflow: Workflow) -> None:
    response = debug(alice_api, workflow, config={"template": 1})
    assert pointers(assert_problem(response, 400, "config_invalid")) == ["/config/template"]


def test_an_unknown_node_cannot_be_debugged(alice_api: APIClient, workflow: Workflow) -> None:
    assert_problem(debug(alice_api, workflow, key="ghost"), 404, "not_found")


@pytest.mark.parametrize("outputs", [{"start": "text"}, ["start"]])
def test_mocked_outputs_must_be_objects(alice_api: APIClient, workflow: Workflow, outputs: Any) -> None:
    problem = assert_problem(debug(alice_api, workflow, inputs=outputs), 400, "invalid_input")
    assert all(pointer.startswith("/inputs") for pointer in pointers(problem))


def test_a_preview_is_filled_in_from_the_last_run(alice_api: APIClient, workflow: Workflow) -> None:
    node_run_create(run_create(workflow, inputs={"topic": "old"}), "greet", output={"text": "old"})
    node_run_create(run_create(workflow, inputs={"topic": "looms"}), "greet", output={"text": "Hello looms"})
    body = preview(alice_api, workflow, "{{ inputs.topic }}: {{ nodes.greet.text }} {{ nodes.greet.author }}").json()
    assert body == {"text": "looms: Hello looms ", "missing": ["nodes.greet.author"]}


def test_without_a_run_everything_is_missing(alice_api: APIClient, workflow: Workflow) -> None:
    assert preview(alice_api, workflow, "{{ inputs.topic }}").json() == {"text": "", "missing": ["inputs.topic"]}


def test_a_malformed_template_is_pointed_at(alice_api: APIClient, workflow: Workflow) -> None:
    response = preview(alice_api, workflow, "{% if %}")
    assert pointers(assert_problem(response, 400, "invalid_input")) == ["/template"]


def test_node_types_can_be_drawn_and_stored(alice_api: APIClient) -> None:
    types = {item["id"]: item for item in alice_api.get("/api/node-types/").json()}
    assert list(types) == list(builtin_registry().type_ids())
    assert {"start", "process", "tool", "condition", "end"} <= types.keys()
    for item in types.values():
        Draft202012Validator.check_schema(item["config_schema"])
        Draft202012Validator(item["config_schema"]).validate(item["default_config"])
    assert [port["id"] for port in types["condition"]["outputs"]] == ["true", "false"]
