"""Classes that generic bases are given: named once, between the brackets. Pure."""

from typing import get_args


def set_to_argument(cls: type, name: str, bound: type) -> None:
    """Set a class attribute to the subclass of `bound` that a generic base is given, unless the class sets it."""
    arguments = [argument for base in vars(cls).get("__orig_bases__", ()) for argument in get_args(base)]
    found = [one for one in arguments if isinstance(one, type) and issubclass(one, bound)]
    if found and name not in vars(cls):
        setattr(cls, name, found[0])
