"""Stores what changed of a run together with the events that tell it."""

from collections.abc import Iterable, Sequence
from functools import partial

from django.db import transaction

from agents.core.events import Event
from workflow_editor.adapters import finish_bell
from workflow_editor.adapters.announcer import announcer
from workflow_editor.adapters.event_store import NewEvent, store_events, store_first_events
from workflow_editor.adapters.run_rows import run_row_insert, run_row_update
from workflow_editor.adapters.run_tree import calling_nodes
from workflow_editor.adapters.running_nodes import running_nodes
from workflow_editor.adapters.task_queue import enqueue_child_over, enqueue_run
from workflow_editor.engine.events import RunQueued
from workflow_editor.models import Run, Status
from workflow_editor.models.status import OPEN_STATUSES
from workflow_editor.services.caps import is_capped, run_caps_check
from workflow_editor.services.runs.admission import admit_after, runs_admit
from workflow_editor.services.turn_answers import CHAT, turn_keep_answer


def run_save_new(run: Run, events: Sequence[NewEvent]) -> None:
    """Store a new run with its first events, in the caller's transaction.

    Raises:
        LimitError: (`cap_reached`) whoever starts it has reached a cap.
    """
    if run.created_by is not None and is_capped(run):
        run_caps_check(run.created_by)
    run.last_seq = len(events)
    run_row_insert(run)
    store_first_events(run.id, events)


@transaction.atomic
def run_enqueue(run: Run, told: Iterable[Event] = ()) -> None:
    """Store a new run for a worker to begin, which is called on commit; a held one waits until it is let in.

    Args:
        run: a new one, put under its limits.
        told: events that follow its queueing: what it has taken over from another run.
    """
    run_save_new(run, [NewEvent.of(event, run.created_at) for event in (RunQueued(), *told)])
    transaction.on_commit(runs_admit if run.held else partial(enqueue_run, run.id))


def run_save(run: Run, events: Sequence[NewEvent]) -> bool:
    """Store a run and its events in the caller's transaction; on commit, whoever waits for its end is told.

    Returns:
        False when another step came between the reading of `run` and now: nothing was stored, and `run` is of no more
        use. Never so for a run whose row is locked.
    """
    last_seq = run_row_update(run, len(events))
    if last_seq is None:
        return False
    store_events(run.id, last_seq - len(events), events)
    if keeps_answer(run):
        turn_keep_answer(run)
    run_saved(run, last_seq)
    return True


def keeps_answer(run: Run) -> bool:
    """Tell whether the answer of a run that is stored like this belongs in a conversation."""
    return run.status not in OPEN_STATUSES and run.trigger == CHAT


def run_saved(run: Run, last_seq: int) -> None:
    """Take note that a run stands in its row; on commit, whoever waits for it is told.

    Args:
        last_seq: the number of its last event.
    """
    run.steps += 1
    run.last_seq = last_seq
    if run.status == Status.WAITING or run.status not in OPEN_STATUSES:
        transaction.on_commit(partial(finish_bell.ring, run.id))
    if run.status not in OPEN_STATUSES and run.parent_node_run_id is not None:
        transaction.on_commit(partial(enqueue_child_over, run.id))
    if run.status == Status.WAITING and run.parent_node_run_id is not None:
        transaction.on_commit(partial(_tell_around, run))
    if run.status != Status.RUNNING:
        admit_after(run)
    if run.status == Status.FAILED or run.cancel_requested:
        transaction.on_commit(partial(running_nodes.cancel_run, run.id))


def _tell_around(run: Run) -> None:
    """Who watches a run around this one may be who is asked now."""
    for caller in calling_nodes(run):
        announcer.announce_around(caller.run_id)
