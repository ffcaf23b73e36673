"""Names of passes. A node run is addressed by its node's key and its scope.

The scope is "" outside of containers, else `<scope of the container>/<key of the container>.<index of the pass>`, for
example `/each.3/inner.0`.
"""

from typing import NamedTuple


class Address(NamedTuple):
    """One node in one pass."""

    key: str
    scope: str = ""


def pass_scope(container: Address, index: int) -> str:
    return f"{container.scope}/{container.key}.{index}"


def container_of(scope: str) -> tuple[Address, int]:
    """Return the container and index of a pass."""
    outer, _, own = scope.rpartition("/")
    key, _, index = own.rpartition(".")
    return Address(key, outer), int(index)


def cut(scope: str, depth: int) -> str:
    """Return the scope of the pass at this depth around a scope; 0 gives ""."""
    return "/".join(scope.split("/")[: depth + 1])


def is_within(scope: str, outer: str) -> bool:
    """Return True for the scope itself and those of passes inside of it."""
    return scope == outer or not outer or scope.startswith(f"{outer}/")


def is_pass_of(scope: str, container: Address) -> bool:
    """Return True for the scopes of a container's passes and those inside of them."""
    return scope.startswith(f"{container.scope}/{container.key}.")
