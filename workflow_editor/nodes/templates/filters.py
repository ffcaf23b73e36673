"""Template filters that Liquid lacks: hashes, slugs, dates, and other text formats. Pure.

Unacceptable values raise FormatError with the remedy in every language.
"""

import calendar
import hashlib
import hmac
import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import NAMESPACE_OID, uuid5
from zoneinfo import ZoneInfo

from liquid.undefined import Undefined

from tools.core.formats.format_error import FormatError
from tools.core.formats.json_text import read_json
from tools.core.formats.yaml_text import parse_yaml, to_yaml
from tools.core.text import Text, either
from workflow_editor.nodes.formats.csv_text import parse_csv, to_csv
from workflow_editor.nodes.formats.markdown_text import markdown_to_html
from workflow_editor.nodes.formats.xml_text import parse_xml, to_xml
from workflow_editor.nodes.lookup import to_text

_NOT_IN_SLUGS = re.compile(r"[\W_]+")
_DAY_LENGTH: Final = len("2026-01-31")
_MAX_SHOWN: Final = 64
_NO_YEAR: Final = Text("The year of the result is not between 1 and 9999. Move the date less.")
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
    "parse_csv": lambda value, delimiter=",": parse_csv(_text(value), _text(delimiter)),
    "to_csv": to_csv,
    "parse_xml": lambda value: parse_xml(_text(value)),
    "to_xml": lambda value, root="": to_xml(value, _text(root)),
    "parse_yaml": lambda value: parse_yaml(_text(value)),
    "to_yaml": to_yaml,
    "markdown_to_html": lambda value: markdown_to_html(_text(value)),
}
