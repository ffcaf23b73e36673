"""Tests: made from runs or files, changed, replayed."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from django.contrib.auth.models import User
from pydantic import MISSING, Field
from rest_framework.request import Request

from tools.api.contract.endpoints import FoundBy, endpoint
from tools.api.contract.fields import Json, JsonObject, LocalText
from tools.api.contract.shapes import Shape
from tools.api.people import Person
from workflow_editor.api.fields import ShortName
from workflow_editor.api.rows import EditedRun, EditedWorkflow, ReadWorkflow
from workflow_editor.api.run_shapes import RunVersion, UsageShape
from workflow_editor.cassettes.assertions import MAX_ASSERTIONS
from workflow_editor.engine.usage import usage_json
from workflow_editor.models import WorkflowTest, WorkflowTestResult
from workflow_editor.selectors.access import Access
from workflow_editor.selectors.testing import workflow_tests as selectors
from workflow_editor.services.testing import files
from workflow_editor.services.testing.record import workflow_test_record
from workflow_editor.services.testing.record import workflow_test_update as test_update
from workflow_editor.services.testing.results import workflow_test_run

ReadTest = Annotated[WorkflowTest, FoundBy(selectors.workflow_test_for)]
EditedTest = Annotated[WorkflowTest, FoundBy(selectors.workflow_test_for, access=Access.EDIT)]


class TestFinding(Shape):
    """A difference between recording and graph, or (`assertion_failed`) a failed assertion.

    `index` and `kind` are those of the assertion; `round` is 0 for the node as a whole.
    """

    code: str
    message: LocalText
    node: str | MISSING = MISSING
    scope: str | MISSING = MISSING
    round: int | MISSING = MISSING
    index: int | MISSING = MISSING
    kind: str | MISSING = MISSING
    recorded: Json
    found: Json


class WorkflowTestResultShape(Shape):
    """One replay; `run` is null once the replay has been deleted. `duration_ms` is that of the recorded calls."""

    id: int
    status: WorkflowTestResult.Status
    findings: list[TestFinding]
    run: UUID | None
    version: RunVersion | None
    usage: UsageShape | None
    duration_ms: int = 0
    created_by: Person | None
    created_at: datetime


class WorkflowTestShape(Shape):
    """A test without its cassette; `last_result` is null while it was never replayed."""

    id: UUID
    workflow: UUID
    name: str
    inputs: JsonObject
    assertions: list[JsonObject]
    compares_prompts: bool = True
    source_run: UUID | None
    created_by: Person | None
    created_at: datetime
    updated_at: datetime
    last_result: WorkflowTestResultShape | None


class WorkflowTestRecord(Shape):
    """The name of the new test."""

    name: ShortName


class WorkflowTestPatch(Shape, partial=True):
    """Changeable fields of a test; docs/testing-workflows.md describes the assertions."""

    name: ShortName
    inputs: JsonObject
    assertions: Annotated[list[JsonObject], Field(max_length=MAX_ASSERTIONS)]
    compares_prompts: bool


class WorkflowTestReplay(Shape):
    """Number of the version to replay; by default the current graph."""

    version: Annotated[int, Field(ge=1)] | MISSING = MISSING


class WorkflowTestFileShape(Shape):
    """A test as a file, with its cassette; see docs/testing-workflows.md."""

    format: str
    version: int
    name: str
    workflow: str | MISSING = MISSING
    inputs: JsonObject | MISSING = MISSING
    until_node: str | MISSING | None = MISSING
    compares_prompts: bool | MISSING = MISSING
    assertions: list[JsonObject] | MISSING = MISSING
    cassette: JsonObject


@endpoint("POST", "runs/<uuid:run_id>/test/", status=201)
def run_save_as_test(user: User, run: EditedRun, body: WorkflowTestRecord) -> WorkflowTestShape:
    """Store a finished run as a test, after one trial replay."""
    return _test(workflow_test_record(run, user, name=body.name))


@endpoint("GET", "workflows/<uuid:workflow_id>/tests/")
def workflow_test_list(workflow: ReadWorkflow) -> list[WorkflowTestShape]:
    """Return the tests of a workflow by name, each with its last result."""
    return [_test(one) for one in selectors.workflow_test_list(workflow)]


@endpoint(
    "POST",
    "workflows/<uuid:workflow_id>/tests/",
    status=201,
    bodies={"application/json": WorkflowTestFileShape},
)
def workflow_test_import(request: Request, user: User, workflow: EditedWorkflow) -> WorkflowTestShape:
    """Store the test of an exported file; the workflow that it names does not matter."""
    return _test(files.workflow_test_import(request.data, workflow, user))


@endpoint("GET", "workflow-tests/<uuid:test_id>/")
def workflow_test_get(test: ReadTest) -> WorkflowTestShape:
    """Return one test."""
    return _test(test)


@endpoint("PATCH", "workflow-tests/<uuid:test_id>/")
def workflow_test_update(test: EditedTest, body: WorkflowTestPatch) -> WorkflowTestShape:
    """Change the name, inputs or demands of a test."""
    return _test(test_update(test, **body.sent()))


@endpoint("DELETE", "workflow-tests/<uuid:test_id>/")
def workflow_test_delete(test: EditedTest) -> None:
    """Delete a test with its results; its replays stay in the list of runs."""
    test.delete()


@endpoint("GET", "workflow-tests/<uuid:test_id>/export/")
def workflow_test_export(test: ReadTest) -> WorkflowTestFileShape:
    """Return the test with its cassette as a file without secrets."""
    return WorkflowTestFileShape.model_construct(**files.workflow_test_export(test))


@endpoint("GET", "workflow-tests/<uuid:test_id>/results/")
def workflow_test_result_list(test: ReadTest) -> list[WorkflowTestResultShape]:
    """Return what came of the test so far, newest first; the last 50 are kept."""
    return [_result(one) for one in selectors.workflow_test_results(test)]


@endpoint("POST", "workflow-tests/<uuid:test_id>/results/", status=201)
def workflow_test_replay(user: User, test: EditedTest, body: WorkflowTestReplay) -> WorkflowTestResultShape:
    """Replay the test and return what came of it; nothing outside is called."""
    number = body.sent().get("version")
    version = None if number is None else selectors.version_numbered(test.workflow, number)
    return _result(workflow_test_run(test, user, version))


def _test(test: WorkflowTest) -> WorkflowTestShape:
    listed = getattr(test, "newest", None)
    newest = listed[0] if listed else (test.results.first() if listed is None else None)
    return WorkflowTestShape.of(
        test,
        workflow=test.workflow_id,
        inputs=test.inputs,
        assertions=test.assertions,
        source_run=test.source_run_id,
        created_by=test.created_by and Person.of(test.created_by),
        last_result=newest and _result(newest),
    )


def _result(result: WorkflowTestResult) -> WorkflowTestResultShape:
    return WorkflowTestResultShape.of(
        result,
        run=result.run_id,
        version=result.version and RunVersion.of(result.version),
        usage=usage_json(result.usage) if result.usage else None,
        created_by=result.created_by and Person.of(result.created_by),
    )
