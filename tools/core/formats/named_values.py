"""Values under names that may be repeated, as in queries, forms and headers. Pure."""

from collections.abc import Iterable
from typing import TypeVar

_SEPARATORS = {"cookie": "; "}
T = TypeVar("T")


def by_name(pairs: Iterable[tuple[str, T]]) -> dict[str, T | list[T]]:
    """Return the values by name, in order of appearance; a list where a name is repeated, so that none is lost."""
    found: dict[str, list[T]] = {}
    for name, value in pairs:
        found.setdefault(name, []).append(value)
    return {name: values[0] if len(values) == 1 else values for name, values in found.items()}


def joined_headers(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return headers by name; repeated ones are joined (RFC 9110, 5.3; RFC 6265, 4.2.1)."""
    names: dict[str, str] = {}
    found: dict[str, list[str]] = {}
    for name, value in pairs:
        found.setdefault(names.setdefault(name.lower(), name), []).append(value)
    return {name: _SEPARATORS.get(name.lower(), ", ").join(values) for name, values in found.items()}
