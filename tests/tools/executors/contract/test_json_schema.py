"""JSON Schemas that people and models write."""

from typing import Any

import pytest

from tests.doubles.http_server import Reply, serving
from tools.executors.contract.json_schema import SchemaMismatch, schema_mismatch, schema_problem
from workflow_editor.engine.tool_arguments import argument_errors

ARTICLE = {"type": "object", "properties": {"title": {"type": "string"}, "tags": {"items": {"maxLength": 2}}}}


@pytest.mark.parametrize(
    ("schema", "problem"),
    [
        ({}, None),
        (ARTICLE, None),
        ({"type": "nothing"}, "'nothing' is not valid under any of the given schemas"),
        ({"properties": {"title": {"minLength": -1}}}, "-1 is less than the minimum of 0"),
    ],
)
def test_what_is_no_schema_is_refused_with_a_reason(schema: dict[str, Any], problem: str | None) -> None:
    assert schema_problem(schema) == problem


@pytest.mark.parametrize(
    ("value", "mismatch"),
    [
        ({"title": "Tea"}, None),
        ({"title": 7}, SchemaMismatch("$.title", "7 is not of type 'string'")),
        ({"tags": ["ok", "long"]}, SchemaMismatch("$.tags[1]", "'long' is too long")),
        ([], SchemaMismatch("$", "[] is not of type 'object'")),
    ],
)
def test_a_value_that_does_not_fit_is_reported_with_its_place(value: Any, mismatch: SchemaMismatch | None) -> None:
    assert schema_mismatch(value, ARTICLE) == mismatch


def test_a_mismatch_reads_as_a_place_and_a_reason() -> None:
    assert str(SchemaMismatch("$.title", "7 is not of type 'string'")) == "$.title: 7 is not of type 'string'"


@pytest.mark.parametrize(
    ("schema", "reason"),
    [
        ({"$ref": "#/$defs/gone"}, "the schema refers to /$defs/gone, which is not in it"),
        ({"$ref": "#"}, "the schema leads round in circles, or the value is nested too deeply"),
    ],
)
def test_a_schema_that_cannot_judge_gives_the_reason(schema: dict[str, Any], reason: str) -> None:
    assert schema_mismatch("tea", schema) == SchemaMismatch("$", reason)


def test_what_a_schema_refers_to_elsewhere_is_never_fetched() -> None:
    with serving(lambda request: Reply.of_json({})) as server:
        schema = {"$ref": f"{server.url}/schema.json"}

        assert schema_mismatch("tea", schema) == SchemaMismatch(
            "$", f"the schema refers to {server.url}/schema.json, which is not in it"
        )
        assert argument_errors({"body": "tea"}, schema) == []
        assert server.received == []


def test_changed_arguments_are_not_held_against_foreign_patterns() -> None:
    schema = {"type": "object", "properties": {"x": {"type": "string", "pattern": "^(a+)+$"}}}

    assert argument_errors({"x": "a" * 40 + "!"}, schema) == []
    assert [error["pointer"] for error in argument_errors({"x": 1}, schema)] == ["/x"]


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
    assert "regular expression" in problem or "unevaluatedProperties" in problem


def test_a_refused_pattern_judges_nothing() -> None:
    mismatch = schema_mismatch("aa", {"pattern": r"(a)\1"})
    assert mismatch is not None
    assert mismatch.message.startswith("a regular expression of the schema cannot be used")


def test_names_and_values_are_no_patterns() -> None:
    schema = {"properties": {"pattern": {"type": "string"}}, "const": {"pattern": "(?=a)b"}}
    assert schema_problem(schema) is None
