"""The output that counts as a node's last real one."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.factories.runs import node_run_create, run_create
from tests.factories.workflows import workflow_create
from workflow_editor.models import Run, Workflow
from workflow_editor.selectors.graphs.earlier_output import earlier_output

FIRST = {"text": "first"}
ERROR = {"code": "x", "message": "It failed."}

COUNTS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "a later live run": ({}, {}),
    "a run of this node alone": ({"kind": "debug", "target_node": "greet"}, {}),
    "a run up to another node": ({"target_node": "end"}, {}),
    "a pass of a container": ({}, {"scope": "/each:3"}),
    "a run that failed later": ({"status": "failed"}, {}),
}
DOES_NOT_COUNT: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "a run in test mode": ({"mode": "test"}, {}),
    "a replay": ({"trigger": Run.REPLAY}, {}),
    "entered manually": ({"kind": "debug", "target_node": "greet"}, {"mocked": True}),
    "a run of another node": ({"kind": "debug", "target_node": "end"}, {}),
    "put in the place of a failure": ({}, {"error": ERROR}),
    "failed": ({}, {"status": "failed"}),
    "still running": ({}, {"status": "running"}),
}


def asked(workflow: Workflow, user: User | None) -> Any:
    return earlier_output(user, run_create(workflow, mode="test"), "greet")


@pytest.mark.parametrize(
    ("counts", "run", "row"),
    [
        *(pytest.param(True, *one, id=name) for name, one in COUNTS.items()),
        *(pytest.param(False, *one, id=name) for name, one in DOES_NOT_COUNT.items()),
    ],
)
def test_what_counts(workflow: Workflow, alice: User, counts: bool, run: Any, row: Any) -> None:
    node_run_create(run_create(workflow), "greet", output=FIRST)
    second = {"text": "second"}
    node_run_create(run_create(workflow, **run), "greet", **{"output": second, **row})
    assert asked(workflow, alice) == (second if counts else FIRST)


def test_only_who_sees_the_run_gets_it(workflow: Workflow, alice: User, bob: User, charlie: User) -> None:
    node_run_create(run_create(workflow), "greet", output=FIRST)
    assert [asked(workflow, user) for user in (alice, bob, charlie, None)] == [FIRST, FIRST, None, None]


def test_other_workflows_and_nodes_do_not_count(workflow: Workflow, alice: User) -> None:
    other = workflow_create(alice, name="Other")
    node_run_create(run_create(other), "greet", output=FIRST)
    node_run_create(run_create(workflow), "end", output=FIRST)
    assert asked(workflow, alice) is None
