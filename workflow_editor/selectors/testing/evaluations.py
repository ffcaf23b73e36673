"""Reads of evaluations: tables, rounds and what they come to."""

from collections.abc import Sequence
from statistics import fmean
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import QuerySet

from tools.core.definitions import JsonObject
from workflow_editor.errors import NotFoundError
from workflow_editor.models import Evaluation, EvaluationRound, EvaluationScore, Workflow
from workflow_editor.selectors.access import Access, workflow_for


def evaluation_list(workflow: Workflow) -> QuerySet[Evaluation]:
    """Return the tables of a workflow, newest first."""
    return Evaluation.objects.filter(workflow=workflow)


def evaluation_for(user: User, evaluation_id: UUID, access: Access = Access.READ) -> Evaluation:
    """Return the table with its workflow if the user has this access to it.

    Raises:
        NotFoundError: no such table, or of a workflow that the user does not see.
        ForbiddenError: the user sees it but may not do this.
    """
    return _visible(user, Evaluation.objects.filter(pk=evaluation_id).first(), access)


def round_for(user: User, round_id: UUID, access: Access = Access.READ) -> EvaluationRound:
    """Return a round if the user has this access to its workflow.

    Raises:
        NotFoundError: no such round, or of a workflow that the user does not see.
        ForbiddenError: the user sees it but may not do this.
    """
    found = EvaluationRound.objects.select_related("evaluation", "left", "right", "created_by").filter(pk=round_id)
    round_ = found.first()
    _visible(user, round_.evaluation if round_ else None, access)
    if round_ is None:
        raise NotFoundError("There is no such evaluation.")
    return round_


def round_list(evaluation: Evaluation) -> QuerySet[EvaluationRound]:
    """Return the rounds of a table, newest first."""
    return evaluation.rounds.select_related("left", "right", "created_by").prefetch_related("scores")


def round_sums(scores: Sequence[EvaluationScore]) -> JsonObject:
    """Return {left, right, done, count}: the mean of each side over its scored cases, null without any."""
    means = {
        side: [score.score for score in scores if score.side == side and score.score is not None]
        for side in EvaluationScore.Side.values
    }
    return {
        **{side: fmean(values) if values else None for side, values in means.items()},
        "done": sum(len(values) for values in means.values()),
        "count": len(scores),
    }


def _visible(user: User, evaluation: Evaluation | None, access: Access) -> Evaluation:
    if evaluation is None:
        raise NotFoundError("There is no such evaluation.")
    try:
        evaluation.workflow = workflow_for(user, evaluation.workflow_id, access)
    except NotFoundError as error:
        raise NotFoundError("There is no such evaluation.") from error
    return evaluation
