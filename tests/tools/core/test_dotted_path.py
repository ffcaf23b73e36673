"""Paths of names and numbers into JSON values."""

from typing import Any

import pytest

from tools.core.formats.dotted_path import value_at

DATA = {"a": {"b": [{"c": 1}, 2]}, "x.y": 3, "x": {"y": 4}, "n": None, "0": "zero"}


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("", DATA),
        ("a.b.0.c", 1),
        ("a.b.1", 2),
        ("x.y", 3),
        ("0", "zero"),
        ("n", None),
        ("a.b.2", None),
        ("a.b.-1", None),
        ("a.b.c", None),
        ("a.b.1.c", None),
        ("gone.b", None),
        ("a..b", None),
        ("a.b." + "9" * 5000, None),
    ],
)
def test_a_path_leads_to(path: str, found: Any) -> None:
    assert value_at(DATA, path) == found
