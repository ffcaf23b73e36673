"""Numbers and dates as people of a language write them, for `Intl` in JavaScript: locale data from Babel. Pure."""

import copy
import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal, localcontext
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel import Locale, UnknownLocaleError, dates, numbers

DEFAULT_LOCALE = "en-US"
_TAG = re.compile(r"([A-Za-z]{2,3})((?:-[A-Za-z0-9]{1,8})*)")
_MAX_DIGITS = 100
_MAX_INTEGER_DIGITS = 21
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_OFFSET = re.compile(r"(?:GMT)?([+-])0?(\d{1,2}):?(\d\d)")

_STYLES = ("full", "long", "medium", "short")
_WIDTHS = {"long": 4, "short": 3, "narrow": 5}
_DATE_FIELDS = {
    "weekday": ("E", _WIDTHS | {"short": 1}),
    "year": ("y", {"numeric": 1, "2-digit": 2}),
    "month": ("M", _WIDTHS | {"numeric": 1, "2-digit": 2}),
    "day": ("d", {"numeric": 1, "2-digit": 2}),
}
_TIME_FIELDS = {
    "hour": ("j", {"numeric": 1, "2-digit": 2}),
    "minute": ("m", {"numeric": 1, "2-digit": 2}),
    "second": ("s", {"numeric": 1, "2-digit": 2}),
    "timeZoneName": ("z", {"short": 1, "long": 4}),
}
_FIELDS = _DATE_FIELDS | _TIME_FIELDS
_DATE_OPTIONS = {*_FIELDS, "dateStyle", "timeStyle", "timeZone", "hour12"}
_NUMBER_OPTIONS = {
    "style",
    "currency",
    "currencyDisplay",
    "useGrouping",
    "minimumIntegerDigits",
    "minimumFractionDigits",
    "maximumFractionDigits",
}
_PART_NAMES = {
    **dict.fromkeys("Ec", "weekday"),
    **dict.fromkeys("yu", "year"),
    **dict.fromkeys("ML", "month"),
    "d": "day",
    **dict.fromkeys("hHkK", "hour"),
    "m": "minute",
    "s": "second",
    **dict.fromkeys("aB", "dayPeriod"),
    **dict.fromkeys("zvV", "timeZoneName"),
    "G": "era",
}


def resolved_locale(tags: list[str]) -> str:
    """Return the first supported locale tag, US English if none. Raises ValueError for malformed tags."""
    found = [_found_tag(tag) for tag in tags]
    return next((tag for tag in found if tag), DEFAULT_LOCALE)


def number_text(tag: str, value: str, options: Mapping[str, Any]) -> str:
    """Format a decimal, or `NaN`, `Infinity`, `-Infinity`, by the options of `Intl.NumberFormat`.

    Raises ValueError for an unknown option or value.
    """
    _check_names(options, _NUMBER_OPTIONS)
    locale = _locale(tag)
    style = _one_of(options, "style", ("decimal", "percent", "currency"))
    if value.endswith(("NaN", "Infinity")):
        return value.replace("Infinity", "∞")
    if len(value) > _MAX_DIGITS * 4:
        raise ValueError("The number has too many digits.")
    number = Decimal(value)
    currency = _currency(options) if style == "currency" else None
    least, most = _fraction_digits(options, style, currency)
    if style == "percent":
        number *= 100
    pattern = copy.copy(
        locale.currency_formats["standard"]
        if currency
        else locale.percent_formats[None]
        if style == "percent"
        else locale.decimal_formats[None]
    )
    pattern.frac_prec = (least, most)
    pattern.scale = 0
    pattern.int_prec = (_digits(options, "minimumIntegerDigits", 1, _MAX_INTEGER_DIGITS, 1), pattern.int_prec[1])
    if currency and options.get("currencyDisplay") == "code":
        pattern.prefix = tuple(part.replace("¤", "¤¤") for part in pattern.prefix)
        pattern.suffix = tuple(part.replace("¤", "¤¤") for part in pattern.suffix)
    found = pattern.apply(
        _rounded(number, most),
        locale,
        currency=currency,
        currency_digits=False,
        group_separator=options.get("useGrouping", True) is not False,
    )
    return found if options.get("currencyDisplay") != "code" else re.sub(r"([A-Z]{3})(?=\d)", "\\1\u00a0", found)


def date_parts(tag: str, moment_ms: float, options: Mapping[str, Any]) -> list[dict[str, str]]:
    """Format a moment (ms since the epoch) by `Intl.DateTimeFormat` options, in parts: `type` and `value`.

    Raises ValueError for an unknown option or value, or a moment outside the years 1 to 9999.
    """
    _check_names(options, _DATE_OPTIONS)
    locale = _locale(tag)
    zone = _zone(options.get("timeZone", "UTC"))
    try:
        moment = (_EPOCH + timedelta(milliseconds=moment_ms)).astimezone(zone)
    except (OverflowError, TypeError, ValueError) as error:
        raise ValueError("Invalid time value") from error
    written = dates.DateTimeFormat(moment, locale)
    parts: list[dict[str, str]] = []
    for _, piece in dates.tokenize_pattern(_date_pattern(locale, options)):
        if isinstance(piece, str):
            parts.append({"type": "literal", "value": piece})
            continue
        letter, width = piece
        text = written[letter * width]
        name = _PART_NAMES.get(letter, "unknown")
        parts.append({"type": name, "value": _zone_name(text) if name == "timeZoneName" else text})
    # As browsers do: programs split at a plain space.
    return [part | {"value": part["value"].replace("\u202f", " ").replace("\u2009", " ")} for part in parts]


def _zone_name(name: str) -> str:
    """Return the name of a time zone that has none, as browsers write it: GMT+8."""
    match = _OFFSET.fullmatch(name)
    if match is None:
        return name
    sign, hours, minutes = match.groups()
    return f"GMT{sign}{hours}" + ("" if minutes == "00" else f":{minutes}")


def _found_tag(tag: str) -> str:
    match = _TAG.fullmatch(tag) if len(tag) <= _MAX_DIGITS else None
    if match is None:
        raise ValueError(f"Incorrect locale information provided: {tag[:_MAX_DIGITS]}")
    plain = re.split(r"-(?=[A-Za-z0-9](?:-|$))|-u-", tag)[0]
    parts = plain.split("-")
    for length in range(len(parts), 0, -1):
        try:
            Locale.parse("-".join(parts[:length]), sep="-")
        except (UnknownLocaleError, ValueError):
            continue
        return "-".join(parts[:length])
    return ""


def _locale(tag: str) -> Locale:
    return Locale.parse(resolved_locale([tag]), sep="-")


def _zone(key: Any) -> ZoneInfo:
    try:
        return ZoneInfo(str(key))
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ValueError(f"Invalid time zone specified: {str(key)[:_MAX_DIGITS]}") from error


def _date_pattern(locale: Locale, options: Mapping[str, Any]) -> str:
    if "dateStyle" in options or "timeStyle" in options:
        if any(name in options for name in _FIELDS):
            raise ValueError("dateStyle and timeStyle do not go together with single fields.")
        return _styled_pattern(locale, options)
    wanted = {name: options[name] for name in _FIELDS if name in options}
    date = "".join(_skeleton(name, value) for name, value in wanted.items() if name in _DATE_FIELDS)
    time = "".join(_skeleton(name, value) for name, value in wanted.items() if name in _TIME_FIELDS)
    if "j" in time:
        time = time.replace("j", "h" if _is_twelve(locale, options) else "H")
    if not date and not time.strip("z"):
        date = "yMd"
    found = [_matched(locale, skeleton) for skeleton in (time, date) if skeleton]
    if len(found) == 1:
        return found[0]
    style = "full" if "MMMM" in date and "E" in date else "long" if "MMMM" in date else "medium"
    return _joined(locale, style, *found)


def _styled_pattern(locale: Locale, options: Mapping[str, Any]) -> str:
    date, time = (_one_of(options, name, _STYLES) if name in options else "" for name in ("dateStyle", "timeStyle"))
    found_time = locale.time_formats[time].pattern if time else ""
    if time and "hour12" in options and _is_twelve(locale, options) != _is_twelve(locale, {}):
        letter = "h" if options["hour12"] else "H"
        found_time = _matched(locale, f"{letter}mm" + ("" if time == "short" else "ss"))
    found_date = locale.date_formats[date].pattern if date else ""
    return _joined(locale, date, found_time, found_date) if found_time and found_date else found_time or found_date


def _joined(locale: Locale, style: str, time: str, date: str) -> str:
    form = str(locale.datetime_formats[style])
    return form.replace("{0}", time).replace("{1}", date)


def _is_twelve(locale: Locale, options: Mapping[str, Any]) -> bool:
    if "hour12" in options:
        return bool(options["hour12"])
    return "h" in locale.time_formats["short"].pattern


def _skeleton(name: str, value: Any) -> str:
    letter, widths = _FIELDS[name]
    if value not in widths:
        raise ValueError(f"Value {str(value)[:_MAX_DIGITS]} out of range for the option {name}")
    return letter * widths[value]


def _matched(locale: Locale, skeleton: str) -> str:
    """Return the locale's pattern for these fields, with the widths that were asked for."""
    zone = skeleton.lstrip("hHms") if skeleton.endswith("z") else ""
    wanted = skeleton.removesuffix(zone)
    plain = _narrow(wanted)
    known = locale.datetime_skeletons
    name = wanted if wanted in known else plain if plain in known else dates.match_skeleton(plain, known)
    pattern = str(known[name].pattern) if name else wanted
    for letter in dict.fromkeys(wanted):
        width = wanted.count(letter)
        if width != (name or wanted).count(letter):
            pattern = _widened(pattern, letter, width)
    return f"{pattern} {zone}" if zone and pattern else pattern or zone


def _narrow(skeleton: str) -> str:
    """Return a skeleton with the widths that locales have patterns for: numbers as they are, names short."""
    found = skeleton.replace("MMMMM", "MMM").replace("MMMM", "MMM").replace("EEEEE", "E").replace("EEEE", "E")
    found = re.sub(r"(?<!M)MM(?!M)", "M", found)
    return re.sub(r"(y|d|h|H|m|s)\1", r"\1", found)


def _widened(pattern: str, letter: str, width: int) -> str:
    """Return a pattern with another width of one field; a number stays a number, and two digits of minutes stay two."""
    letters = {"M": "ML", "E": "Ec"}.get(letter, letter)
    done: list[tuple[str, str | tuple[str, int]]] = []
    for kind, piece in dates.tokenize_pattern(pattern):
        is_meant = not isinstance(piece, str) and piece[0] in letters
        known = piece[1] if not isinstance(piece, str) else 0
        if is_meant and not (letter in "ms" and known > width) and not (letter == "M" and known < 3 <= width):
            done.append((kind, (piece[0], width)))
        else:
            done.append((kind, piece))
    return dates.untokenize_pattern(done)


def _fraction_digits(options: Mapping[str, Any], style: str, currency: str | None) -> tuple[int, int]:
    usual_least, usual_most = (0, 3) if style == "decimal" else (0, 0)
    if currency:
        usual_least = usual_most = numbers.get_currency_precision(currency)
    least = _digits(options, "minimumFractionDigits", 0, _MAX_DIGITS, None)
    most = _digits(options, "maximumFractionDigits", 0, _MAX_DIGITS, None)
    if least is None:
        least = min(usual_least, most) if most is not None else usual_least
    if most is None:
        most = max(usual_most, least)
    if least > most:
        raise ValueError("maximumFractionDigits value is out of range.")
    return least, most


def _digits(options: Mapping[str, Any], name: str, least: int, most: int, usual: Any) -> Any:
    value = options.get(name)
    if value is None:
        return usual
    if not isinstance(value, int | float) or not least <= value <= most:
        raise ValueError(f"{name} value is out of range.")
    return int(value)


def _currency(options: Mapping[str, Any]) -> str:
    currency = str(options.get("currency", "")).upper()
    if not re.fullmatch(r"[A-Z]{3}", currency):
        raise ValueError("Currency code is required with currency style.")
    _one_of(options, "currencyDisplay", ("symbol", "code"))
    return currency


def _rounded(number: Decimal, digits: int) -> Decimal:
    with localcontext(prec=2 * _MAX_DIGITS * 4):
        return number.quantize(Decimal(1).scaleb(-digits), rounding=ROUND_HALF_UP)


def _one_of(options: Mapping[str, Any], name: str, values: tuple[str, ...]) -> str:
    value = options.get(name, values[0])
    if value not in values:
        raise ValueError(f"Value {str(value)[:_MAX_DIGITS]} out of range for the option {name}")
    return str(value)


def _check_names(options: Mapping[str, Any], known: set[str]) -> None:
    for name in options:
        if name not in known:
            raise ValueError(f"The sandbox's Intl does not know the option {name[:_MAX_DIGITS]}.")
