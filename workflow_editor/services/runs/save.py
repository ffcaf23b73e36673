"""Stores a run's changes with its events."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from functools import partial

from django.db import connection, transaction

from agents.core.events import Event
from workflow_editor.adapters.events import completion_signal
from workflow_editor.adapters.events.broadcast import broadcast, broadcast_events
from workflow_editor.adapters.process.task_queue import enqueue_child_over, enqueue_run
from workflow_editor.adapters.state.run_tree import calling_nodes
from workflow_editor.adapters.state.running_nodes import running_nodes
from workflow_editor.engine.events import RunQueued
from workflow_editor.engine.scopes import Address
from workflow_editor.models import AlertRule, Run, Status, Trigger
from workflow_editor.models.status import OPEN_STATUSES
from workflow_editor.run_store import run_store
from workflow_editor.run_store.writes import NewEvent, NodeEnding, Values
from workflow_editor.selectors.access import Access, check_may_still
from workflow_editor.services.alerts.record import alert_rules, alerts_store
from workflow_editor.services.limits.people import is_capped, run_caps_check
from workflow_editor.services.limits.queue import admit_after, runs_admit
from workflow_editor.services.triggers.run_ends import end_triggers, outcome_count, run_end_store
from workflow_editor.services.turn_answers import TURNS, turn_keep_answer


def run_save_new(run: Run, events: Sequence[NewEvent], nodes: Sequence[Values] = ()) -> Mapping[Address, int]:
    """Store a new run with its first events and node runs, and return their ids. Every run's start right is checked
    here.

    Raises:
        ForbiddenError: (`right_lost`) its starter may not run the workflow.
        LimitError: (`cap_reached`) its starter has reached a cap.
    """
    is_over = run.status not in OPEN_STATUSES
    follows = end_triggers(run) if is_over else ()
    rules = alert_rules(run) if is_over else ()
    with nullcontext() if connection.in_atomic_block else transaction.atomic():
        # The caps lock the person's row alone, the right shares it: the other way round, two that share it would wait
        # for each other.
        if run.created_by_id is not None and is_capped(run):
            run_caps_check(run.created_by_id)
        check_may_still(run.created_by_id, Access.RUN, run.workflow_id, lock="SHARE")
        ids = run_store.create_run(run, events, nodes)
        if is_over:
            _store_end(run, follows, rules)
        return ids


@transaction.atomic
def run_enqueue(run: Run, following: Iterable[Event] = ()) -> None:
    """Store a new, limited run, and enqueue it on commit unless held; `following` are events after its queueing."""
    run_save_new(run, [NewEvent.of(event, run.created_at) for event in (RunQueued(), *following)])
    transaction.on_commit(runs_admit if run.held else partial(enqueue_run, run.id))


def run_save(
    run: Run, events: Sequence[NewEvent], *, nodes: Sequence[Values] = (), ending: NodeEnding | None = None
) -> Mapping[Address, int]:
    """Store a step's changes and return new node run ids; followers are notified on commit.

    `nodes` are new node runs, by column; `ending` is the node run's outcome. Raises RunChangedError (see
    `RunStore.save_step`).
    """
    is_over = run.status not in OPEN_STATUSES
    follows = end_triggers(run) if is_over else ()
    rules = alert_rules(run) if is_over else ()
    if is_over and (run.trigger in TURNS or follows or rules or run.delivery_id):
        with transaction.atomic(savepoint=False):
            stored = run_store.save_step(run, events, nodes=nodes, ending=ending)
            _store_end(run, follows, rules)
            _notify(run, stored.last_seq, events)
    else:
        stored = run_store.save_step(run, events, nodes=nodes, ending=ending)
        _notify(run, stored.last_seq, events)
    return stored.ids


def _store_end(run: Run, follows: Sequence[Trigger], rules: Sequence[AlertRule]) -> None:
    """Store what follows a run that is over, in the transaction that ends it."""
    if run.trigger in TURNS:
        turn_keep_answer(run)
    run_end_store(run, follows)
    alerts_store(run, rules)
    if run.delivery_id:
        outcome_count(run)


def _notify(run: Run, last_seq: int, events: Sequence[NewEvent]) -> None:
    """Let everybody know on commit whom it concerns."""
    broadcast_events(run.id, last_seq - len(events), events)
    if run.status == Status.WAITING or run.status not in OPEN_STATUSES:
        transaction.on_commit(partial(completion_signal.notify, run.id))
    if run.status not in OPEN_STATUSES and run.parent_node_run_id is not None:
        transaction.on_commit(partial(enqueue_child_over, run.id))
    if run.status == Status.WAITING and run.parent_node_run_id is not None:
        transaction.on_commit(partial(_refresh_around, run))
    if run.status != Status.RUNNING:
        admit_after(run)
    if run.status == Status.FAILED or run.cancel_requested:
        transaction.on_commit(partial(running_nodes.cancel_run, run.id))


def _refresh_around(run: Run) -> None:
    """Notify watchers of outer runs, who may now be asked something."""
    for caller in calling_nodes(run):
        broadcast.send_refresh(caller.run_id)
