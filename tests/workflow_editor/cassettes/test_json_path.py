"""Paths to single values (RFC 9535, singular queries)."""

from typing import Any

import pytest
from pydantic_core import PydanticCustomError

from workflow_editor.cassettes.json_path import NothingThereError, parse_path, value_at

VALUE = {"items": [{"name": "tea"}, {"name": "bread"}], "发布 需求": {"a'b": 1}}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("$", VALUE),
        ("$.items[0].name", "tea"),
        ("$.items[-1].name", "bread"),
        ('$["items"][1]', {"name": "bread"}),
        ("$['发布 需求'][\"a'b\"]", 1),
        (r"$['发布 需求']['a\'b']", 1),
    ],
)
def test_a_path_leads_to_one_value(path: str, value: Any) -> None:
    assert value_at(VALUE, path) == value


@pytest.mark.parametrize("path", ["", "items", "$items", "$.", "$..name", "$.items[*]", "$.items[", "$[x]"])
def test_what_is_no_path_to_one_value_is_refused(path: str) -> None:
    with pytest.raises(PydanticCustomError):
        parse_path(path)


@pytest.mark.parametrize("path", ["$.gone", "$.items[2]", "$.items.name", "$[0]", "$.items[0].name.first"])
def test_a_path_to_nothing_is_reported(path: str) -> None:
    with pytest.raises(NothingThereError):
        value_at(VALUE, path)
