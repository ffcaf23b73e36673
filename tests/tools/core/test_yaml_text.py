"""YAML is read by the core schema of YAML 1.2, with numbers that are what they look like."""

from typing import Any

import pytest

from tools.core.formats.format_error import FormatError
from tools.core.formats.yaml_text import parse_yaml, to_yaml

SCALARS: list[tuple[str, Any]] = [
    ("012", 12),
    ("0o14", 12),
    ("0xC", 12),
    ("190:20:30", "190:20:30"),
    ("1_000", "1_000"),
    ("7615917337495251231", 7615917337495251231),
    ("18446744073709551616", 18446744073709551616),
    ("-0", 0),
    ("+12", 12),
    ("1e3", 1000.0),
    ("0.1", 0.1),
    (".5", 0.5),
    ("1.", 1.0),
    ("~", None),
    ("", None),
    ("null", None),
    ("yes", "yes"),
    ("on", "on"),
    ("True", True),
    ("2026-11-29", "2026-11-29"),
    ("'012'", "012"),
    ("=", "="),
    ("<<", "<<"),
]


@pytest.mark.parametrize(("text", "value"), SCALARS)
def test_a_scalar(text: str, value: Any) -> None:
    found = parse_yaml(f"a: {text}")["a"]
    assert (found, type(found)) == (value, type(value))
    assert parse_yaml(to_yaml({"a": value})) == {"a": value}


@pytest.mark.parametrize("text", ["a: 1\nb: 2\na: 3", "{a: 1, 'a': 2}", "- {x: {1: a, 1: b}}"])
def test_a_key_that_comes_twice_is_refused(text: str) -> None:
    with pytest.raises(FormatError, match="comes twice"):
        parse_yaml(text)
