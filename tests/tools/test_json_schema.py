"""JSON Schemas that people and models write."""

from typing import Any

import pytest

from tools.json_schema import Misfit, schema_misfit, schema_problem

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
def test_what_is_no_schema_is_told_why(schema: dict[str, Any], problem: str | None) -> None:
    assert schema_problem(schema) == problem


@pytest.mark.parametrize(
    ("value", "misfit"),
    [
        ({"title": "Tea"}, None),
        ({"title": 7}, Misfit("$.title", "7 is not of type 'string'")),
        ({"tags": ["ok", "long"]}, Misfit("$.tags[1]", "'long' is too long")),
        ([], Misfit("$", "[] is not of type 'object'")),
    ],
)
def test_a_value_that_does_not_fit_is_told_where_and_why(value: Any, misfit: Misfit | None) -> None:
    assert schema_misfit(value, ARTICLE) == misfit


def test_a_misfit_reads_as_a_place_and_a_reason() -> None:
    assert str(Misfit("$.title", "7 is not of type 'string'")) == "$.title: 7 is not of type 'string'"
