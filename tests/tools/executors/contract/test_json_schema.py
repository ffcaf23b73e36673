"""JSON Schemas that people and models write."""

from typing import Any

import pytest

from tests.doubles.http_server import Reply, serving
from tools.core.text import Text
from tools.executors.contract.json_schema import SchemaMismatch, schema_mismatch, schema_problem
from workflow_editor.engine.tool_arguments import argument_errors

ARTICLE = {"type": "object", "properties": {"title": {"type": "string"}, "tags": {"items": {"maxLength": 2}}}}


@pytest.mark.parametrize(
    ("schema", "problem"),
    [
        ({}, None),
        (ARTICLE, None),
        ({"type": "nothing"}, "Check $.type: Choose one of array, boolean"),
        ({"properties": {"title": {"minLength": -1}}}, "Check $.properties.title.minLength: Enter at least 0."),
    ],
)
def test_what_is_no_schema_is_refused_with_a_reason(schema: dict[str, Any], problem: str | None) -> None:
    found = schema_problem(schema)
    assert (problem or "") in (found.en if found else "")
    assert (found is None) is (problem is None)


@pytest.mark.parametrize(
    ("value", "mismatch"),
    [
        ({"title": "Tea"}, None),
        ({"title": 7}, ("$.title", "7 is not of type 'string'.", "请填写文本。")),
        ({"tags": ["ok", "long"]}, ("$.tags[1]", "'long' is too long.", "最多填写 2 个字符。")),
        ([], ("$", "[] is not of type 'object'.", "请填写对象。")),
    ],
)
def test_a_value_that_does_not_fit_is_reported_with_its_place(
    value: Any, mismatch: tuple[str, str, str] | None
) -> None:
    found = schema_mismatch(value, ARTICLE)
    assert mismatch == (found and (found.path, found.message.en, found.message.in_language("zh")))


def test_a_mismatch_reads_as_a_place_and_a_reason() -> None:
    assert SchemaMismatch("$.title", Text.verbatim("Enter text.")).sentence.en == "$.title: Enter text."


@pytest.mark.parametrize(
    ("schema", "reason"),
    [
        ({"$ref": "#/$defs/gone"}, "The schema refers to /$defs/gone, which is not in it."),
        ({"$ref": "#"}, "The schema refers to itself without end, or the value is nested too deeply."),
    ],
)
def test_a_schema_that_cannot_judge_gives_the_reason(schema: dict[str, Any], reason: str) -> None:
    found = schema_mismatch("tea", schema)
    assert found is not None
    assert (found.path, found.message.en) == ("$", reason)


def test_what_a_schema_refers_to_elsewhere_is_never_fetched() -> None:
    with serving(lambda request: Reply.of_json({})) as server:
        schema = {"$ref": f"{server.url}/schema.json"}

        found = schema_mismatch("tea", schema)
        assert found is not None
        assert found.message.en == f"The schema refers to {server.url}/schema.json, which is not in it."
        assert argument_errors({"body": "tea"}, schema) == []
        assert server.received == []


def test_changed_arguments_are_not_held_against_foreign_patterns() -> None:
    schema = {"type": "object", "properties": {"x": {"type": "string", "pattern": "^(a+)+$"}}}

    assert argument_errors({"x": "a" * 40 + "!"}, schema) == []
    assert [error["pointer"] for error in argument_errors({"x": 1}, schema)] == ["/x"]


def test_each_argument_that_is_missing_or_unknown_is_pointed_at() -> None:
    schema = {"properties": {"x": {"required": ["c", "d"]}}, "required": ["a", "ab"], "additionalProperties": False}
    found = argument_errors({"x": {"c": 1}, "y": 1}, schema)
    assert [error["pointer"] for error in found] == ["/a", "/ab", "/y", "/x/d"]


ENDLESS = "(a+)+$"
DIALECT = "http://json-schema.org/draft-07/schema#"
VICTIM = "a" * 60 + "!"


@pytest.mark.parametrize(
    ("schema", "fitting", "mismatch"),
    [
        ({"pattern": ENDLESS}, "aaa", VICTIM),
        ({"properties": {"pattern": {"pattern": ENDLESS}}}, {"pattern": "aa"}, {"pattern": VICTIM}),
        ({"patternProperties": {ENDLESS: {"type": "string"}}}, {VICTIM: 1, "aa": "x"}, {"aa": 1}),
        ({"patternProperties": {ENDLESS: {}}, "additionalProperties": False}, {"aa": 1}, {VICTIM: 1}),
        ({"properties": {"x": {}}, "additionalProperties": {"type": "string"}}, {"x": 1, "y": "z"}, {"y": 1}),
        ({"propertyNames": {"pattern": ENDLESS}}, {"aa": 1}, {VICTIM: 1}),
        ({"items": {"$schema": DIALECT, "pattern": ENDLESS}}, ["aa"], [VICTIM]),
        ({"$schema": DIALECT, "pattern": ENDLESS, "items": {"$ref": "#"}}, ["aa"], [VICTIM]),
    ],
)
def test_no_pattern_takes_time_without_end(schema: dict[str, Any], fitting: Any, mismatch: Any) -> None:
    assert schema_problem(schema) is None
    assert schema_mismatch(fitting, schema) is None
    assert schema_mismatch(mismatch, schema) is not None


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"x": {"pattern": r"(a)\1"}}},
        {"prefixItems": [{"anyOf": [{"pattern": "(?=a)b"}]}]},
        {"$defs": {"x": {"patternProperties": {"(?<!a)b": {}}}}},
        {"patternProperties": {"a": {}}, "unevaluatedProperties": False},
    ],
)
def test_a_pattern_that_could_is_refused(schema: dict[str, Any]) -> None:
    problem = schema_problem(schema)
    assert problem is not None
    assert "regular expression" in problem.en or "unevaluatedProperties" in problem.en


def test_a_refused_pattern_judges_nothing() -> None:
    mismatch = schema_mismatch("aa", {"pattern": r"(a)\1"})
    assert mismatch is not None
    assert mismatch.message.en.startswith("This regular expression cannot be used")


def test_names_and_values_are_no_patterns() -> None:
    schema = {"properties": {"pattern": {"type": "string"}}, "const": {"pattern": "(?=a)b"}}
    assert schema_problem(schema) is None
