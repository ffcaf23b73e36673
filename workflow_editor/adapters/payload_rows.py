"""Values that may be large, in the form in which rows hold them; see `workflow_editor.models.payload`."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

import orjson

from tools.rows.writer import db_json
from workflow_editor.models.payload import INLINE_CHARACTERS, row_text, text_of_row


def db_payload(run_id: UUID, value: Any) -> str:
    """Return what stands in a row of the run."""
    return row_text(run_id, value, db_json(value))


def db_payload_or_null(run_id: UUID, value: Any) -> str | None:
    return None if value is None else db_payload(run_id, value)


def stay_in_rows(values: Iterable[Any]) -> bool:
    """Tell whether surely none of these values is stored apart from its row, for which the run must be there."""
    return sum(len(db_json(value)) for value in values) <= INLINE_CHARACTERS


def payload_of(stored: str | None) -> Any:
    """Return what a column holds."""
    return None if stored is None else orjson.loads(text_of_row(stored))


def payload_as_stored(stored: str | None) -> orjson.Fragment | None:
    """Return what a column holds for writing it out again, unread."""
    return None if stored is None else orjson.Fragment(text_of_row(stored))
