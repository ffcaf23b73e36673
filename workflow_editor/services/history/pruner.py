"""One small round of everything that keeps the history in bounds; called again and again."""

from dataclasses import astuple, dataclass
from uuid import UUID

from django.utils import timezone

from tools.services.data_tables import data_writes_prune
from workflow_editor.run_store import run_store
from workflow_editor.services.history.conversations import conversations_prune
from workflow_editor.services.history.files import files_prune
from workflow_editor.services.history.measure import runs_measure
from workflow_editor.services.history.prune import (
    HistoryLimits,
    cookies_prune,
    deliveries_prune,
    partitions_prune,
    payloads_prune,
    workflow_prune,
    workflows_after,
)

_RUNS = 500
_WORKFLOWS = 50
_PAYLOADS = 500
_TALKS = 100
_FILES = 200
_DELIVERIES = 500
_TABLE_WRITES = 500
_COOKIES = 500


@dataclass(frozen=True, slots=True)
class PruneReport:
    """Result of one round."""

    measured: int
    runs: int
    days: int
    payloads: int
    talks: int
    """Conversations."""
    files: int
    deliveries: int
    table_writes: int
    """Keys of writes to tables."""
    cookies: int
    """Runs with deleted cookies."""

    def is_idle(self) -> bool:
        return not any(astuple(self))


class HistoryPruner:
    """Prunes some workflows in each round, by the system's limits unless given."""

    def __init__(self, limits: HistoryLimits | None = None) -> None:
        self._limits = limits or HistoryLimits.of_system()
        self._last_workflow: UUID | None = None

    def round(self) -> PruneReport:
        """Do a bit of everything."""
        now, limits = timezone.now(), self._limits
        run_store.partitions_make(now.date())
        measured = runs_measure(_RUNS)
        days = partitions_prune(limits, now)
        runs = sum(workflow_prune(workflow_id, limits, batch=_RUNS) for workflow_id in self._next_workflows())
        talks = conversations_prune(now, batch=_TALKS)
        files = files_prune(now, batch=_FILES)
        payloads = payloads_prune(now, batch=_PAYLOADS)
        deliveries = deliveries_prune(now, batch=_DELIVERIES)
        writes = data_writes_prune(now, batch=_TABLE_WRITES)
        cookies = cookies_prune(batch=_COOKIES)
        return PruneReport(measured, runs, days, payloads, talks, files, deliveries, writes, cookies)

    def is_at_the_beginning(self) -> bool:
        """True when the next round starts with the first workflow."""
        return self._last_workflow is None

    def _next_workflows(self) -> list[UUID]:
        found = workflows_after(self._last_workflow, _WORKFLOWS)
        self._last_workflow = found[-1] if len(found) == _WORKFLOWS else None
        return found
