"""pydantic's validation errors as pointers with sentences that say what to do."""

from collections.abc import Callable, Sequence
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from tools.definitions import Text
from workflow_editor.graph.catalogue import FieldError

Context = dict[str, Any]


def _choices(context: Context) -> Text:
    expected = str(context.get("expected", ""))
    return Text(f"Choose one of {expected}.", f"请选择其中之一：{expected.replace(' or ', '、').replace(', ', '、')}。")


_SENTENCES: dict[str, Callable[[Context], Text]] = {
    "missing": lambda _: Text("Fill in this field.", "请填写此项。"),
    "extra_forbidden": lambda _: Text("There is no such field; remove it.", "没有这个字段，请删除。"),
    "literal_error": _choices,
    "enum": _choices,
    "bool_type": lambda _: Text("Enter true or false.", "请填写 true 或 false。"),
    "bool_parsing": lambda _: Text("Enter true or false.", "请填写 true 或 false。"),
    "string_type": lambda _: Text("Enter a text.", "请填写文本。"),
    "int_type": lambda _: Text("Enter a whole number.", "请填写整数。"),
    "int_parsing": lambda _: Text("Enter a whole number.", "请填写整数。"),
    "int_from_float": lambda _: Text("Enter a whole number.", "请填写整数。"),
    "float_type": lambda _: Text("Enter a number.", "请填写数字。"),
    "float_parsing": lambda _: Text("Enter a number.", "请填写数字。"),
    "finite_number": lambda _: Text("Enter a finite number.", "请填写有限的数字。"),
    "list_type": lambda _: Text("Enter a list.", "请填写列表。"),
    "dict_type": lambda _: Text("Enter an object.", "请填写对象。"),
    "model_type": lambda _: Text("Enter an object.", "请填写对象。"),
    "model_attributes_type": lambda _: Text("Enter an object.", "请填写对象。"),
    "greater_than": lambda c: Text(f"Enter a number above {c['gt']:g}.", f"请填写大于 {c['gt']:g} 的数字。"),
    "greater_than_equal": lambda c: Text(f"Enter at least {c['ge']:g}.", f"不能小于 {c['ge']:g}。"),
    "less_than": lambda c: Text(f"Enter a number below {c['lt']:g}.", f"请填写小于 {c['lt']:g} 的数字。"),
    "less_than_equal": lambda c: Text(f"Enter at most {c['le']:g}.", f"不能大于 {c['le']:g}。"),
    "string_too_short": lambda c: Text(
        f"Enter at least {c['min_length']} character(s).", f"至少填写 {c['min_length']} 个字符。"
    ),
    "string_too_long": lambda c: Text(
        f"Enter at most {c['max_length']} characters.", f"最多填写 {c['max_length']} 个字符。"
    ),
    "too_long": lambda c: Text(f"Keep at most {c['max_length']} entries.", f"最多保留 {c['max_length']} 项。"),
    "too_short": lambda c: Text(f"Add at least {c['min_length']} entries.", f"至少添加 {c['min_length']} 项。"),
    "string_pattern_mismatch": lambda c: Text(
        f"Use a text of the form {c['pattern']}.", f"文本须符合格式 {c['pattern']}。"
    ),
    "union_tag_invalid": lambda c: Text(
        f"Choose one of {c['expected_tags']}.", f"请选择其中之一：{str(c['expected_tags']).replace(', ', '、')}。"
    ),
    "union_tag_not_found": lambda c: Text(
        f"Fill in the field {c['discriminator']}.", f"请填写字段 {c['discriminator']}。"
    ),
}


def pointer(parts: Sequence[int | str]) -> str:
    """Join the parts to a JSON pointer (RFC 6901)."""
    return "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in parts)


def field_errors(error: ValidationError, *, skip: int = 0) -> list[FieldError]:
    """Turn a validation error into field errors, in pydantic's order.

    Args:
        error: what a model raised.
        skip: how many leading parts of each location to leave out, e.g. the tag that a tagged union puts there.
    """
    return [_field_error(detail, skip) for detail in error.errors(include_url=False, include_input=False)]


def _field_error(detail: ErrorDetails, skip: int) -> FieldError:
    kind = detail["type"]
    sentence = _SENTENCES.get(kind)
    message = sentence(detail.get("ctx", {})) if sentence else _in_pydantics_words(detail)
    return FieldError(pointer=pointer(detail["loc"][skip:]), code=kind, message=message)


def _in_pydantics_words(detail: ErrorDetails) -> Text:
    """A validator of ours may raise ValueError with both languages joined by ` | `; others speak English only."""
    words = detail["msg"].removeprefix("Value error, ")
    english, separator, chinese = words.partition(" | ")
    return Text(english, chinese if separator else f"此项的值无效：{words}")
