"""Errors about arguments read as sentences, say each thing once, and never repeat a value."""

import re
from typing import Any

import pytest

from tools.calls.arguments import typed_parameters
from tools.core.errors import ToolArgumentsError
from tools.core.text import Text
from tools.executors.contract.executor import ToolParameters
from tools.executors.contract.function import FunctionConfig, tool
from tools.executors.contract.schema_parameters import parameters_for

SECRET = "planted-value-91"
SCHEMA = {
    "type": "object",
    "properties": {
        "topic": {"type": "string", "minLength": 3, "maxLength": 20},
        "size": {"enum": ["small", "large"]},
        "kind": {"const": "tea"},
        "limit": {"type": "integer", "minimum": 1, "maximum": 9, "multipleOf": 2},
        "share": {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1},
        "is_new": {"type": "boolean"},
        "rows": {
            "type": "array",
            "minItems": 1,
            "maxItems": 2,
            "uniqueItems": True,
            "items": {"type": "object", "required": ["key"], "additionalProperties": False, "properties": {"key": {}}},
        },
        "either": {"type": ["string", "integer"]},
        "box": {"type": "object", "minProperties": 1, "maxProperties": 1},
        "odd": {"not": {}},
    },
    "required": ["topic"],
    "additionalProperties": False,
}
MISTAKES: list[tuple[dict[str, Any], str, str]] = [
    ({}, "topic: This field is required.", "topic：请填写此项。"),
    ({"topic": 1}, "topic: Enter text.", "topic：请填写文本。"),
    ({"topic": "ab"}, "topic: Too short. Enter at least this many characters: 3.", "topic：至少填写 3 个字符。"),
    ({"topic": "a" * 21}, "topic: Enter at most 20 characters.", "topic：最多填写 20 个字符。"),
    (
        {"topic": "tea", "other": SECRET},
        "other: This field does not exist. Remove it.",
        "other：没有这个字段，请删除。",
    ),
    ({"topic": "tea", "size": SECRET}, "size: Choose one of small, large.", "size：请选择其中之一：small, large。"),
    ({"topic": "tea", "kind": SECRET}, "kind: Choose one of tea.", "kind：请选择其中之一：tea。"),
    ({"topic": "tea", "limit": SECRET}, "limit: Enter a whole number.", "limit：请填写整数。"),
    ({"topic": "tea", "limit": 0}, "limit: Enter at least 1.", "limit：不能小于 1。"),
    ({"topic": "tea", "limit": 10}, "limit: Enter at most 9.", "limit：不能大于 9。"),
    ({"topic": "tea", "limit": 3}, "limit: Enter a multiple of 2.", "limit：请填写 2 的倍数。"),
    ({"topic": "tea", "share": 0}, "share: Enter a number greater than 0.", "share：请填写大于 0 的数字。"),
    ({"topic": "tea", "share": 1}, "share: Enter a number less than 1.", "share：请填写小于 1 的数字。"),
    ({"topic": "tea", "is_new": SECRET}, "is_new: Enter true or false.", "is_new：请填写 true 或 false。"),
    ({"topic": "tea", "rows": {}}, "rows: Enter a list.", "rows：请填写列表。"),
    ({"topic": "tea", "rows": []}, "rows: Add more entries, at least 1.", "rows：至少添加 1 项。"),
    ({"topic": "tea", "rows": [{"key": 1}] * 2}, "rows: Enter each entry only once.", "rows：每项只能出现一次。"),
    ({"topic": "tea", "rows": [{}]}, "rows.0.key: This field is required.", "rows.0.key：请填写此项。"),
    ({"topic": "tea", "box": []}, "box: Enter an object.", "box：请填写对象。"),
    ({"topic": "tea", "box": {}}, "box: Fill in more fields, at least 1.", "box：至少填写 1 个字段。"),
    ({"topic": "tea", "odd": SECRET}, "odd: Enter a value that matches the schema.", "odd：请填写符合要求的值。"),
    (
        {"topic": "tea", "either": []},
        "either: Enter a value of one of the types string, integer.",
        "either：值的类型须为其中之一：string, integer。",
    ),
]


class Parameters(ToolParameters):
    topic: str
    limit: int = 1


@tool("test:given", title=Text.of(en="Given", zh="给定"))
def given(topic: str, limit: int = 1) -> str:
    """Return the topic."""
    return topic


def refusal(arguments: dict[str, Any], schema: dict[str, Any] | None = None) -> Text:
    executor = given
    if schema is not None:
        executor.parameters_model = parameters_for(schema)
    else:
        executor.parameters_model = Parameters
    with pytest.raises(ToolArgumentsError) as raised:
        typed_parameters(executor, FunctionConfig(), arguments)
    return raised.value.text


def assert_reads_well(text: Text) -> None:
    assert SECRET not in text.en + text.in_language("zh")
    assert not re.search(r"(\w+): \1:|arguments: |[^.!?] Parameters:|\.\.", text.en), text.en
    assert not re.search(r"(\w+)：\1：|arguments：|。。", text.in_language("zh")), text.in_language("zh")
    assert text.en.endswith(".")
    assert text.in_language("zh").endswith("。")


@pytest.mark.parametrize(("arguments", "en", "zh"), MISTAKES)
def test_arguments_that_do_not_fit_a_schema(arguments: dict[str, Any], en: str, zh: str) -> None:
    text = refusal(arguments, SCHEMA)
    assert en in text.en
    assert zh in text.in_language("zh")
    assert_reads_well(text)


@pytest.mark.parametrize(
    ("arguments", "en", "zh"),
    [
        ({}, "topic: This field is required.", "topic：请填写此项。"),
        ({"topic": 1}, "topic: Enter text.", "topic：请填写文本。"),
        ({"topic": "a", "limit": SECRET}, "limit: Enter a whole number.", "limit：请填写整数。"),
        ({"topic": "a", "x": SECRET}, "x: This field does not exist. Remove it.", "x：没有这个字段，请删除。"),
        ({"limit": SECRET, "x": 1}, "topic: This field is required. limit: Enter", "topic：请填写此项。limit：请填写"),
    ],
)
def test_arguments_that_do_not_fit_a_model(arguments: dict[str, Any], en: str, zh: str) -> None:
    text = refusal(arguments)
    assert en in text.en
    assert zh in text.in_language("zh")
    assert_reads_well(text)
