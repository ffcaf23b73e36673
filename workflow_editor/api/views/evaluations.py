"""Evaluations: tables of cases, run for one or two versions."""

from datetime import datetime
from typing import Annotated, Self
from uuid import UUID

from django.contrib.auth.models import User
from pydantic import Field

from tools.api.contract.endpoints import FoundBy, endpoint
from tools.api.contract.fields import JsonObject, LocalText
from tools.api.contract.shapes import Shape
from tools.api.people import Person
from workflow_editor.api.fields import ShortName
from workflow_editor.api.rows import EditedWorkflow, ReadWorkflow
from workflow_editor.api.run_shapes import RunVersion
from workflow_editor.cassettes.scorers import MAX_CASES
from workflow_editor.models import Evaluation, EvaluationRound, EvaluationScore
from workflow_editor.selectors.access import Access
from workflow_editor.selectors.testing import evaluations as selectors
from workflow_editor.selectors.testing.workflow_tests import version_numbered
from workflow_editor.services.testing import evaluations as services
from workflow_editor.services.testing.results import version_as_it_is

ReadEvaluation = Annotated[Evaluation, FoundBy(selectors.evaluation_for)]
EditedEvaluation = Annotated[Evaluation, FoundBy(selectors.evaluation_for, access=Access.EDIT)]
ReadRound = Annotated[EvaluationRound, FoundBy(selectors.round_for)]
EditedRound = Annotated[EvaluationRound, FoundBy(selectors.round_for, access=Access.EDIT)]
Cases = Annotated[list[JsonObject], Field(max_length=MAX_CASES)]


class EvaluationShape(Shape):
    """A table of cases; see docs/testing-workflows.md."""

    id: UUID
    workflow: UUID
    name: str
    cases: list[JsonObject]
    created_at: datetime
    updated_at: datetime


class EvaluationCreate(Shape):
    """A new table: each case has `name`, `inputs`, `expected` and, if it is not `equals`, a `scorer`."""

    name: ShortName
    cases: Cases


class EvaluationPatch(EvaluationCreate, partial=True):
    """Changeable fields of a table."""


class EvaluationStart(Shape):
    """One or two versions by number; null is the graph as it is now."""

    versions: Annotated[list[Annotated[int, Field(ge=1)] | None], Field(min_length=1, max_length=2)]


class EvaluationSums(Shape):
    """Means of the scores so far, 0 to 1; `done` of `count` cases are scored."""

    left: float | None
    right: float | None
    done: int
    count: int


class EvaluationScoreShape(Shape):
    """One case with one version; `score` is null until it is known."""

    case: int
    side: EvaluationScore.Side
    run: UUID | None
    judge_run: UUID | None
    score: float | None
    reason: LocalText | None


class EvaluationRoundSummary(Shape):
    """A round as a list shows it; `right` is null when only one version was run."""

    id: UUID
    left: RunVersion | None
    right: RunVersion | None
    created_by: Person | None
    created_at: datetime
    finished_at: datetime | None = None
    cancelled: bool = False
    sums: EvaluationSums

    @classmethod
    def of_round(cls, round_: EvaluationRound) -> Self:
        return cls.of(
            round_,
            left=round_.left and RunVersion.of(round_.left),
            right=round_.right and RunVersion.of(round_.right),
            created_by=round_.created_by and Person.of(round_.created_by),
            sums=selectors.round_sums(list(round_.scores.all())),
        )


class EvaluationRoundShape(Shape):
    """A whole round: the cases that it was begun with, and the scores in their order."""

    cases: list[JsonObject]
    scores: list[EvaluationScoreShape]
    summary: EvaluationRoundSummary


@endpoint("GET", "workflows/<uuid:workflow_id>/evaluations/")
def evaluation_list(workflow: ReadWorkflow) -> list[EvaluationShape]:
    """Return the tables of a workflow, newest first."""
    return [_table(one) for one in selectors.evaluation_list(workflow)]


@endpoint("POST", "workflows/<uuid:workflow_id>/evaluations/", status=201)
def evaluation_create(workflow: EditedWorkflow, body: EvaluationCreate) -> EvaluationShape:
    """Store a table of cases."""
    return _table(services.evaluation_create(workflow, **body.model_dump()))


@endpoint("GET", "evaluations/<uuid:evaluation_id>/")
def evaluation_get(evaluation: ReadEvaluation) -> EvaluationShape:
    """Return one table."""
    return _table(evaluation)


@endpoint("PATCH", "evaluations/<uuid:evaluation_id>/")
def evaluation_update(evaluation: EditedEvaluation, body: EvaluationPatch) -> EvaluationShape:
    """Change a table; rounds that were run keep their cases."""
    return _table(services.evaluation_update(evaluation, **body.sent()))


@endpoint("DELETE", "evaluations/<uuid:evaluation_id>/")
def evaluation_delete(evaluation: EditedEvaluation) -> None:
    """Delete a table with its rounds; their runs stay in the list of runs."""
    evaluation.delete()


@endpoint("GET", "evaluations/<uuid:evaluation_id>/rounds/")
def evaluation_round_list(evaluation: ReadEvaluation) -> list[EvaluationRoundSummary]:
    """Return the rounds of a table, newest first."""
    return [EvaluationRoundSummary.of_round(one) for one in selectors.round_list(evaluation)]


@endpoint("POST", "evaluations/<uuid:evaluation_id>/rounds/", status=201)
def evaluation_run(user: User, evaluation: EditedEvaluation, body: EvaluationStart) -> EvaluationRoundShape:
    """Begin a round over one version or two; it continues in the background."""
    workflow = evaluation.workflow
    versions = [
        version_as_it_is(workflow, user) if number is None else version_numbered(workflow, number)
        for number in body.versions
    ]
    return _whole(services.evaluation_run(evaluation, user, *versions))


@endpoint("GET", "evaluation-rounds/<uuid:round_id>/")
def evaluation_round_get(round_: ReadRound) -> EvaluationRoundShape:
    """Return a round with the scores that are known by now."""
    return _whole(round_)


@endpoint("POST", "evaluation-rounds/<uuid:round_id>/cancel/")
def evaluation_round_cancel(round_: EditedRound) -> EvaluationRoundShape:
    """End a round with the scores that it has, and cancel its runs; nothing happens when it is over."""
    return _whole(services.evaluation_round_cancel(round_))


def _table(evaluation: Evaluation) -> EvaluationShape:
    return EvaluationShape.of(evaluation, workflow=evaluation.workflow_id, cases=evaluation.cases)


def _whole(round_: EvaluationRound) -> EvaluationRoundShape:
    scores = [
        EvaluationScoreShape.of(score, run=score.run_id, judge_run=score.judge_run_id) for score in round_.scores.all()
    ]
    return EvaluationRoundShape.of(
        round_, cases=round_.cases, scores=scores, summary=EvaluationRoundSummary.of_round(round_)
    )
