"""Reads of tests and their results."""

from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import OuterRef, Prefetch, QuerySet, Subquery

from tools.core.text import Text
from workflow_editor.errors import InvalidInputError, NotFoundError
from workflow_editor.models import Workflow, WorkflowTest, WorkflowTestResult, WorkflowVersion
from workflow_editor.selectors.access import Access, workflow_for

_NOT_FOUND = "There is no such test."


def workflow_test_list(workflow: Workflow) -> QuerySet[WorkflowTest]:
    """Return the tests of a workflow by name, without their cassettes, each with its newest result as `newest`."""
    newest = WorkflowTestResult.objects.filter(test=OuterRef("pk")).order_by("-id").values("id")[:1]
    results = WorkflowTestResult.objects.filter(
        id__in=workflow.tests.annotate(newest_id=Subquery(newest)).values("newest_id")
    )
    shown = Prefetch("results", results.select_related("version", "created_by"), to_attr="newest")
    return workflow.tests.defer("cassette").select_related("created_by").prefetch_related(shown)


def workflow_test_for(user: User, test_id: UUID, access: Access = Access.READ) -> WorkflowTest:
    """Return the test with its workflow if the user has this access to it.

    Raises:
        NotFoundError: no such test, or of a workflow that the user does not see.
        ForbiddenError: the user sees it but may not do this.
    """
    test = WorkflowTest.objects.select_related("created_by").filter(pk=test_id).first()
    if test is None:
        raise NotFoundError(_NOT_FOUND)
    try:
        test.workflow = workflow_for(user, test.workflow_id, access)
    except NotFoundError as error:
        raise NotFoundError(_NOT_FOUND) from error
    return test


def workflow_test_results(test: WorkflowTest) -> QuerySet[WorkflowTestResult]:
    """Return what came of the test so far, newest first."""
    return test.results.select_related("version", "created_by")


def version_numbered(workflow: Workflow, number: int) -> WorkflowVersion:
    """Return a published version with its workflow. Raises InvalidInputError (`/version`) if there is none."""
    version = WorkflowVersion.objects.filter(workflow=workflow, number=number).first()
    if version is None:
        text = Text("There is no version {number}.", number=number)
        raise InvalidInputError.at("/version", "version_missing", text)
    version.workflow = workflow
    return version
