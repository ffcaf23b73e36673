"""Runs that paused because a model call would pass their budget."""

from uuid import UUID

from workflow_editor.engine.run_limits import limits_of
from workflow_editor.models import Run, Wait
from workflow_editor.nodes.waits import BudgetWait
from workflow_editor.services.runs.waits.resolve import ResolvedWait


def budget_raise(settled: ResolvedWait, about: BudgetWait) -> None:
    """Set the new budget of the run, maybe an outer one, that was too small; both are locked."""
    run_id = UUID(about.run_id)
    run = settled.run if settled.run.pk == run_id else Run.objects.get(pk=run_id)
    raised = limits_of(run.limits).to_json() | settled.answer["values"]
    Run.objects.filter(pk=run_id).update(limits=raised)
    run.limits = raised


def waits_of_same_budget(wait: Wait, about: BudgetWait) -> list[int]:
    """Return the open waits of other nodes that paused for the budget of the same run."""
    waits = Wait.objects.filter(kind=Wait.Kind.BUDGET, answered_at__isnull=True).exclude(pk=wait.pk)
    return list(waits.filter(payload__run_id=about.run_id).order_by("id").values_list("id", flat=True))
