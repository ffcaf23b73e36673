"""pydantic's validation errors as pointers with sentences that say what to do, in both languages. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError, ValidatorFunctionWrapHandler, WrapValidator
from pydantic_core import ErrorDetails, PydanticCustomError

from tools.core.definitions import Text

Context = dict[str, Any]


@dataclass(frozen=True, slots=True)
class FieldError:
    """A value of the wrong shape; `message` says what to do about it."""

    pointer: str
    """JSON pointer (RFC 6901) from the value that was checked, "" for the value itself."""
    code: str
    message: Text

    @property
    def field(self) -> str:
        """The field as people write it, `rows.0.key`; "" for the value itself."""
        return self.pointer.removeprefix("/").replace("/", ".").replace("~1", "/").replace("~0", "~")

    @property
    def sentence(self) -> Text:
        """The message with the field that it is about."""
        if not self.field:
            return self.message
        return Text(f"{self.field}: {self.message.en}", f"{self.field}：{self.message.zh}")


def refused_value(code: str, text: Text, at: Sequence[int | str] = ()) -> PydanticCustomError:
    """Return what a validator of ours raises: a stable code and a sentence in both languages.

    Args:
        at: where in the value that is validated the wrong one is.
    """
    return PydanticCustomError(code, "{en}", {"en": text.en, "zh": text.zh, "at": list(at)})


def in_form(sentence: Text) -> WrapValidator:
    """Return the annotation that explains a pattern, placed behind it: people cannot read regular expressions."""

    def check(value: object, handler: ValidatorFunctionWrapHandler) -> object:
        try:
            return handler(value)
        except ValidationError as error:
            if error.errors(include_url=False)[0]["type"] == "string_pattern_mismatch":
                raise refused_value("string_pattern_mismatch", sentence) from None
            raise

    return WrapValidator(check)


def in_words(errors: Sequence[FieldError]) -> Text:
    """Return field errors as sentences, one after the other."""
    found = [error.sentence for error in errors]
    return Text(" ".join(text.en for text in found), "".join(text.zh for text in found))


def _choices(context: Context) -> Text:
    expected = str(context.get("expected", "")).replace("'", "")
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
    "union_tag_invalid": lambda c: _choices({"expected": c["expected_tags"]}),
    "union_tag_not_found": lambda c: Text(
        f"Fill in the field {c['discriminator']}.", f"请填写字段 {c['discriminator']}。"
    ),
    "uuid_parsing": lambda _: Text("Enter a UUID.", "请填写有效的 UUID。"),
    "uuid_type": lambda _: Text("Enter a UUID.", "请填写有效的 UUID。"),
    "json_invalid": lambda _: Text("Enter valid JSON.", "请填写有效的 JSON。"),
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
    context = detail.get("ctx", {})
    sentence = _SENTENCES.get(detail["type"])
    if "zh" in context:
        message = Text(context["en"], context["zh"])
    elif sentence:
        message = sentence(context)
    else:
        words = detail["msg"]
        message = Text(words, f"此项的值无效：{words}")
    at = (*detail["loc"][skip:], *context.get("at", ()))
    return FieldError(pointer=pointer(at), code=detail["type"], message=message)
