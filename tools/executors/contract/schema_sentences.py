"""What to do about a value that does not fit its JSON Schema: sentences in both languages. Pure."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tools.core.definitions import Text

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

_MAX_CHOICES = 300
_TYPES = {
    "string": Text("Enter a text.", "请填写文本。"),
    "integer": Text("Enter a whole number.", "请填写整数。"),
    "number": Text("Enter a number.", "请填写数字。"),
    "boolean": Text("Enter true or false.", "请填写 true 或 false。"),
    "array": Text("Enter a list.", "请填写列表。"),
    "object": Text("Enter an object.", "请填写对象。"),
    "null": Text("Leave it empty.", "请留空。"),
}
_MISSING = Text("Fill in this field.", "请填写此项。")
_UNKNOWN = Text("There is no such field; remove it.", "没有这个字段，请删除。")
_OTHER = Text("Enter a value that fits the schema.", "请填写符合要求的值。")
Path = tuple[int | str, ...]


def in_sentence(error: "ValidationError") -> tuple[Text, Path]:
    """Return what to do about an error, and where the wrong value is. The value itself is never repeated."""
    path: Path = tuple(error.absolute_path)
    given = error.instance if isinstance(error.instance, dict) else {}
    if error.validator == "required":
        required: Any = error.validator_value
        lacking = next((name for name in required if name not in given), None)
        return _MISSING, path if lacking is None else (*path, lacking)
    if error.validator in {"additionalProperties", "unevaluatedProperties"}:
        known = (error.schema.get("properties") if isinstance(error.schema, dict) else None) or {}
        unknown = next((name for name in given if name not in known), None)
        return _UNKNOWN, path if unknown is None else (*path, unknown)
    sentence = _SENTENCES.get(str(error.validator))
    return (sentence(error.validator_value) if sentence else _OTHER), path


def _type(value: Any) -> Text:
    names = [value] if isinstance(value, str) else list(value)
    texts = [_TYPES[name] for name in names if name in _TYPES]
    if len(texts) == 1:
        return texts[0]
    listed = ", ".join(map(str, names))
    return Text(f"Enter a value of one of the types {listed}.", f"值的类型须为其中之一：{listed}。")


def _choices(value: Any) -> Text:
    listed = ", ".join(str(one) for one in value)[:_MAX_CHOICES]
    return Text(f"Choose one of {listed}.", f"请选择其中之一：{listed}。")


_SENTENCES: dict[str, Callable[[Any], Text]] = {
    "type": _type,
    "enum": _choices,
    "const": lambda value: _choices([value]),
    "minimum": lambda value: Text(f"Enter at least {value}.", f"不能小于 {value}。"),
    "maximum": lambda value: Text(f"Enter at most {value}.", f"不能大于 {value}。"),
    "exclusiveMinimum": lambda value: Text(f"Enter a number above {value}.", f"请填写大于 {value} 的数字。"),
    "exclusiveMaximum": lambda value: Text(f"Enter a number below {value}.", f"请填写小于 {value} 的数字。"),
    "multipleOf": lambda value: Text(f"Enter a multiple of {value}.", f"请填写 {value} 的倍数。"),
    "minLength": lambda value: Text(f"Enter at least {value} character(s).", f"至少填写 {value} 个字符。"),
    "maxLength": lambda value: Text(f"Enter at most {value} characters.", f"最多填写 {value} 个字符。"),
    "minItems": lambda value: Text(f"Add at least {value} entries.", f"至少添加 {value} 项。"),
    "maxItems": lambda value: Text(f"Keep at most {value} entries.", f"最多保留 {value} 项。"),
    "uniqueItems": lambda _: Text("Enter each entry only once.", "每项只能出现一次。"),
    "minProperties": lambda value: Text(f"Fill in at least {value} field(s).", f"至少填写 {value} 个字段。"),
    "maxProperties": lambda value: Text(f"Keep at most {value} fields.", f"最多保留 {value} 个字段。"),
    "pattern": lambda value: Text(f"Use a text of the form {value}.", f"文本须符合格式 {value}。"),
    "format": lambda value: Text(f"Enter a text of the form {value}.", f"请按 {value} 格式填写。"),
}
