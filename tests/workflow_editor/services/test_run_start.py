"""A run begins once, with inputs that fit, and only when its graph can run."""

import pytest
from django.contrib.auth.models import User
from django.db import transaction

from tests.doubles.task_queue import TaskQueue
from tests.factories.containers import around, each
from tests.factories.documents import edge, node
from tests.factories.run_documents import ask, chain, fan, graph, text
from tests.factories.workflows import workflow_create
from tests.workflow_editor.services.run_asserts import assert_over, event_types, events_of, payload_of, statuses
from workflow_editor.adapters.process.task_queue import ADVANCE_RUN
from workflow_editor.errors import GraphInvalidError, InvalidInputError
from workflow_editor.models import NodeRun, Run, Workflow, WorkflowVersion
from workflow_editor.services.runs import step
from workflow_editor.services.runs.start import run_start


def test_a_pure_run_takes_one_step(queue: TaskQueue, alice: User, workflow: Workflow) -> None:
    run, created = run_start(workflow, alice, inputs={"topic": "looms"})
    assert created
    assert not queue.sent
    assert_over(run, "succeeded")
    assert run.output == {"greeting": "Hello looms"}
    assert events_of(run) == [
        ("run_queued", None),
        ("run_started", None),
        ("node_started", "start"),
        ("node_succeeded", "start"),
        ("node_started", "greet"),
        ("node_succeeded", "greet"),
        ("node_started", "end"),
        ("node_succeeded", "end"),
        ("run_finished", None),
    ]


def test_the_first_step_of_a_long_graph_is_a_workers(
    queue: TaskQueue, alice: User, workflow: Workflow, begins_in_a_worker: None
) -> None:
    run, _ = run_start(workflow, alice, inputs={"topic": "looms"})
    assert event_types(run) == ["run_queued"]
    assert queue.names() == [ADVANCE_RUN]
    queue.run_all()
    assert_over(run, "succeeded")


def test_a_graph_of_more_nodes_than_a_step_takes_is_run_in_several(
    queue: TaskQueue, alice: User, monkeypatch: pytest.MonkeyPatch, begins_in_a_worker: None
) -> None:
    monkeypatch.setattr(step, "STEP_LIMIT", 2)
    further = (text(f"t{i}", f"{{{{ nodes.t{i - 1}.text }}}}{i}") for i in range(1, 6))
    document = chain(text("t0", "{{ inputs.topic }}"), *further)
    run, _ = run_start(workflow_create(alice, document=document), alice, inputs={"topic": "a"})
    queue.run_all()
    assert_over(run, "succeeded")
    assert run.output == {"text": "a12345"}
    assert set(statuses(run).values()) == {"succeeded"}
    assert event_types(run).count("node_started") == event_types(run).count("node_succeeded") == 8
    # Start and t0 in the first step; then one that was left and two that follow it, twice.
    assert event_types(run).count("node_queued") == 2


def test_a_container_begins_at_once_and_leaves_its_further_passes_to_a_worker(queue: TaskQueue, alice: User) -> None:
    document = around(each("{{ inputs.items }}"), text("t", "{{ nodes.each.item }}"))
    workflow = workflow_create(alice, document=document)
    short, _ = run_start(workflow, alice, inputs={"items": [1, 2]})
    assert not queue.sent
    assert_over(short, "succeeded")
    long, _ = run_start(workflow, alice, inputs={"items": list(range(300))})
    assert NodeRun.objects.filter(run=long, node_key="t").count() < 150
    queue.run_all()
    assert_over(long, "succeeded")
    assert long.output is not None
    assert long.output["out"]["count"] == 300


def test_the_last_event_reports_how_the_run_ended(queue: TaskQueue, alice: User, workflow: Workflow) -> None:
    run, _ = run_start(workflow, alice, inputs={"topic": "looms"})
    queue.run_all()
    payload = payload_of(run, "run_finished")
    assert payload.pop("duration_ms") >= 0
    usage = payload.pop("usage")
    assert payload == {"status": "succeeded", "output": {"greeting": "Hello looms"}, "error": None}
    assert sum(usage.values()) == 0


def test_a_task_that_is_delivered_twice_does_no_harm(
    queue: TaskQueue, alice: User, workflow: Workflow, begins_in_a_worker: None
) -> None:
    run, _ = run_start(workflow, alice, inputs={"topic": "looms"})
    queue.sent.append(queue.sent[0])
    queue.run_all()
    assert_over(run, "succeeded")
    assert event_types(run).count("run_started") == 1


def test_no_worker_is_called_before_the_commit(
    queue: TaskQueue, alice: User, workflow: Workflow, begins_in_a_worker: None
) -> None:
    with transaction.atomic():
        run_start(workflow, alice, inputs={"topic": "looms"})
        assert not queue.sent
    assert queue.sent


def test_the_same_key_gives_the_same_run(queue: TaskQueue, alice: User, workflow: Workflow) -> None:
    first, created = run_start(workflow, alice, inputs={"topic": "a"}, idempotency_key="k")
    second, created_again = run_start(workflow, alice, inputs={"topic": "b"}, idempotency_key="k")
    assert (created, created_again) == (True, False)
    assert first.pk == second.pk
    assert Run.objects.count() == 1


def test_runs_of_one_revision_share_a_version(queue: TaskQueue, alice: User, workflow: Workflow) -> None:
    runs = [run_start(workflow, alice, inputs={"topic": "a"})[0] for _ in range(2)]
    assert runs[0].version_id == runs[1].version_id
    assert WorkflowVersion.objects.count() == 1


def test_a_missing_input_is_refused_at_its_field(queue: TaskQueue, alice: User, workflow: Workflow) -> None:
    with pytest.raises(InvalidInputError) as caught:
        run_start(workflow, alice, inputs={})
    assert caught.value.details["errors"][0]["pointer"] == "/inputs/topic"
    assert not Run.objects.exists()


def test_a_graph_with_errors_is_refused_with_its_problems(queue: TaskQueue, alice: User) -> None:
    workflow = workflow_create(alice, document=chain(ask("writer", userPrompt="")))
    with pytest.raises(GraphInvalidError) as caught:
        run_start(workflow, alice, inputs={})
    problems = caught.value.details["problems"]
    assert ("prompt_missing", "writer") in [(problem["code"], problem["node_key"]) for problem in problems]
    assert not Run.objects.exists()


def test_a_fan_of_pure_nodes_is_merged_in_edge_order(queue: TaskQueue, alice: User) -> None:
    keys = ["b", "a", "c"]
    run, _ = run_start(workflow_create(alice, document=fan(*map(text, keys))), alice, inputs={})
    queue.run_all()
    assert_over(run, "succeeded")
    assert run.output == {key: {"text": f"text of {key}"} for key in keys}


def test_skipped_branches_are_reported_and_stored(queue: TaskQueue, alice: User) -> None:
    nodes = [
        node("start", "start"),
        node("check", "condition", {"rows": [{"variable": "1", "operator": "equals", "value": "2"}]}),
        text("yes"),
        text("no"),
        node("join", "merge"),
        node("end", "end"),
    ]
    edges = [
        edge("start", "check"),
        edge("check", "yes", port="true"),
        edge("check", "no", port="false"),
        edge("yes", "join"),
        edge("no", "join"),
        edge("join", "end"),
    ]
    run, _ = run_start(workflow_create(alice, document=graph(nodes, edges)), alice, inputs={})
    queue.run_all()
    assert_over(run, "succeeded")
    assert statuses(run)["yes"] == "skipped"
    assert ("node_skipped", "yes") in events_of(run)
    assert run.output == {"no": {"text": "text of no"}}


def test_pinned_outputs_stand_in_for_nodes_in_test_mode_only(queue: TaskQueue, alice: User) -> None:
    workflow = workflow_create(alice, document=chain(text("a") | {"pinned_output": {"text": "pinned"}}))
    tested, _ = run_start(workflow, alice, inputs={}, mode="test")
    live, _ = run_start(workflow, alice, inputs={})
    queue.run_all()
    assert_over(tested, "succeeded")
    assert tested.output == {"text": "pinned"}
    assert payload_of(tested, "node_succeeded", "a")["pinned"] is True
    live.refresh_from_db()
    assert live.output == {"text": "text of a"}


def test_a_bypassed_node_passes_on_what_came_in(queue: TaskQueue, alice: User) -> None:
    document = chain(text("a"), text("b") | {"bypass": True})
    run, _ = run_start(workflow_create(alice, document=document), alice, inputs={})
    queue.run_all()
    assert_over(run, "succeeded")
    assert statuses(run)["b"] == "skipped"
    assert run.output == {"text": "text of a"}
