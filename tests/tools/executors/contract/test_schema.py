"""The JSON Schema conventions that forms and models rely on."""

from typing import Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from tools.core.text import Text
from tools.executors.contract.schema import form_schema, function_schema, groups, secret_fields, ui


class Header(BaseModel):
    """Words for programmers."""

    key: str = Field(default="", json_schema_extra=ui(Text.of(en="Name", zh="名称")))
    value: str = ""


class Sample(BaseModel):
    """Words for programmers."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        populate_by_name=True,
        json_schema_extra=groups(("more", Text.of(en="More", zh="更多"), True)),
    )

    body_type: Literal["json", "raw"] = Field(
        default="json",
        json_schema_extra=ui(
            Text.of(en="Body type", zh="请求体类型"),
            Text.of(en="How the body is sent.", zh="发送方式。"),
            enum_labels={"raw": Text.of(en="Raw", zh="原始")},
        ),
    )
    title: str = Field(
        default="", json_schema_extra=ui(Text.of(en="Title", zh="标题"), show_if={"bodyType": ["raw"]}, group="more")
    )
    web_hook: str = Field(default="", json_schema_extra=ui(Text.of(en="Address", zh="地址"), widget="secret"))
    headers: list[Header] = Field(
        default_factory=list, json_schema_extra=ui(Text.of(en="Headers", zh="请求头"), widget="key-values")
    )
    main: Header = Field(default=Header(), json_schema_extra=ui(Text.of(en="Main", zh="主要")))
    limit: int | None = Field(default=None, json_schema_extra=ui(Text.of(en="Limit", zh="上限"), unit="ms"))


class Tree(BaseModel):
    """Refers to itself."""

    children: list["Tree"] = Field(default_factory=list)


def test_properties_carry_both_languages_under_json_names() -> None:
    field = form_schema(Sample)["properties"]["bodyType"]
    assert field == {
        "title": "Body type",
        "description": "How the body is sent.",
        "x-translations": {"zh": {"title": "请求体类型", "description": "发送方式。"}},
        "x-enum-labels": {"raw": {"en": "Raw", "zh": "原始"}},
        "default": "json",
        "enum": ["json", "raw"],
        "type": "string",
    }


def test_references_are_inlined_and_class_words_left_out() -> None:
    schema = form_schema(Sample)
    assert "$defs" not in schema
    assert "$ref" not in str(schema)
    assert "programmers" not in str(schema)
    assert schema["properties"]["headers"]["items"]["properties"]["key"]["x-translations"]["zh"]["title"] == "名称"
    assert schema["properties"]["main"]["title"] == "Main"
    assert schema["properties"]["main"]["type"] == "object"


def test_the_root_names_its_groups_and_optional_is_any_of_null() -> None:
    schema = form_schema(Sample)
    assert schema["x-groups"] == [{"id": "more", "title": {"en": "More", "zh": "更多"}, "collapsed": True}]
    assert schema["properties"]["limit"]["anyOf"] == [{"type": "integer"}, {"type": "null"}]


def test_a_model_that_refers_to_itself_is_refused() -> None:
    with pytest.raises(ValueError, match="refers to itself"):
        form_schema(Tree)


def test_models_get_descriptions_but_no_form_words() -> None:
    schema = function_schema(form_schema(Sample))
    assert "x-" not in str(schema)
    assert schema["properties"]["bodyType"]["description"] == "How the body is sent."
    assert "title" in schema["properties"], "a parameter may be called title"
    assert "title" not in schema["properties"]["title"]


def test_secret_fields_are_found_by_their_json_name() -> None:
    assert secret_fields(Sample) == ("webHook",)
