"""One node runs alone, on inputs that a person made up and with the settings on the screen."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.doubles.task_queue import TaskQueue
from tests.factories.run_documents import ask, chain, text
from tests.factories.workflows import workflow_create
from tests.workflow_editor.services.run_asserts import assert_over, event_types, statuses
from workflow_editor.errors import GraphInvalidError, InvalidInputError, NotFoundError
from workflow_editor.models import NodeRun, ProcessNode, Run, Workflow
from workflow_editor.services.runs.debug import node_debug


@pytest.fixture
def two_nodes(alice: User) -> Workflow:
    """start -> a (text) -> b (AI node that quotes a) -> end."""
    document = chain(text("a"), ask("b", userPrompt="Quote {{ nodes.a.text }} for {{ inputs.who }}"))
    return workflow_create(alice, document=document)


def debug(workflow: Workflow, node_key: str, **options: Any) -> Run:
    given = {"inputs": {}, "run_inputs": {}} | options
    return node_debug(workflow, workflow.owner, node_key, **given)


def test_an_effect_node_runs_on_made_up_inputs(queue: TaskQueue, two_nodes: Workflow) -> None:
    run = debug(two_nodes, "b", inputs={"a": {"text": "mocked"}}, run_inputs={"who": "Eve"})
    queue.run_all()
    assert_over(run, "succeeded")
    assert (run.kind, run.target_node) == ("debug", "b")
    assert NodeRun.objects.get(run=run, node_key="b").inputs["userPrompt"] == "Quote mocked for Eve"
    assert run.output is not None
    assert run.output["result"] == "Answer of b"


def test_nothing_follows_the_node(queue: TaskQueue, two_nodes: Workflow) -> None:
    run = debug(two_nodes, "a")
    queue.run_all()
    assert_over(run, "succeeded")
    assert statuses(run) == {"a": "succeeded"}
    assert run.output == {"text": "text of a"}


def test_made_up_inputs_are_marked(queue: TaskQueue, two_nodes: Workflow) -> None:
    run = debug(two_nodes, "b", inputs={"a": {"text": "mocked"}})
    assert NodeRun.objects.get(run=run, node_key="a").mocked
    queue.run_all()
    assert not NodeRun.objects.get(run=run, node_key="b").mocked


def test_a_pinned_output_stands_in_for_an_input_that_is_not_given(queue: TaskQueue, two_nodes: Workflow) -> None:
    ProcessNode.objects.filter(workflow=two_nodes, key="a").update(pinned_output={"text": "pinned"})
    runs = [debug(two_nodes, "b"), debug(two_nodes, "b", inputs={"a": {"text": "given"}})]
    queue.run_all()
    prompts = [NodeRun.objects.get(run=run, node_key="b").inputs["userPrompt"] for run in runs]
    assert prompts == ["Quote pinned for ", "Quote given for "]


def test_the_config_on_the_screen_wins_and_is_not_saved(queue: TaskQueue, two_nodes: Workflow) -> None:
    run = debug(two_nodes, "a", config={"template": "unsaved"})
    queue.run_all()
    assert_over(run, "succeeded")
    assert run.output == {"text": "unsaved"}
    assert ProcessNode.objects.get(workflow=two_nodes, key="a").config == {"template": "text of a"}


def test_a_config_that_does_not_fit_is_refused_at_its_field(queue: TaskQueue, two_nodes: Workflow) -> None:
    with pytest.raises(InvalidInputError) as caught:
        debug(two_nodes, "b", config={"temperature": "hot"})
    assert [error["pointer"] for error in caught.value.details["errors"]] == ["/config/temperature"]
    assert not Run.objects.exists()


def test_problems_of_the_node_are_reported_but_not_those_of_others(queue: TaskQueue, alice: User) -> None:
    workflow = workflow_create(alice, document=chain(ask("a", userPrompt=""), text("b")))
    with pytest.raises(GraphInvalidError) as caught:
        debug(workflow, "a")
    assert [problem["code"] for problem in caught.value.details["problems"]] == ["prompt_missing"]
    queue.run_all()
    assert event_types(debug(workflow, "b")) == ["run_queued"]


@pytest.mark.parametrize(("inputs", "pointer"), [({"ghost": {}}, "/inputs/ghost"), ({"a": "no object"}, "/inputs/a")])
def test_inputs_must_be_outputs_of_nodes(
    queue: TaskQueue, two_nodes: Workflow, inputs: dict[str, Any], pointer: str
) -> None:
    with pytest.raises(InvalidInputError) as caught:
        debug(two_nodes, "b", inputs=inputs)
    assert [error["pointer"] for error in caught.value.details["errors"]] == [pointer]


def test_an_unknown_node_is_not_found(queue: TaskQueue, two_nodes: Workflow) -> None:
    with pytest.raises(NotFoundError):
        debug(two_nodes, "ghost")
