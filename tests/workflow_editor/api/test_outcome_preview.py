"""Preview of a node as its config is changed on the screen: on the values of the last run, and without one."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import node
from tests.factories.run_documents import chain
from tests.factories.workflows import workflow_create
from tests.workflow_editor.api.problem_asserts import assert_problem
from workflow_editor.models import Run, Workflow

NUMBERS = list(range(200))


@pytest.fixture
def listing(alice: User) -> Workflow:
    numbers = node("numbers", "set", {"assignments": [{"name": "all", "value": "{{ inputs.numbers }}"}]})
    document = chain(numbers, node("list", "list", {"items": "{{ nodes.numbers.all }}"}))
    document["nodes"][0]["config"] = {"fields": [{"name": "numbers", "type": "array"}]}
    return workflow_create(alice, document=document)


def preview(api: APIClient, workflow: Workflow, key: str = "list", **config: Any) -> Any:
    return api.post(f"/api/workflows/{workflow.pk}/nodes/{key}/outcome/", {"config": config})


def test_the_config_on_the_screen_meets_the_values_of_the_last_run(
    alice_api: APIClient, listing: Workflow, queue: TaskQueue
) -> None:
    alice_api.post(f"/api/workflows/{listing.pk}/runs/", {"inputs": {"numbers": NUMBERS}})
    queue.run_all()
    steps = [{"operation": "filter", "operator": "lessThan", "value": "60"}, {"operation": "sort", "descending": True}]
    found = preview(alice_api, listing, items="{{ nodes.numbers.all }}", steps=steps).json()
    assert found["count_before"] == 200
    assert found["inputs"]["items"] == NUMBERS[:50]
    assert found["output"]["count"] == 60
    assert found["output"]["items"] == NUMBERS[59:9:-1]
    assert found["problem"] is None
    assert Run.objects.count() == 1


def test_without_a_run_there_is_nothing_to_work_on(alice_api: APIClient, listing: Workflow) -> None:
    found = preview(alice_api, listing, items="{{ nodes.numbers.all }}").json()
    assert found["output"] == {}
    assert found["problem"]["en"] == "There is no value of nodes.numbers.all yet. Run the workflow once."
    assert preview(alice_api, listing, items="[1, 2]").json()["output"]["count"] == 2


def test_what_would_fail_has_its_reason(alice_api: APIClient, listing: Workflow) -> None:
    found = preview(alice_api, listing, items="{{ oops").json()
    assert found["output"] == {}
    assert found["problem"]["en"]


def test_only_nodes_without_effects_and_configs_that_fit(
    alice_api: APIClient, charlie_api: APIClient, listing: Workflow
) -> None:
    assert_problem(preview(alice_api, listing, "start"), 400, "no_preview")
    assert_problem(preview(alice_api, listing, steps=[{"operation": "shuffle"}]), 400, "invalid_input")
    assert_problem(preview(alice_api, listing, "gone"), 404, "not_found")
    assert_problem(preview(charlie_api, listing), 404, "not_found")
