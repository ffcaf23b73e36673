"""Runs a table of cases: each case with each version is an ordinary run, begun and judged in small steps.

Any reader of a round advances it by a step: runs and judges have keys derived from the score's row, so nothing is begun
twice, and all state is in the rows.
"""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.rows.question import finds
from workflow_editor.adapters.node.metering import MONEY_SPENT
from workflow_editor.cassettes.scorers import Case, Score, judges_score, read_cases, score_of, stored_cases
from workflow_editor.errors import LimitError, WorkflowError, failure_text
from workflow_editor.models import Evaluation, EvaluationRound, EvaluationScore, Run, Status, Workflow, WorkflowVersion
from workflow_editor.models.status import OPEN_STATUSES
from workflow_editor.services.limits.people import money_cap_check
from workflow_editor.services.runs.cancel import run_cancel
from workflow_editor.services.runs.start import run_start
from workflow_editor.services.testing.judge import judge_run_start

TRIGGER = "evaluation"
AT_ONCE = 4
"""Open runs of one round."""

_GONE = Text("The run was deleted before it was scored.")
_NO_VERDICT = Text("The judge did not return a score between 0 and 1.")


def evaluation_create(workflow: Workflow, *, name: str, cases: Sequence[JsonObject]) -> Evaluation:
    """Store a table of cases. Raises InvalidInputError if a case is malformed (`/cases/<index>/…`)."""
    return Evaluation.objects.create(workflow=workflow, name=name, cases=_cases(cases))


def evaluation_update(
    evaluation: Evaluation, *, name: str | None = None, cases: Sequence[JsonObject] | None = None
) -> Evaluation:
    """Change a table; past rounds keep their cases. Raises InvalidInputError, as `evaluation_create`."""
    if name is not None:
        evaluation.name = name
    if cases is not None:
        evaluation.cases = _cases(cases)
    evaluation.save()
    return evaluation


def _cases(given: Sequence[JsonObject]) -> list[JsonObject]:
    """Return cases as they are stored: as they were given, under the names that were read."""
    return [{**case, "name": found.name} for case, found in zip(given, read_cases(given), strict=True)]


def evaluation_run(
    evaluation: Evaluation, user: User, left: WorkflowVersion, right: WorkflowVersion | None = None
) -> EvaluationRound:
    """Begin a round over one version, or a comparison of two; it ends by itself.

    Raises LimitError (`cap_reached`) if the person has spent the money of the day.
    """
    money_cap_check(user)
    sides = [EvaluationScore.Side.LEFT, *([EvaluationScore.Side.RIGHT] if right else [])]
    with transaction.atomic():
        round_ = EvaluationRound.objects.create(
            evaluation=evaluation, cases=evaluation.cases, left=left, right=right, created_by=user
        )
        EvaluationScore.objects.bulk_create(
            EvaluationScore(round=round_, case=index, side=side)
            for index in range(len(evaluation.cases))
            for side in sides
        )
    round_advance(round_.pk)
    return round_


def evaluation_round_cancel(round_: EvaluationRound) -> EvaluationRound:
    """End a round with the scores that it has, and cancel its runs; one that is over is returned as it is."""
    open_ = EvaluationRound.objects.filter(pk=round_.pk, finished_at__isnull=True)
    if open_.update(finished_at=timezone.now(), cancelled=True):
        for score in round_.scores.select_related("run", "judge_run"):
            _stop(score.run)
            _stop(score.judge_run)
    round_.refresh_from_db()
    return round_


def evaluations_advance() -> None:
    """Take every open round one step on; called every second."""
    if finds(_open_rounds):
        for round_id in _open_rounds().values_list("pk", flat=True):
            round_advance(round_id)


def _open_rounds() -> QuerySet[EvaluationRound]:
    return EvaluationRound.objects.filter(finished_at__isnull=True)


def round_advance(round_id: UUID) -> None:
    """Begin runs within limits, judge finished ones, and end the round with its last score.

    A case beyond its person's run limit is retried in the next step. An exhausted daily budget may last for hours, so
    it ends the round.
    """
    found = EvaluationRound.objects.select_related("evaluation__workflow", "left", "right", "created_by")
    round_ = found.filter(pk=round_id, finished_at__isnull=True).first()
    if round_ is None:
        return
    cases = stored_cases(round_.cases)
    unscored = list(round_.scores.filter(score__isnull=True).select_related("run", "judge_run"))
    capacity = AT_ONCE - sum(score.run is not None and score.run.status in OPEN_STATUSES for score in unscored)
    for score in unscored:
        if score.run is None and score.reason is None:
            if capacity > 0:
                capacity -= 1
                _begin(round_, score, cases[score.case])
        else:
            _go_on(round_, score, cases[score.case])
    if not round_.scores.filter(score__isnull=True).exists():
        EvaluationRound.objects.filter(pk=round_.pk, finished_at__isnull=True).update(finished_at=timezone.now())


def _begin(round_: EvaluationRound, score: EvaluationScore, case: Case) -> None:
    version = round_.left if score.side == EvaluationScore.Side.LEFT else round_.right
    user = round_.created_by
    if version is None or user is None:
        _store(score, Score(0.0, _GONE))
        return
    try:
        key = f"evaluation-{score.pk}"
        workflow = round_.evaluation.workflow
        run, _ = run_start(workflow, user, inputs=case.inputs, trigger=TRIGGER, version=version, idempotency_key=key)
    except LimitError as error:
        _wait_or_end(round_, error.details)
        return
    except WorkflowError as error:
        _store(score, Score(0.0, error.text))
        return
    EvaluationScore.objects.filter(pk=score.pk).update(run=run)
    _stop_if_over(round_, run)


def _go_on(round_: EvaluationRound, score: EvaluationScore, case: Case) -> None:
    run = score.run
    if run is None:
        _store(score, Score(0.0, _GONE))
    elif run.status in OPEN_STATUSES:
        return
    elif _is_capped(run):
        _wait_or_end(round_, (run.error or {})["details"])
    elif run.status != Status.SUCCEEDED:
        _store(score, Score(0.0, _why(run)))
    elif (verdict := score_of(case, run.output)) is not None:
        _store(score, verdict)
    elif score.judge_run is None:
        _ask(round_, score, case, run)
    elif score.judge_run.status not in OPEN_STATUSES:
        judge = score.judge_run
        if _is_capped(judge):
            _wait_or_end(round_, (judge.error or {})["details"])
            return
        failed = Score(0.0, _NO_VERDICT if judge.status == Status.SUCCEEDED else _why(judge))
        _store(score, judges_score(judge.output) or failed)


def _ask(round_: EvaluationRound, score: EvaluationScore, case: Case, run: Run) -> None:
    user = round_.created_by
    if user is None:
        _store(score, Score(0.0, _GONE))
        return
    try:
        workflow = round_.evaluation.workflow
        judge = judge_run_start(workflow, user, case, run.output, key=f"judge-{score.pk}")
    except LimitError as error:
        _wait_or_end(round_, error.details)
        return
    except WorkflowError as error:
        _store(score, Score(0.0, error.text))
        return
    EvaluationScore.objects.filter(pk=score.pk).update(judge_run=judge)
    _stop_if_over(round_, judge)


def _wait_or_end(round_: EvaluationRound, refusal: Mapping[str, Any]) -> None:
    """End a round without daily budget, with the reason at missing scores; otherwise wait."""
    if refusal.get("cap") == "money_per_day":
        round_.scores.filter(score__isnull=True).update(reason=MONEY_SPENT.to_json())
        evaluation_round_cancel(round_)


def _stop_if_over(round_: EvaluationRound, run: Run) -> None:
    """Stop a run that began while somebody cancelled the round, who did not see it."""
    if EvaluationRound.objects.filter(pk=round_.pk, finished_at__isnull=False).exists():
        _stop(run)


def _stop(run: Run | None) -> None:
    if run is not None and run.status in OPEN_STATUSES:
        run_cancel(run.pk)


def _is_capped(run: Run) -> bool:
    """Return True for a run that failed because its person has spent the money of the day."""
    return run.error is not None and (run.error.get("details") or {}).get("cap") == "money_per_day"


def _why(run: Run) -> Text:
    if run.error is None:
        return Text("The run ended as {status}.", status=run.status)
    return failure_text(run.error)


def _store(score: EvaluationScore, verdict: Score) -> None:
    reason = verdict.reason.to_json()
    # A round that was cancelled meanwhile keeps the scores that it had.
    unscored = EvaluationScore.objects.filter(pk=score.pk, score__isnull=True, round__finished_at__isnull=True)
    unscored.update(score=verdict.value, reason=reason)
