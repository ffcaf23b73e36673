"""Errors of a wrong setting: pointer, code and both languages."""

from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel, Field, ValidationError, field_validator

from tests.contracts.test_translations import CHINESE
from tools.core.field_errors import FieldError, field_errors, refused_value
from tools.core.text import Text
from tools.executors.contract.executor import NoConfig
from tools.executors.custom.settings import CustomConfig
from tools.executors.feishu.notification import FeishuConfig
from tools.executors.http_request.settings import HttpRequestConfig
from tools.executors.registry import registry


def errors_of(model: type[BaseModel], value: Any) -> list[FieldError]:
    with pytest.raises(ValidationError) as caught:
        model.model_validate(value)
    return field_errors(caught.value)


def test_a_place_is_a_json_pointer() -> None:
    class Sample(BaseModel):
        names: dict[str, int]

    (found,) = errors_of(Sample, {"names": {"a/b~c": "x"}})
    assert found == FieldError("/names/a~1b~0c", "int_parsing", Text.of(en="Enter a whole number.", zh="请填写整数。"))


def test_a_refusal_of_ours_keeps_its_code_and_both_languages() -> None:
    class Sample(BaseModel):
        tea: str = Field(default="")

        @field_validator("tea")
        @classmethod
        def _green(cls, tea: str) -> str:
            raise refused_value("not_green", Text.of(en="Take {green} tea.", zh="请用绿茶。"))

    (found,) = errors_of(Sample, {"tea": "black"})
    assert found == FieldError("/tea", "not_green", Text.of(en="Take {green} tea.", zh="请用绿茶。"))


HOOK = "/open-apis/bot/v2/hook/0123456789"
REFUSED = [
    (FeishuConfig, {"webhookUrl": f"http://open.feishu.cn{HOOK}"}, "/webhookUrl", "webhook", "https://"),
    (FeishuConfig, {"webhookUrl": f"https://evil.example{HOOK}"}, "/webhookUrl", "webhook", "open.feishu.cn"),
    (FeishuConfig, {"webhookUrl": "https://open.feishu.cn/x"}, "/webhookUrl", "webhook", "/open-apis/bot/v2/hook/"),
    (HttpRequestConfig, {"url": "file:///etc/passwd"}, "/url", "address", "http"),
    (HttpRequestConfig, {"url": "http://u:p@example.com/"}, "/url", "address", "user name|用户名"),
    (HttpRequestConfig, {"headers": [{"key": "Host", "value": "x"}]}, "/headers", "reserved_header", "Host"),
    (HttpRequestConfig, {"method": "BREW"}, "/method", "literal_error", "PATCH"),
    (CustomConfig, {"script": "def main(:"}, "/script", "script", "1"),
    (CustomConfig, {"parameters": [{"name": "1x"}]}, "/parameters/0/name", "parameter_name", "args"),
    (CustomConfig, {"parameters": [{"name": "a"}, {"name": "a"}]}, "/parameters", "duplicate_name", "a"),
]


@pytest.mark.parametrize(("model", "value", "pointer", "code", "words"), REFUSED)
def test_settings_are_refused_in_both_languages(
    model: type[BaseModel], value: Any, pointer: str, code: str, words: str
) -> None:
    (found,) = errors_of(model, value)
    assert (found.pointer, found.code) == (pointer, code)
    english, _, chinese = words.partition("|")
    assert english in found.message.en
    assert (chinese or english) in found.message.in_language("zh")
    assert not CHINESE.search(found.message.en)
    assert not found.message.in_language("zh").isascii()


def _patterns(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        if isinstance(schema.get("pattern"), str):
            yield schema["pattern"]
        for inner in schema.values():
            yield from _patterns(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from _patterns(inner)


def _models() -> Iterator[type[BaseModel]]:
    for executor in registry:
        yield from (tool.config for tool in executor.ui_tools)
        yield getattr(executor, "parameters_model", NoConfig)


WITH_PATTERNS = [
    pytest.param(model, name, field, id=f"{model.__name__}.{name}")
    for model in dict.fromkeys(_models())
    for name, field in model.model_json_schema().get("properties", {}).items()
    if list(_patterns(field))
]


@pytest.mark.parametrize(("model", "name", "field"), WITH_PATTERNS)
def test_a_text_of_the_wrong_form_is_answered_with_a_sentence(model: type[BaseModel], name: str, field: Any) -> None:
    wrong = "\u2603 never a match \u2603"
    value = [wrong] if field.get("type") == "array" else wrong
    found = [error for error in errors_of(model, {name: value}) if error.pointer.startswith(f"/{name}")]
    assert [error.code for error in found] == ["string_pattern_mismatch"]
    for pattern in _patterns(field):
        assert pattern not in found[0].message.en + found[0].message.in_language("zh")


def test_there_are_texts_of_a_form() -> None:
    assert len(WITH_PATTERNS) >= 8
