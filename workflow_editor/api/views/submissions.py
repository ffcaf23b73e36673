"""Submissions of a public form, for viewers of its workflow: a table and a file."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from django.http import StreamingHttpResponse
from pydantic import MISSING, Field

from tools.api.contract.endpoints import Media, Paged, endpoint
from tools.api.contract.fields import JsonObject
from tools.api.contract.shapes import Query, Shape
from workflow_editor.api.pagination import HighestIdFirst
from workflow_editor.api.rows import ReadTrigger
from workflow_editor.api.run_shapes import RunError, failure_json
from workflow_editor.api.views.deliveries import DeliveryRun
from workflow_editor.models import Status, TriggerDelivery
from workflow_editor.selectors.outside.submissions import submission_fields, submissions, submissions_csv


class SubmissionColumn(Shape):
    """A field that a form asks for."""

    name: str
    title: str


class SentForm(Shape):
    """A submission of a form, and its runs; `error` says why it started none."""

    id: UUID
    status: TriggerDelivery.Status
    error: RunError | None
    arrived_at: datetime
    person: str
    """User name, if signed in."""
    values: JsonObject
    runs: list[DeliveryRun]


class SubmissionsQuery(Query):
    status: Status | MISSING = MISSING
    """Status of a run."""
    search: str = Field("", max_length=200)
    """Words in a field that the form asks for."""


@endpoint("GET", "workflows/<uuid:workflow_id>/triggers/<str:node_key>/submissions/", pages=HighestIdFirst)
def submission_list(trigger: ReadTrigger, query: SubmissionsQuery) -> Paged[SentForm]:
    """List submissions of a form, newest first."""
    return Paged(submissions(trigger, **query.sent()), _shown)


@endpoint("GET", "workflows/<uuid:workflow_id>/triggers/<str:node_key>/submissions/columns/")
def submission_columns(trigger: ReadTrigger) -> list[SubmissionColumn]:
    """Return the fields that the form asks for."""
    return [SubmissionColumn.of(field) for field in submission_fields(trigger)]


@endpoint("GET", "workflows/<uuid:workflow_id>/triggers/<str:node_key>/submissions.csv")
def submission_export(
    trigger: ReadTrigger, query: SubmissionsQuery
) -> Annotated[StreamingHttpResponse, Media("text/csv", "CSV in UTF-8.")]:
    """Download what people sent."""
    headers = {"Content-Disposition": 'attachment; filename="submissions.csv"'}
    lines = submissions_csv(trigger, submissions(trigger, **query.sent()))
    return StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8", headers=headers)


def _shown(delivery: TriggerDelivery) -> SentForm:
    return SentForm.of(
        delivery,
        error=failure_json(delivery.error),
        person=str(delivery.data.get("person", "")),
        values=delivery.data.get("fields", {}),
        runs=[DeliveryRun.of(run) for run in delivery.runs.all()],
    )
