"""The rows of containers: their state, their items in pieces, and their passes. And what has arrived at joins."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, cast
from uuid import UUID

from django.db import connection, models

from tools.rows.writer import columns, db_uuid, names_of, table_of, update_rows
from workflow_editor.engine.scopes import Address, container_of
from workflow_editor.engine.state import Arrival, OpenContainer, OpenPass
from workflow_editor.models import ContainerItems, ContainerPass, ContainerState, RunJoin, Status
from workflow_editor.nodes.containers import PassEnd, PassExit
from workflow_editor.run_store.encoder import Encoder, Row
from workflow_editor.run_store.writes import Values, values_of

PIECE: Final = 500
"""Items per row: as many as a step processes."""
_ENDED = (Status.SUCCEEDED, Status.FAILED)


class ContainerStore(ABC):
    """Reads and writes them; each write is part of the caller's transaction."""

    @abstractmethod
    def _insert(
        self, model: type[models.Model], rows: Sequence[Row], returning: tuple[str, ...] = ()
    ) -> list[tuple[Any, ...]]:
        """Insert rows and return these columns of them, in no certain order."""

    def container(self, run_id: UUID, at: Address) -> OpenContainer:
        """Return a begun container's state. Raises ContainerState.DoesNotExist before it has begun."""
        row = ContainerState.objects.get(**_of_node(run_id, at))
        return OpenContainer(
            total=row.total,
            started_at=row.started_at,
            next_index=row.next_index,
            open_passes=row.open_passes,
            break_index=row.break_index,
            last=row.last,
            is_pending=row.is_pending,
            is_over=row.is_over,
        )

    def open_pass(self, run_id: UUID, scope: str) -> OpenPass:
        """Return a begun pass. Raises ContainerPass.DoesNotExist before it has begun."""
        row = ContainerPass.objects.get(**_of_pass(run_id, scope))
        return OpenPass(value=row.value, remaining=row.remaining)

    def items(self, run_id: UUID, at: Address, index: int) -> tuple[int, Sequence[Any]]:
        """Return the piece of a container's items that holds this one, and the index of its first."""
        start = index - index % PIECE
        return start, ContainerItems.objects.get(**_of_node(run_id, at), start=start).items

    def pass_ends(self, run_id: UUID, at: Address) -> Iterator[PassEnd]:
        """Yield the passes of a container that have ended, in order."""
        rows = ContainerPass.objects.filter(**_of_node(run_id, at), status__in=_ENDED)
        found = rows.order_by("index").values_list("index", "output", "error", "exit")
        return (
            PassEnd(index, output, error, cast("PassExit | None", how))
            for index, output, error, how in found.iterator(chunk_size=PIECE)
        )

    def arrival(self, run_id: UUID, at: Address) -> Arrival | None:
        """Return what has arrived at a join, None for nothing."""
        row = RunJoin.objects.filter(**_of_node(run_id, at)).values_list("live", "dead", "fired", "sources").first()
        return None if row is None else Arrival(*row[:3], tuple(row[3]))

    def open_passes_after(self, run_id: UUID, at: Address, index: int) -> list[int]:
        """Return the indexes above this one of a container's passes that have not ended."""
        rows = ContainerPass.objects.filter(**_of_node(run_id, at), index__gt=index, status=Status.RUNNING)
        return list(rows.values_list("index", flat=True))

    def save_containers(self, run_id: UUID, containers: Mapping[Address, OpenContainer]) -> None:
        """Store what changed of containers; the items of one that is over are no longer needed."""
        new: list[Values] = []
        items: list[Values] = []
        for at, state in containers.items():
            node, values = _of_node(run_id, at), values_of(state)
            if not state.is_stored:
                new.append({**node, **values})
                if not state.is_over:
                    items += [
                        {**node, "start": start, "items": list(state.items[start : start + PIECE])}
                        for start in range(0, len(state.items), PIECE)
                    ]
                continue
            self._update(ContainerState, run_id, values, node)
            if state.is_over and state.total is not None:
                ContainerItems.objects.filter(**node).delete()
        self._add(ContainerState, run_id, new)
        self._add(ContainerItems, run_id, items)

    def save_passes(self, run_id: UUID, passes: Mapping[str, OpenPass]) -> None:
        """Store what changed of passes."""
        new: list[Values] = []
        for scope, one in passes.items():
            address = _of_pass(run_id, scope)
            if one.is_stored:
                values = values_of(one)
                # Its beginning stays.
                del values["value"]
                self._update(ContainerPass, run_id, values, address)
            else:
                new.append({**address, **values_of(one)})
        self._add(ContainerPass, run_id, new)

    def copy_passes(self, source_id: UUID, run_id: UUID, at: Address, *, all_again: bool) -> None:
        """Copy up to 100,000 passes of a container to a new run in one statement; `all_again` restarts those that
        succeeded.
        """
        kept = "" if all_again else Status.SUCCEEDED
        values = [db_uuid(run_id), kept, Status.QUEUED, db_uuid(source_id), at.key, at.scope]
        with connection.cursor() as cursor:
            cursor.execute(_copy_statement(), values)

    def save_joins(self, run_id: UUID, joins: Mapping[Address, Arrival], *, are_new: bool) -> None:
        """Store what has arrived at joins."""
        if are_new:
            self._add(
                RunJoin, run_id, [{**_of_node(run_id, at), **values_of(arrival)} for at, arrival in joins.items()]
            )
        else:
            for at, arrival in joins.items():
                self._update(RunJoin, run_id, values_of(arrival), _of_node(run_id, at))

    def _add(self, model: type[models.Model], run_id: UUID, rows: Sequence[Values]) -> None:
        encoder = Encoder(run_id)
        self._insert(model, [encoder.row(model, values) for values in rows])

    def _update(self, model: type[models.Model], run_id: UUID, values: Values, where: Values) -> bool:
        """Change columns of a row; False if there is no such row."""
        encoder = Encoder(run_id)
        changes = encoder.changes(model, values)
        encoder.store_large()
        return update_rows(model, changes, where) > 0


@cache
def _copy_statement() -> str:
    run, key, scope, status = names_of(ContainerPass, ("run_id", "node_key", "scope", "status"))
    copied = ", ".join(
        name for name in names_of(ContainerPass, tuple(columns(ContainerPass))) if name not in (run, status)
    )
    table = table_of(ContainerPass)
    return (
        f"INSERT INTO {table} ({copied}, {run}, {status}) "  # noqa: S608  names, no values
        f"SELECT {copied}, %s, CASE WHEN {status} = %s THEN {status} ELSE %s END "
        f"FROM {table} WHERE {run} = %s AND {key} = %s AND {scope} = %s"
    )


def _of_node(run_id: UUID, at: Address) -> dict[str, Any]:
    return {"run_id": run_id, "node_key": at.key, "scope": at.scope}


def _of_pass(run_id: UUID, scope: str) -> dict[str, Any]:
    at, index = container_of(scope)
    return {**_of_node(run_id, at), "index": index}
