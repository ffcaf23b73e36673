"""The rows of containers: their state, their items in pieces, and their passes."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from tools.rows.writer import db_json, db_json_or_null, db_time, db_uuid, insert_rows, update_row
from workflow_editor.engine.scopes import Address, container_of
from workflow_editor.engine.state import OpenContainer, OpenPass
from workflow_editor.models import ContainerItems, ContainerPass, ContainerState, Status
from workflow_editor.nodes.containers import PassEnd

PIECE: Final = 500
"""How many items one row holds: as many as a step goes through."""
_ENDED = (Status.SUCCEEDED, Status.FAILED)
_ADDRESS = ("run_id", "node_key", "scope")
_STATE = ("next_index", "open_passes", "last", "is_pending", "is_over")
_PASS_ADDRESS = (*_ADDRESS, "index")
_PASS = ("status", "remaining", "output", "error")


def read_container(run_id: UUID, at: Address) -> OpenContainer:
    """Return the state of a container that has begun.

    Raises:
        ContainerState.DoesNotExist: it has not.
    """
    row = ContainerState.objects.get(run_id=run_id, node_key=at.key, scope=at.scope)
    return OpenContainer(
        total=row.total,
        started_at=row.started_at,
        next_index=row.next_index,
        open_passes=row.open_passes,
        last=row.last,
        is_pending=row.is_pending,
        is_over=row.is_over,
    )


def read_pass(run_id: UUID, scope: str) -> OpenPass:
    """Return a pass that has begun.

    Raises:
        ContainerPass.DoesNotExist: it has not.
    """
    at, index = container_of(scope)
    row = ContainerPass.objects.get(run_id=run_id, node_key=at.key, scope=at.scope, index=index)
    return OpenPass(value=row.value, remaining=row.remaining)


def read_items(run_id: UUID, at: Address, index: int) -> tuple[int, Sequence[Any]]:
    """Return the piece of a container's items that holds this one, and the index of its first."""
    start = index - index % PIECE
    row = ContainerItems.objects.get(run_id=run_id, node_key=at.key, scope=at.scope, start=start)
    return start, row.items


def read_pass_ends(run_id: UUID, at: Address) -> Iterator[PassEnd]:
    """Yield the passes of a container that have ended, in order."""
    rows = ContainerPass.objects.filter(run_id=run_id, node_key=at.key, scope=at.scope, status__in=_ENDED)
    found = rows.order_by("index").values_list("index", "output", "error")
    return (PassEnd(*row) for row in found.iterator(chunk_size=PIECE))


def save_containers(run_id: UUID, containers: Mapping[Address, OpenContainer]) -> None:
    """Store what changed of containers; the items of one that is over are no longer needed."""
    run_key = db_uuid(run_id)
    new, items = [], []
    for at, state in containers.items():
        address = (run_key, at.key, at.scope)
        values = _state_values(state)
        if state.is_stored:
            update_row(ContainerState, _STATE, values, _ADDRESS, address)
            if state.is_over and state.total is not None:
                ContainerItems.objects.filter(run_id=run_id, node_key=at.key, scope=at.scope).delete()
        else:
            new.append((*address, state.total, db_time(state.started_at), *values))
            if not state.is_over:
                items += [
                    (*address, start, db_json(list(state.items[start : start + PIECE])))
                    for start in range(0, len(state.items), PIECE)
                ]
    insert_rows(ContainerState, (*_ADDRESS, "total", "started_at", *_STATE), new)
    insert_rows(ContainerItems, (*_ADDRESS, "start", "items"), items)


def save_passes(run_id: UUID, passes: Mapping[str, OpenPass]) -> None:
    """Store what changed of passes."""
    run_key = db_uuid(run_id)
    new = []
    for scope, one in passes.items():
        at, index = container_of(scope)
        address = (run_key, at.key, at.scope, index)
        values = (one.status, one.remaining, db_json_or_null(one.output), db_json_or_null(one.error))
        if one.is_stored:
            update_row(ContainerPass, _PASS, values, _PASS_ADDRESS, address)
        else:
            new.append((*address, db_json(one.value), *values))
    insert_rows(ContainerPass, (*_PASS_ADDRESS, "value", *_PASS), new)


def _state_values(state: OpenContainer) -> tuple[Any, ...]:
    return (
        state.next_index,
        state.open_passes,
        db_json_or_null(state.last),
        state.is_pending,
        state.is_over,
    )
