"""Finds work that a dead process or a lost message left behind. The tables decide, never the broker."""

from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone

from tools.core.definitions import JsonObject
from workflow_editor.adapters.internals.broker import messages_waiting
from workflow_editor.adapters.node.stored_run_state import StoredRunState
from workflow_editor.adapters.process.task_queue import enqueue_node, enqueue_run, enqueue_turn
from workflow_editor.adapters.state.plans import plan_of_version
from workflow_editor.adapters.state.running_nodes import is_ours
from workflow_editor.models import NodeRun, Run, Status
from workflow_editor.models.status import OPEN_STATUSES, OPEN_WORDS
from workflow_editor.run_store import run_store
from workflow_editor.run_store.leases import LEASE, lease_end
from workflow_editor.run_store.shares import oldest_of_each
from workflow_editor.run_store.writes import NewEvent
from workflow_editor.services.runs.children import children_sweep
from workflow_editor.services.runs.finish import finish_if_done
from workflow_editor.services.runs.places import node_places
from workflow_editor.services.runs.save import run_save
from workflow_editor.services.runs.step import output_of

# A task that was sent this long ago is taken for lost and sent again; a second delivery does no harm.
RESEND_AFTER = timedelta(seconds=10)
# No node asks for more (`NodePolicy.max_backoff_s`).
LONGEST_BACKOFF = timedelta(hours=1, seconds=10)
_BATCH = 500
_RESENT_OF_EACH = 10
"""Per person and workflow, in one sweep."""
_TURNS = 4


def sweep(*, everything: bool = False, leases_end: bool = True) -> None:
    """Queue abandoned work, resend untaken tasks, end runs with nothing open.

    Implausibly late due times come from a clock set back, and count as due. `everything` ignores the resend age, at
    startup; `leases_end` is False while leases cannot be judged after a clock change.
    """
    now = timezone.now()
    sent_before = now if everything else now - RESEND_AFTER
    _bring_back_from_the_future(now)
    if leases_end:
        _requeue_expired(now)
    # While the workers have a backlog, what waits is most likely in it; sending again would only make it longer.
    if node_places.some_wait and not everything:
        enqueue_turn()
    elif everything or messages_waiting() < _BATCH:
        _resend_nodes(now, sent_before)
        _restart_runs(now, sent_before)
    _finish_runs(now, now - RESEND_AFTER)
    children_sweep()


def void_leases() -> None:
    """Requeue every running node after a crash. Only for the one process with DATA_DIR's lock."""
    # Containers run without a worker, hence without an owner.
    NodeRun.objects.filter(status=Status.RUNNING).exclude(lease_owner="").update(
        status=Status.QUEUED, lease_owner="", lease_until=None, queued_at=timezone.now()
    )


def holds_claims() -> bool:
    """Return whether this process has claimed work that it has not finished, also before a thread has begun it."""
    return NodeRun.objects.filter(is_ours(), status=Status.RUNNING).exists()


def requeue_own(*, enqueue: bool = False) -> None:
    """Requeue this process's work, revoking its leases; `enqueue` notifies other workers at once."""
    held = NodeRun.objects.filter(is_ours(), status=Status.RUNNING)
    returned = list(held.values_list("id", flat=True))
    if returned:
        held.update(status=Status.QUEUED, lease_owner="", lease_until=None, queued_at=timezone.now())
    for node_run_id in returned if enqueue else ():
        enqueue_node(node_run_id)


def _bring_back_from_the_future(now: datetime) -> None:
    running = NodeRun.objects.filter(status=Status.RUNNING, lease_until__gt=now + 2 * LEASE)
    if running.exists():
        # Whoever works on it renews it in time.
        running.update(lease_until=lease_end(now))
    retried = NodeRun.objects.filter(status=Status.QUEUED, due_at__gt=now + LONGEST_BACKOFF)
    if retried.exists():
        retried.update(due_at=now, queued_at=now)


def _requeue_expired(now: datetime) -> None:
    expired = NodeRun.objects.filter(status=Status.RUNNING, lease_until__lt=now)
    if expired.exists():
        # Long enough ago to be sent by this very sweep.
        expired.update(status=Status.QUEUED, lease_owner="", lease_until=None, queued_at=now - RESEND_AFTER)


def _resend_nodes(now: datetime, sent_before: datetime) -> None:
    # A retried node run is queued as of the moment at which it is due.
    is_due = Q(queued_at__lte=sent_before) | Q(queued_at__lte=now, queued_at=F("due_at"))
    is_due |= Q(queued_at__gt=now + RESEND_AFTER, due_at=None)
    waiting = NodeRun.objects.filter(is_due, status=Status.QUEUED)
    ids = [id_ for id_, *_ in oldest_of_each(waiting, "run__", _RESENT_OF_EACH, _BATCH)]
    if ids:
        _offer_rest(waiting.count() - len(ids))
        NodeRun.objects.filter(id__in=ids, status=Status.QUEUED).update(queued_at=now)
        for node_run_id in ids:
            enqueue_node(node_run_id)


def _restart_runs(now: datetime, sent_before: datetime) -> None:
    """Restart runs that never took their first step, and so have no nodes at all."""
    is_due = Q(created_at__lte=sent_before) | Q(created_at__gt=now + RESEND_AFTER)
    open_runs = Run.objects.filter(is_due, status__in=OPEN_WORDS, held=False)
    waiting = open_runs.filter(status=Status.QUEUED)
    ids = [id_ for id_, *_ in oldest_of_each(waiting, "", _RESENT_OF_EACH, _BATCH)]
    for run_id in ids:
        enqueue_run(run_id)
    if ids:
        _offer_rest(waiting.count() - len(ids))


def _offer_rest(count: int) -> None:
    """Let workers that have places look into the queue for what is not sent one by one: most of it only waits."""
    for _ in range(min(count, _TURNS)):
        enqueue_turn()


def _finish_runs(now: datetime, started_before: datetime) -> None:
    open_nodes = NodeRun.objects.filter(run=OuterRef("pk"), status__in=OPEN_STATUSES)
    is_due = Q(started_at__lte=started_before) | Q(started_at__gt=now + RESEND_AFTER)
    open_runs = Run.objects.filter(is_due, status__in=OPEN_WORDS).order_by()
    stranded = open_runs.filter(~Exists(open_nodes), status=Status.RUNNING)
    for run_id in list(stranded.values_list("id", flat=True)[:_BATCH]):
        with transaction.atomic():
            run = run_store.lock_run(run_id)
            if run is not None:
                run.open_nodes = NodeRun.objects.filter(run=run, status__in=OPEN_STATUSES).count()
                events = finish_if_done(run, now, partial(_output, run))
                run_save(run, [NewEvent.of(event, now) for event in events])


def _output(run: Run) -> JsonObject | None:
    plan = plan_of_version(run.version_id)
    return output_of(run, plan, StoredRunState(run, plan))
