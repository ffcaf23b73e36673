"""Making a test of a stored run, and a new recording of a test."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from tools.core.definitions import CallMode, JsonObject
from tools.core.text import Text
from tools.secrets.redaction import redact
from workflow_editor.cassettes.assertions import read_assertions
from workflow_editor.cassettes.format import Cassette, Recorded
from workflow_editor.errors import ConflictError
from workflow_editor.models import Run, WorkflowTest
from workflow_editor.models.status import OPEN_STATUSES
from workflow_editor.selectors.run.cassettes import track_of
from workflow_editor.services.testing.replay import Replayed, replay

_NOT_OVER = Text("This run has not finished yet. Wait for it to finish.")
_OF_ONE_NODE = Text("This was a run of a single node. Record a run of the whole workflow.")
_IS_REPLAY = Text("This run is a replay. Record the run that it replays.")


def workflow_test_record(run: Run, user: User, *, name: str) -> WorkflowTest:
    """Store a finished run as a test that asserts its status, output and order of tools.

    The recording is replayed once over its version, to verify it and record the model requests. `name` is unique in the
    workflow.
    Raises:
        ConflictError: `run_not_over`, `run_of_one_node`, `run_is_replay`, `run_source_gone`, `name_taken`, or
            `run_not_replayable` with the `findings` of its replay.
    """
    _refuse_others(run)
    track = track_of(run)
    inputs: JsonObject = redact(run.inputs)
    mode: CallMode = "test" if run.mode == Run.Mode.TEST else "live"
    replayed = replay(run.version, track, user, inputs=inputs, mode=mode, until_node=run.target_node, learns=True)
    if replayed.mismatches:
        findings = [mismatch.to_json() for mismatch in replayed.mismatches]
        raise ConflictError(replayed.mismatches[0].text, code="run_not_replayable", details={"findings": findings})
    recorded = Recorded(
        run=str(run.pk),
        workflow=run.workflow.slug,
        graph=run.version.content_hash,
        at=(run.finished_at or run.created_at).isoformat(),
        status=run.status,
        mode=mode,
    )
    test = WorkflowTest(
        workflow=run.workflow,
        name=name,
        inputs=inputs,
        cassette=Cassette(recorded=recorded, nodes=track.nodes).to_json(),
        assertions=_demands(replayed),
        until_node=run.target_node,
        source_run=run,
        created_by=user,
    )
    return workflow_test_store(test)


def workflow_test_store(test: WorkflowTest) -> WorkflowTest:
    """Store a new or changed test. Raises ConflictError (`name_taken`)."""
    try:
        with transaction.atomic():
            test.save()
    except IntegrityError as error:
        text = Text("A test named “{name}” already exists.", name=test.name)
        raise ConflictError(text, code="name_taken") from error
    return test


def _refuse_others(run: Run) -> None:
    if run.status in OPEN_STATUSES:
        raise ConflictError(_NOT_OVER, code="run_not_over", details={"status": run.status})
    if run.kind == Run.Kind.DEBUG:
        raise ConflictError(_OF_ONE_NODE, code="run_of_one_node")
    if run.trigger == Run.REPLAY:
        raise ConflictError(_IS_REPLAY, code="run_is_replay")


def _demands(replayed: Replayed) -> list[JsonObject]:
    """Return what holds for the first replay."""
    run = replayed.run
    demands: list[JsonObject] = [{"kind": "status", "value": run.status}]
    if run.output is not None:
        demands.append({"kind": "equals", "path": "$", "value": run.output})
    titles = [entry.title or entry.function for entry in replayed.calls.tools]
    return [*demands, {"kind": "tools", "value": titles, "exact": True}]


def workflow_test_update(
    test: WorkflowTest,
    *,
    name: str | None = None,
    inputs: JsonObject | None = None,
    assertions: Sequence[JsonObject] | None = None,
    compares_prompts: bool | None = None,
) -> WorkflowTest:
    """Change a test; None keeps a value.

    Raises:
        InvalidInputError: an assertion is malformed (pointers `/assertions/<index>/…`).
        ConflictError: `name_taken`.
    """
    if name is not None:
        test.name = name
    if inputs is not None:
        test.inputs = inputs
    if assertions is not None:
        read_assertions(assertions)
        test.assertions = list(assertions)
    if compares_prompts is not None:
        test.compares_prompts = compares_prompts
    return workflow_test_store(test)
