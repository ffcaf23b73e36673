"""Template filters that Liquid lacks: hashes, slugs, dates, and other text formats. Pure.

Unacceptable values raise FormatError with the remedy in every language.
"""

import calendar
import csv
import hashlib
import hmac
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any, Final
from uuid import NAMESPACE_OID, uuid5
from zoneinfo import ZoneInfo

from liquid.undefined import Undefined

from tools.core.csv_lines import BYTE_ORDER_MARK, Guard, csv_lines
from tools.core.format_error import FormatError
from tools.core.json_text import NOT_A_NUMBER, holds_nan, read_json
from tools.core.text import Text, either
from tools.core.yaml_text import parse_yaml, to_yaml
from workflow_editor.nodes.formats.xml_text import parse_xml, to_xml
from workflow_editor.nodes.lookup import to_text

MAX_CELLS: Final = 1_000_000
"""Limit of a written CSV: rows without common fields have a column each."""
_UNCLOSED: Final = "unexpected end of data"
"""Python's message for an unclosed quotation mark."""
_NO_END: Final = Text("A field of the CSV begins with a quotation mark that nothing closes. Close or remove it.")
_LONG_FIELD: Final = Text("A field of the CSV is longer than {most:,} characters. Shorten it.", most=0)
_NOT_IN_SLUGS = re.compile(r"[\W_]+")
_DAY_LENGTH: Final = len("2026-01-31")
_MAX_SHOWN: Final = 64
_NO_YEAR: Final = Text("The year of the result is not between 1 and 9999. Move the date less.")
_NO_DELIMITERS: Final = '"\r\n'
_SECONDS: Final = {"second": 1, "minute": 60, "hour": 3_600, "day": 86_400, "week": 604_800}
_MONTHS: Final = {"month": 1, "year": 12}


def _text(value: object) -> str:
    return "" if value is None or isinstance(value, Undefined) else to_text(value)


def _digest(algorithm: str) -> Callable[[object], str]:
    return lambda value: hashlib.new(algorithm, _text(value).encode(), usedforsecurity=False).hexdigest()


def hmac_sha256(value: object, key: object) -> str:
    """Return the signature of a text as lower-case hexadecimals."""
    return hmac.new(_text(key).encode(), _text(value).encode(), "sha256").hexdigest()


def uuid_of(value: object) -> str:
    """Return an id that is made of a text (RFC 9562, version 5): a run that is repeated gives the same one."""
    return str(uuid5(NAMESPACE_OID, _text(value)))


def slugify(value: object) -> str:
    """Return letters and digits of any script in lower case, with hyphens between the words."""
    return _NOT_IN_SLUGS.sub("-", _text(value)).strip("-").lower()


@contextmanager
def _within_years() -> Iterator[None]:
    try:
        yield
    except OverflowError as error:
        raise FormatError(_NO_YEAR) from error


@_within_years()
def date_add(value: object, count: object, unit: object = "days") -> str:
    """Return an ISO 8601 date or time moved by `count` units, from seconds to years; months end on their last day."""
    text, name = _text(value), _unit(unit)
    moment, steps = _moment(text), _whole(count)
    if name in _SECONDS:
        moment += timedelta(seconds=steps * _SECONDS[name])
    else:
        year, month = divmod(moment.year * 12 + moment.month - 1 + steps * _MONTHS[name], 12)
        if not 1 <= year <= 9999:
            raise FormatError(_NO_YEAR)
        last = calendar.monthrange(year, month + 1)[1]
        moment = moment.replace(year=year, month=month + 1, day=min(moment.day, last))
    keeps_day = len(text) == _DAY_LENGTH and name not in ("second", "minute", "hour")
    return moment.date().isoformat() if keeps_day else moment.isoformat()


def date_diff(value: object, earlier: object, unit: object = "days") -> int | float:
    """Return how many units, seconds to weeks, one time is after another; without an offset, a time is in UTC."""
    name = _unit(unit)
    if name in _MONTHS:
        raise FormatError(Text("Months and years differ in length. Count in days or weeks."))
    found = (_aware(_moment(_text(value))) - _aware(_moment(_text(earlier)))).total_seconds() / _SECONDS[name]
    return int(found) if found.is_integer() else found


@_within_years()
def time_zone(value: object, name: object) -> str:
    """Return a time as clocks of a zone such as Asia/Shanghai show it, in ISO 8601 with its offset."""
    try:
        zone = ZoneInfo(_text(name))
    except (LookupError, OSError, ValueError) as error:
        shown = _text(name)[:_MAX_SHOWN]
        raise FormatError(Text("There is no time zone “{name}”. Use one such as Asia/Shanghai.", name=shown)) from error
    return _aware(_moment(_text(value))).astimezone(zone).isoformat()


def parse_csv(value: object, delimiter: object = ",") -> list[dict[str, str]]:
    """Return the rows below the header as objects; short rows have fewer fields.

    No value is lost: unnamed or extra columns are `column_3`, a repeated name is `name_2`.
    """
    rows = iter(_csv_rows(_text(value).removeprefix(BYTE_ORDER_MARK), _text(delimiter)))
    header = _column_names(next(rows, []))
    return [_row_of(header, row) for row in rows if row]


def _csv_rows(text: str, delimiter: str) -> list[list[str]]:
    """Read as spreadsheets do, which take a quotation mark inside of a field; one that opens a field has to end it."""
    if len(delimiter) != 1 or delimiter in _NO_DELIMITERS:
        shown = delimiter[:_MAX_SHOWN]
        raise FormatError(Text("“{shown}” cannot separate fields. Use one character such as , or ;.", shown=shown))
    try:
        return list(csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True))
    except csv.Error as error:
        if str(error) == _UNCLOSED:
            raise FormatError(_NO_END) from error
    try:
        return list(csv.reader(StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error as error:
        raise FormatError(_LONG_FIELD.filled(most=csv.field_size_limit())) from error


def _column_names(header: Sequence[str]) -> Sequence[str]:
    names: dict[str, None] = {}
    counts: dict[str, int] = {}
    for place, name in enumerate(header, start=1):
        wanted = found = name or f"column_{place}"
        while found in names:
            counts[wanted] = counts.get(wanted, 1) + 1
            found = f"{wanted}_{counts[wanted]}"
        names[found] = None
    return list(names)


def _row_of(names: Sequence[str], row: list[str]) -> dict[str, str]:
    while len(row) > len(names) and not row[-1]:
        row.pop()
    if len(row) > len(names):
        names = _column_names([*names, *[""] * (len(row) - len(names))])
    return dict(zip(names, row, strict=False))


def to_csv(value: object, guard: Guard = "formulas") -> str:
    """Return a list of objects as CSV with a header, with formulas disabled."""
    if not isinstance(value, list | tuple) or not all(isinstance(row, Mapping) for row in value):
        raise FormatError(Text("CSV is made of a list of objects. Pass one to it."))
    header = list(dict.fromkeys(str(name) for row in value for name in row))
    if len(header) * len(value) > MAX_CELLS:
        raise FormatError(Text("The table has more than {most:,} cells. Make it smaller.", most=MAX_CELLS))
    lines = csv_lines(header, ([row.get(name) for name in header] for row in value), guard)
    return "".join(lines).removeprefix(BYTE_ORDER_MARK)


def markdown_to_html(value: object) -> str:
    """Return HTML of CommonMark with tables; HTML within it is shown as text."""
    from markdown_it import MarkdownIt

    return str(MarkdownIt("commonmark", {"html": False}).enable("table").render(_text(value)))


def _finite(value: Any) -> Any:
    """Return a value without infinities and NaN. Raises FormatError if it holds them."""
    if holds_nan(value):
        raise FormatError(NOT_A_NUMBER)
    return value


def _unit(unit: object) -> str:
    name = _text(unit).removesuffix("s")
    if name not in _SECONDS and name not in _MONTHS:
        shown, known = _text(unit)[:_MAX_SHOWN], either(f"{one}s" for one in (*_SECONDS, *_MONTHS))
        raise FormatError(Text("“{shown}” is not a unit of time. Use {known}.", shown=shown, known=known))
    return name


def _moment(text: str) -> datetime:
    try:
        return datetime.now(UTC) if text == "now" else datetime.fromisoformat(text)
    except ValueError as error:
        raise FormatError(
            Text(
                "“{shown}” is not a date. Write one such as 2026-01-31 or 2026-01-31T08:00:00+08:00.",
                shown=text[:_MAX_SHOWN],
            )
        ) from error


def _whole(count: object) -> int:
    text = _text(count)
    try:
        return int(text)
    except ValueError as error:
        raise FormatError(Text("“{shown}” is not a whole number.", shown=text[:_MAX_SHOWN])) from error


def _aware(moment: datetime) -> datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


FILTERS: Final[Mapping[str, Callable[..., object]]] = {
    "md5": _digest("md5"),
    "sha1": _digest("sha1"),
    "sha256": _digest("sha256"),
    "hmac_sha256": hmac_sha256,
    "uuid": uuid_of,
    "slugify": slugify,
    "date_add": date_add,
    "date_diff": date_diff,
    "time_zone": time_zone,
    "escape_json": lambda value: json.dumps(_text(value), ensure_ascii=False)[1:-1],
    "parse_json": lambda value: read_json(_text(value)),
    "parse_csv": parse_csv,
    "to_csv": to_csv,
    "parse_xml": lambda value: parse_xml(_text(value)),
    "to_xml": lambda value, root="": to_xml(value, _text(root)),
    "parse_yaml": lambda value: _finite(parse_yaml(_text(value))),
    "to_yaml": to_yaml,
    "markdown_to_html": markdown_to_html,
}
