"""Replaying a test and keeping what came of it."""

from django.contrib.auth.models import User
from django.db import transaction

from agents.core.messages import Usage
from tools.core.definitions import JsonObject
from workflow_editor.cassettes.assertions import Played, PlayedCall, failed_assertions, read_assertions
from workflow_editor.cassettes.format import read_cassette
from workflow_editor.errors import WorkflowError
from workflow_editor.models import Workflow, WorkflowTest, WorkflowTestResult, WorkflowVersion
from workflow_editor.models.graph_document import graph_document
from workflow_editor.services.testing.replay import Replayed, replay
from workflow_editor.services.versions import version_snapshot

KEPT_RESULTS = 50
"""Per test; older ones are deleted with the next."""

Outcome = WorkflowTestResult.Status


def workflow_test_run(test: WorkflowTest, user: User, version: WorkflowVersion | None = None) -> WorkflowTestResult:
    """Replay a test over the current graph, or a version, and store the result."""
    result = workflow_test_judge(test, user, version)
    with transaction.atomic():
        result.save()
        kept = WorkflowTestResult.objects.filter(test=test).order_by("-id").values_list("id", flat=True)[:KEPT_RESULTS]
        WorkflowTestResult.objects.filter(test=test).exclude(id__in=list(kept)).delete()
    return result


def workflow_test_judge(test: WorkflowTest, user: User, version: WorkflowVersion | None = None) -> WorkflowTestResult:
    """Replay a test that need not be stored and return the result, which is not stored either."""
    result = WorkflowTestResult(test=test, version=version, created_by=user)
    try:
        cassette, assertions = read_cassette(test.cassette), read_assertions(test.assertions)
        result.version = version or version_as_it_is(test.workflow, user)
        replayed = replay(
            result.version,
            cassette.track(),
            user,
            inputs=test.inputs,
            mode=cassette.recorded.mode,
            until_node=test.until_node,
            compares_prompts=test.compares_prompts,
        )
    except WorkflowError as error:
        result.status, result.findings = Outcome.FAILED, [_refusal(error)]
        return result
    played = played_of(replayed)
    result.run, result.usage, result.duration_ms = replayed.run, replayed.run.usage, played.duration_ms
    if replayed.mismatches:
        result.status, result.findings = Outcome.UNFIT, [mismatch.to_json() for mismatch in replayed.mismatches]
    else:
        result.findings = [found.to_json() for found in failed_assertions(assertions, played)]
        result.status = Outcome.FAILED if result.findings else Outcome.PASSED
    return result


def played_of(replayed: Replayed) -> Played:
    run, used = replayed.run, Usage.from_json(replayed.run.usage)
    tools = tuple(PlayedCall(call.title, call.tool_id, call.function) for call in replayed.calls.tools)
    return Played(run.status, run.output, tools, used.tokens, used.cost, replayed.calls.duration_ms)


def version_as_it_is(workflow: Workflow, user: User) -> WorkflowVersion:
    """Return a snapshot of the stored graph, with its workflow at hand."""
    version = version_snapshot(workflow, graph_document(workflow), user)
    version.workflow = workflow
    return version


def _refusal(error: WorkflowError) -> JsonObject:
    """Return the finding of a replay that could not even begin."""
    return {
        "code": error.code,
        "message": error.text.to_json(),
        "recorded": None,
        "found": [problem["message"] for problem in error.details.get("problems", [])] or None,
    }
