"""Values of a run's rows in the database's own form, by the fields of their models."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

from django.db import models

from tools.rows.writer import columns, db_json, db_uuid
from workflow_editor.models.payload import PayloadField, payload_hash, payload_store, row_text

Row = Sequence[Any]
"""A value for each of the model's columns, in the order of `tools.rows.writer.columns`."""


class Encoder:
    """Encodes the rows of one run, and keeps what is too large for a row until it is stored with them."""

    def __init__(self, run_id: UUID) -> None:
        self._run_id = run_id
        self._run_key = db_uuid(run_id)
        self._large: dict[str, str] = {}

    @property
    def has_large(self) -> bool:
        """True if something must be stored separately."""
        return bool(self._large)

    def store_large(self) -> None:
        """Store what is too large for a row, in the caller's transaction."""
        for text in self._large.values():
            payload_store(self._run_id, text)

    def row(self, model: type[models.Model], values: Mapping[str, Any]) -> Row:
        """Return a new row of the run, with defaults for missing columns and without unknown ones."""
        places, defaults = _columns(model)
        row = list(defaults)
        if "run_id" in places:
            row[places["run_id"].position] = self._run_key
        for name, value in values.items():
            place = places.get(name)
            if place is None:
                continue
            position, own_type, form, is_payload = place
            # Here and not in a function: a step may have a thousand values.
            if value is None or type(value) is own_type:
                row[position] = value
            elif is_payload:
                row[position] = row_text(value, db_json(value), self._keep)
            else:
                row[position] = form(value)
        return row

    def changes(self, model: type[models.Model], values: Mapping[str, Any]) -> dict[str, Any]:
        """Return values by column for a row that is there already."""
        places, _ = _columns(model)
        return {
            name: None if value is None else self._encoded(places[name], value)
            for name, value in values.items()
            if name in places
        }

    def _encoded(self, place: "_Place", value: Any) -> Any:
        return row_text(value, db_json(value), self._keep) if place.is_payload else place.form(value)

    def _keep(self, text: str) -> str:
        name = payload_hash(text)
        self._large[name] = text
        return name


class _Place(NamedTuple):
    """A column and its position in a row."""

    position: int
    own_type: type | None
    """Values of this type stay as they are."""
    form: Callable[[Any], Any]
    is_payload: bool


@cache
def _columns(model: type[models.Model]) -> tuple[Mapping[str, _Place], Row]:
    """Return the columns by name, and a row of their defaults."""
    payloads = {field.attname for field in model._meta.concrete_fields if isinstance(field, PayloadField)}
    known = columns(model)
    places = {
        name: _Place(position, column.own_type, column.form, name in payloads)
        for position, (name, column) in enumerate(known.items())
    }
    return places, [column.default for column in known.values()]
