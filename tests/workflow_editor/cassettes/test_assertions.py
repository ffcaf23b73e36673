"""Assertions of tests about replays."""

from typing import Any

import pytest

from tools.core.tool_id import ToolId
from workflow_editor.cassettes.assertions import Played, PlayedCall, failed_assertions, read_assertions
from workflow_editor.errors import InvalidInputError

TOOLS = tuple(PlayedCall(name.capitalize(), ToolId(f"tool:{name}"), f"f_{name}") for name in ("fetch", "save", "post"))
PLAYED = Played(
    "succeeded", {"text": "Hello looms", "items": [1, 2], "who": {"name": "Ada", "age": 36}}, TOOLS, 120, 0.5, 900
)


@pytest.mark.parametrize(
    "assertion",
    [
        {"kind": "status", "value": "succeeded"},
        {"kind": "equals", "path": "$.items", "value": [1, 2]},
        {"kind": "equals", "path": "$.text", "value": "Hello ***"},
        {"kind": "contains", "path": "$.text", "value": "looms"},
        {"kind": "contains", "path": "$.items", "value": 2},
        {"kind": "contains", "path": "$.who", "value": {"name": "Ada"}},
        {"kind": "schema", "path": "$.who", "value": {"type": "object", "required": ["age"]}},
        {"kind": "tools", "value": ["Fetch", "tool:save", "f_post"]},
        {"kind": "tools", "value": ["Fetch", "Post"], "exact": False},
        {"kind": "cost", "value": 0.5},
        {"kind": "tokens", "value": 120},
        {"kind": "time", "value": 900},
    ],
)
def test_what_holds_is_not_reported(assertion: dict[str, Any]) -> None:
    assert failed_assertions(read_assertions([assertion]), PLAYED) == []


@pytest.mark.parametrize(
    ("assertion", "found"),
    [
        ({"kind": "status", "value": "failed"}, "succeeded"),
        ({"kind": "equals", "path": "$.text", "value": "Hello"}, "Hello looms"),
        ({"kind": "equals", "path": "$.gone", "value": 1}, PLAYED.output),
        ({"kind": "contains", "path": "$.text", "value": "boats"}, "Hello looms"),
        ({"kind": "contains", "path": "$.items", "value": 3}, [1, 2]),
        ({"kind": "contains", "path": "$.who", "value": {"name": "Bob"}}, {"name": "Ada", "age": 36}),
        ({"kind": "schema", "path": "$.text", "value": {"type": "number"}}, "Hello looms"),
        ({"kind": "tools", "value": ["Fetch", "Post"]}, ["Fetch", "Save", "Post"]),
        ({"kind": "tools", "value": ["Save", "Fetch"], "exact": False}, ["Fetch", "Save", "Post"]),
        ({"kind": "cost", "value": 0.4}, 0.5),
        ({"kind": "tokens", "value": 119}, 120),
        ({"kind": "time", "value": 899}, 900),
    ],
)
def test_what_does_not_hold_is_reported_with_what_was_found(assertion: dict[str, Any], found: Any) -> None:
    (finding,) = failed_assertions(read_assertions([assertion]), PLAYED)
    reported = finding.to_json()
    assert (reported["kind"], reported["found"]) == (assertion["kind"], found)
    assert reported["message"]["en"]
    assert reported["message"]["zh"]


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("cost", "Cost: 0.0001234, but at most 0 are allowed."),
        ("tokens", "Tokens: 12,345,678, but at most 0 are allowed."),
        ("time", "Time of the recorded calls: 1,234.567 s, but at most 0 s are allowed."),
    ],
)
def test_large_and_small_numbers_are_written_out(kind: str, words: str) -> None:
    played = Played("succeeded", {}, (), 12_345_678, 0.000_123_4, 1_234_567)
    (finding,) = failed_assertions(read_assertions([{"kind": kind, "value": 0}]), played)
    assert finding.to_json()["message"]["en"] == words


@pytest.mark.parametrize(
    ("assertion", "pointer", "code"),
    [
        ({"kind": "colour"}, "/assertions/0", "union_tag_invalid"),
        ({}, "/assertions/0", "union_tag_not_found"),
        ("text", "/assertions/0", "model_attributes_type"),
        ({"kind": "equals", "path": "text", "value": 1}, "/assertions/0/path", "path_invalid"),
        ({"kind": "equals"}, "/assertions/0/value", "missing"),
        ({"kind": "schema", "value": {"type": "nothing"}}, "/assertions/0/value", "schema_invalid"),
        ({"kind": "cost", "value": -1}, "/assertions/0/value", "greater_than_equal"),
        ({"kind": "status", "value": "well", "more": 1}, "/assertions/0/value", "literal_error"),
    ],
)
def test_malformed_assertions_are_refused_with_their_place(assertion: Any, pointer: str, code: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        read_assertions([assertion])
    assert (pointer, code) in [(error["pointer"], error["code"]) for error in caught.value.details["errors"]]


def test_there_are_at_most_a_hundred() -> None:
    with pytest.raises(InvalidInputError):
        read_assertions([{"kind": "status", "value": "failed"}] * 101)
