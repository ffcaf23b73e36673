"""The end of a run starts others: what is to begin is stored in the transaction that ends it, so none is lost."""

from collections.abc import Sequence

from django.utils import timezone

from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.rows.reader import read_values
from workflow_editor.errors import failure_json
from workflow_editor.models import Run, Status, Trigger, TriggerDelivery, Workflow
from workflow_editor.nodes.builtin.run_end import LONGEST_CHAIN, RunEndConfig, RunEndNode
from workflow_editor.selectors.access import Access, may_still
from workflow_editor.services.triggers.pauses import trigger_pause_for

_RUN_END = RunEndNode()
_FAILED = Text("Failed runs in a row: {count}.", count=0)


def end_triggers(run: Run) -> Sequence[Trigger]:
    if run.kind != Run.Kind.RUN or run.mode != Run.Mode.LIVE or run.target_node or run.parent_node_run_id is not None:
        return ()
    # Nearly nobody has one, and every run asks: a query that is not built anew.
    if not read_values(Trigger, ("id",), {"type": _RUN_END.id, "paused_at": None}):
        return ()
    live = Trigger.objects.filter(type=_RUN_END.id, version__isnull=False, paused_at=None)
    live = live.exclude(workflow=run.workflow_id)
    found = list(live.select_related("runs_as"))
    if not found:
        return ()
    names = (str(run.workflow_id), Workflow.objects.values_list("slug", flat=True).get(pk=run.workflow_id))
    return [trigger for trigger in found if _wants(trigger, run, names)]


def _wants(trigger: Trigger, run: Run, names: tuple[str, ...]) -> bool:
    config = RunEndConfig.model_validate(trigger.config)
    if trigger.runs_as is None or not _RUN_END.wants(config, run.status, names):
        return False
    return may_still(trigger.runs_as.pk, Access.READ, run.workflow_id)


def outcome_count(run: Run) -> None:
    """Count failures in a row of the trigger that started a run, and pause it after as many as its settings say."""
    found = read_values(TriggerDelivery, ("trigger_id", "trigger.failures"), {"id": run.delivery_id})
    # Most runs succeed after others that did: then nothing changes, and nobody waits for the trigger's row.
    if not found or run.status == Status.CANCELLED or (run.status == Status.SUCCEEDED and not found[0][1]):
        return
    # Several deliveries of a trigger share its key until they commit: the whole row they would wait for in a circle.
    trigger = Trigger.objects.select_for_update(no_key=True).filter(pk=found[0][0]).first()
    if trigger is None:
        return
    trigger.failures = trigger.failures + 1 if run.status == Status.FAILED else 0
    trigger.save(update_fields=["failures"])
    limit = trigger.config.get("pauseAfter", 0)
    if limit and trigger.failures >= limit:
        trigger_pause_for(trigger, failure_json("too_many_failures", _FAILED.filled(count=trigger.failures), {}))


def run_end_store(run: Run, triggers: Sequence[Trigger]) -> None:
    """Store that the run has ended for these triggers; `start_waiting` starts their runs."""
    chain = _chain(run) + 1 if triggers else 0
    if not triggers or chain > LONGEST_CHAIN:
        return
    data = {**_data(run), "chain": chain}
    waiting = TriggerDelivery.Status.WAITING
    TriggerDelivery.objects.bulk_create(
        [
            TriggerDelivery(trigger=trigger, key=str(run.pk), status=waiting, data=data, arrived_at=timezone.now())
            for trigger in triggers
        ],
        ignore_conflicts=True,
    )


def _chain(run: Run) -> int:
    """Return how many runs led to this one by their ends."""
    stored = TriggerDelivery.objects.filter(runs=run.pk, trigger__type=_RUN_END.id).values_list("data", flat=True)
    return int(next((data.get("chain", 0) for data in stored), 0))


def _data(run: Run) -> JsonObject:
    error = run.error or {}
    return {
        "run": str(run.pk),
        "workflow": Workflow.objects.values_list("name", flat=True).get(pk=run.workflow_id),
        "status": run.status,
        "error": {name: error[name] for name in ("code", "message", "node_key") if name in error},
        "output": run.output or {},
    }
