"""The checks that a case makes on what was observed of it."""

from collections.abc import Callable, Mapping
from typing import Any

_MISSING = object()


def failed_checks(checks: list[dict[str, Any]], observed: Mapping[str, Any]) -> list[str]:
    """Return a line for each check that does not hold."""
    return [f"{check}: {_shown(check, observed)}" for check in checks if not _holds(check, observed)]


def _shown(check: dict[str, Any], observed: Mapping[str, Any]) -> str:
    seen = _at(check, observed) if "path" in check else observed
    return repr(seen)[:600]


def _at(check: dict[str, Any], observed: Mapping[str, Any]) -> Any:
    """Return the value at the path of a check; the names of a path hold no dots."""
    value: Any = observed["requests"][check["request"]]["json"] if "request" in check else observed
    for part in check["path"].split("."):
        if isinstance(value, list) and part.isdigit():
            value = value[int(part)] if int(part) < len(value) else _MISSING
        else:
            value = value.get(part, _MISSING) if isinstance(value, Mapping) else _MISSING
    return value


def _holds(check: dict[str, Any], observed: Mapping[str, Any]) -> bool:
    if "any" in check:
        return any(_holds(one, observed) for one in check["any"])
    if "status" in check:
        return bool(observed["requests"][check["request"]]["status"] == check["status"])
    seen = _at(check, observed)
    tests: dict[str, Callable[[Any], bool]] = {
        "eq": lambda wanted: seen == wanted and type(seen) is type(wanted),
        "ne": lambda wanted: seen is not _MISSING and seen != wanted,
        "any_of": lambda wanted: seen in wanted,
        "contains": lambda wanted: wanted in seen,
        "not_contains": lambda wanted: wanted not in seen,
        "lt": lambda wanted: seen < wanted,
        "len": lambda wanted: len(seen) == wanted,
        "values": lambda wanted: sorted(seen.values()) == sorted(wanted),
    }
    asked = tests.keys() & check.keys()
    if not asked:
        raise ValueError(f"a check that asks nothing: {check}")
    return seen is not _MISSING and all(tests[name](check[name]) for name in asked)
