"""Pydantic's validation messages in Chinese; English ones are pydantic's own."""

from collections.abc import Mapping
from typing import Any

from workflow_editor.api.texts import speaks_chinese

CHINESE: Mapping[str, str] = {
    "missing": "此字段必填。",
    "extra_forbidden": "不认识的字段。",
    "string_type": "必须是文本。",
    "string_too_short": "至少需要 {min_length} 个字符。",
    "string_too_long": "最多 {max_length} 个字符。",
    "string_pattern_mismatch": "格式不正确。",
    "int_type": "必须是整数。",
    "int_parsing": "必须是整数。",
    "int_from_float": "必须是整数。",
    "float_type": "必须是数字。",
    "float_parsing": "必须是数字。",
    "bool_type": "必须是布尔值。",
    "bool_parsing": "必须是布尔值。",
    "dict_type": "必须是对象。",
    "model_type": "必须是对象。",
    "model_attributes_type": "必须是对象。",
    "list_type": "必须是列表。",
    "too_short": "至少需要 {min_length} 项。",
    "too_long": "最多 {max_length} 项。",
    "greater_than": "必须大于 {gt}。",
    "greater_than_equal": "不能小于 {ge}。",
    "less_than": "必须小于 {lt}。",
    "less_than_equal": "不能大于 {le}。",
    "literal_error": "必须是以下之一：{expected}。",
    "enum": "必须是以下之一：{expected}。",
    "union_tag_invalid": "必须是以下之一：{expected_tags}。",
    "uuid_parsing": "不是有效的 UUID。",
    "url_parsing": "不是有效的网址。",
    "json_invalid": "不是有效的 JSON。",
}


def pydantic_message(item: Mapping[str, Any]) -> str:
    """Return the message of one item of `ValidationError.errors()` in the request's language."""
    text = CHINESE.get(item["type"]) if speaks_chinese() else None
    if text is None:
        return str(item["msg"])
    try:
        return text.format_map(item.get("ctx", {}))
    except KeyError:
        return str(item["msg"])
