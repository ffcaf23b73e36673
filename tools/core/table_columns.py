"""Table columns and the values that a cell of each type may hold. Pure.

A cell holds text, a number (64-bit integer or double), a boolean, a time (ISO 8601 UTC with milliseconds, so texts sort
as times do), any JSON value, or a choice. Empty cells are not stored.
"""

import hashlib
import math
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from tools.core.definitions import JsonObject
from tools.core.field_errors import FieldError, in_form
from tools.core.formats.json_text import MAX_DEPTH, TOO_DEEP, is_deeper, parse_json, write_json
from tools.core.text import Text, listed

ColumnType = Literal["text", "number", "boolean", "datetime", "json", "choice"]
MAX_COLUMNS: Final = 50
MAX_ROW_BYTES: Final = 65_536
KEY_TYPES: Final[frozenset[ColumnType]] = frozenset({"text", "number", "datetime", "choice"})
ROW_FIELDS: Final = ("id", "created_at", "updated_at")
"""Fields of every row besides its cells."""
EMPTY: Final = (None, "")
LARGEST_INTEGER: Final = 2**63 - 1
"""Limit of number cells and compared values, which SQLite and PostgreSQL compare alike."""
LONGEST_ROW_KEY: Final = 200
"""In characters; longer keys are stored as a hash."""

_MAX_KEY = 40
_MAX_CHOICES = 200
_LONGEST_NUMBER = 40
_BOOLEANS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_TOO_MANY_DIGITS = Text("The number has too many digits. Use a column of text.")
_KEY_FORM = Text("Use letters, digits and “_”, and begin with a letter.")


class TableColumn(BaseModel):
    """One column; cells are stored under its key, so that it can be renamed."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    key: Annotated[
        str, Field(min_length=1, max_length=_MAX_KEY, pattern=r"^[A-Za-z][A-Za-z0-9_]*$"), in_form(_KEY_FORM)
    ]
    """Name in templates, functions and files."""
    name: str = Field(min_length=1, max_length=100)
    """Displayed name."""
    type: ColumnType = "text"
    choices: list[Annotated[str, Field(min_length=1, max_length=200)]] = Field(
        default_factory=list, max_length=_MAX_CHOICES
    )
    """Options of type `choice`."""


_COLUMNS = TypeAdapter(Annotated[list[TableColumn], Field(max_length=MAX_COLUMNS)])


class CellError(ValueError):
    """A value that a column cannot hold; `text` gives the remedy."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


def columns_of(value: Any) -> list[TableColumn]:
    """Parse columns. Raises pydantic.ValidationError if one is malformed, or there are too many."""
    return _COLUMNS.validate_python(value)


def column_problems(columns: Sequence[TableColumn], key_column: str) -> list[FieldError]:
    """Return what is wrong with columns beside each other, with pointers such as `/columns/2/key`."""
    found: list[FieldError] = []
    for index, column in enumerate(columns):
        before = columns[:index]
        if column.key in ROW_FIELDS or any(column.key == other.key for other in before):
            text = Text("“{key}” is taken. Choose another key.", key=column.key)
            found.append(FieldError(f"/columns/{index}/key", "key_taken", text))
        if any(column.name == other.name for other in before):
            text = Text("Another column has this name. Choose another one.")
            found.append(FieldError(f"/columns/{index}/name", "name_taken", text))
        if column.type == "choice" and not column.choices:
            found.append(FieldError(f"/columns/{index}/choices", "no_choices", Text("Enter at least one choice.")))
    if key_column and not any(one.key == key_column and one.type in KEY_TYPES for one in columns):
        text = Text("Choose a column that holds text, numbers, times or choices.")
        found.append(FieldError("/key_column", "not_a_key", text))
    return found


def read_cell(column: TableColumn, value: Any) -> Any:
    """Convert a value to the column's stored form, parsing texts; None for an empty cell.

    Raises CellError if the column cannot hold it.
    """
    if isinstance(value, str):
        # PostgreSQL stores no NUL characters.
        value = value.replace("\0", "")
        try:
            value.encode()
        except UnicodeEncodeError:
            raise CellError(Text("The text holds characters that cannot be stored.")) from None
    return None if value in EMPTY else _READERS[column.type](column, value)


def converted(column: TableColumn, stored: Any) -> Any:
    """Convert a stored cell to the column's new type. Raises CellError if its value would be lost."""
    return read_cell(column, cell_text(stored))


def stored_cell(column: TableColumn, cells: Mapping[str, Any]) -> Any:
    """Return a cell as stored, None if empty. PostgreSQL returns a double beyond 64 bits with all digits, like an
    integer.
    """
    cell = cells.get(column.key)
    if column.type == "number" and isinstance(cell, int) and abs(cell) > LARGEST_INTEGER:
        return float(cell)
    return cell


def cell_text(stored: Any) -> str:
    """Return a stored cell as text, which `read_cell` reads again."""
    if stored is None or isinstance(stored, str):
        return stored or ""
    if isinstance(stored, float) and stored.is_integer():
        return str(int(stored))
    return write_json(stored).decode()


def read_row(columns: Sequence[TableColumn], values: Mapping[str, Any]) -> tuple[JsonObject, list[FieldError]]:
    """Read cells by column key or name.

    Returns the cells by key (None to empty one) and errors with a pointer to each cell.
    """
    by_key = {column.key: column for column in columns}
    by_name = {column.name: column for column in columns}
    cells: JsonObject = {}
    wrong: list[FieldError] = []
    for name, value in values.items():
        column = by_key.get(name) or by_name.get(name)
        pointer = f"/{name.replace('~', '~0').replace('/', '~1')}"
        if column is None:
            known = listed([f"“{one}”" for one in by_key]) if by_key else Text("none")
            text = Text("The table has no such column. Its columns: {known}.", known=known)
            wrong.append(FieldError(pointer, "unknown_column", text))
            continue
        try:
            cells[column.key] = read_cell(column, value)
        except CellError as error:
            wrong.append(FieldError(pointer, "wrong_type", error.text))
    return cells, wrong


def row_key(cells: Mapping[str, Any], key_column: str) -> str | None:
    """Return what identifies a row; None when it has nothing there, or the table has no key column."""
    stored = cells.get(key_column) if key_column else None
    if stored is None:
        return None
    text = cell_text(stored)
    return text if len(text) <= LONGEST_ROW_KEY else f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def _text(column: TableColumn, value: Any) -> str:
    if not isinstance(value, str | int | float):
        raise CellError(Text("Enter text."))
    return cell_text(value)


def _number(column: TableColumn, value: Any) -> int | float:
    wrong = CellError(Text("Enter a number."))
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise wrong
    if isinstance(value, str):
        value = _number_in(value.strip(), wrong)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise wrong
        if not value.is_integer() or abs(value) > LARGEST_INTEGER:
            return value
    whole = int(value)
    if abs(whole) > LARGEST_INTEGER:
        raise CellError(_TOO_MANY_DIGITS)
    return whole


def _number_in(text: str, wrong: CellError) -> int | float:
    if re.fullmatch(r"[+-]?[0-9]+", text):
        if len(text) > _LONGEST_NUMBER:
            raise CellError(_TOO_MANY_DIGITS)
        return int(text)
    if len(text) > _LONGEST_NUMBER or "_" in text:
        raise wrong
    try:
        return float(text)
    except ValueError:
        raise wrong from None


def _boolean(column: TableColumn, value: Any) -> bool:
    found = value if isinstance(value, bool) else _BOOLEANS.get(str(value).strip().lower())
    if found is None:
        raise CellError(Text("Enter true or false."))
    return found


def _datetime(column: TableColumn, value: Any) -> str:
    wrong = CellError(Text("Enter a date or a time such as 2026-11-26 or 2026-11-26T09:30:00Z."))
    if not isinstance(value, str):
        raise wrong
    try:
        moment = datetime.fromisoformat(value.strip().replace("Z", "+00:00"))
        moment = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise wrong from None
    return moment.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


def _json(column: TableColumn, value: Any) -> Any:
    if isinstance(value, str):
        try:
            return parse_json(value)
        except ValueError:
            return value
    if is_deeper(value, MAX_DEPTH):
        raise CellError(TOO_DEEP)
    try:
        return parse_json(write_json(value).replace(b"\\u0000", b""))
    except (TypeError, ValueError):
        raise CellError(Text("Enter a JSON value.")) from None


def _choice(column: TableColumn, value: Any) -> str:
    text = cell_text(value) if isinstance(value, str | int | float) else ""
    if text not in column.choices:
        raise CellError(Text("Choose one of {choices}.", choices=listed([f"“{one}”" for one in column.choices])))
    return text


_READERS: Mapping[ColumnType, Callable[[TableColumn, Any], Any]] = {
    "text": _text,
    "number": _number,
    "boolean": _boolean,
    "datetime": _datetime,
    "json": _json,
    "choice": _choice,
}


def row_size(cells: JsonObject) -> int:
    return len(write_json(cells))
