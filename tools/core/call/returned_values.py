"""Converts return values of tool code to envelopes by one table (docs/tools/results.md). Pure.

Applies to custom scripts, `@tool` functions, the code runner and workflows; answers of services are always data.
Source: seed 000 for `success` and null, seed 001 for `code` ranges, seed 003 for results beside `success`.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import orjson
from pydantic import BaseModel

from tools.core.definitions import OperationType
from tools.core.envelope import (
    ResultCode,
    ToolResult,
    failure,
    from_code_form,
    from_envelope_form,
    json_object,
    operation_type_of,
)
from tools.core.errors import ToolUpstreamError
from tools.core.formats.json_text import (
    MAX_BUILT_DEPTH,
    NOT_A_NUMBER,
    NOT_JSON,
    holds_nan,
    json_refusal,
    parse_json,
    write_json,
)
from tools.core.text import Text

_NOTHING = Text("The tool returned nothing. Return a value, such as {example}.", example='{"success": true}')
_SUCCEEDED = Text("The tool succeeded.")
_ENVELOPE = frozenset({"success", "operationType", "data", "message", "metadata", "code"})
_CODE_FORM = frozenset({"code", "message", "data", "meta"})
_THOUSANDS = frozenset({1, 2, 5})
"""Codes are 0, 1xxx, 2xxx and 5xxx; 200 and 404 are somebody else's."""


def read_returned(value: Any, operation: OperationType, message: Text = _SUCCEEDED) -> ToolResult:
    """Read a code's return value; `operation` and `message` are defaults for values that name none.

    Raises:
        ToolUpstreamError: nested too deeply, or with a number that JSON cannot express.
        TypeError: not JSON.
    """
    plain = plain_result(value)
    if isinstance(plain, ToolResult):
        return plain
    if plain is None:
        return failure(OperationType.UNKNOWN, _NOTHING, code=ResultCode.INTERNAL)
    found = json_object(plain) if isinstance(plain, str | dict) else None
    if found is not None and type(found.get("success")) is bool:
        return _by_success(found, operation, message)
    if found is not None and _is_ours(found.get("code")) and found.keys() <= _CODE_FORM:
        return from_code_form(found, operation)
    return _data(plain, operation, message)


def read_before(value: Any, operation: OperationType) -> ToolResult:
    """Read a return value as nodes did before `RESULTS_ARE_READ` (`workflow_editor.nodes.meanings`).

    Any integer `code` counted, and `success` only beside an `operationType`. Raises as `read_returned`.
    """
    plain = plain_result(value)
    found = json_object(plain) if isinstance(plain, str | dict) else None
    if found is not None and type(found.get("code")) is int and found.keys() <= _CODE_FORM:
        return from_code_form(found, operation)
    if found is not None and type(found.get("success")) is bool:
        return from_envelope_form(found) if "operationType" in found else _data(plain, operation, _SUCCEEDED)
    return read_returned(plain, operation)


def plain_result(value: Any) -> Any:
    """Return plain JSON data: non-string keys become strings, dates ISO text. Raises as `read_returned`."""
    if isinstance(value, ToolResult):
        update = {"data": _as_json(value.data), "metadata": _as_json(value.metadata)}
        if value.nothing is not None:
            update["nothing"] = replace(value.nothing, value=_as_json(value.nothing.value))
        return value.model_copy(update=update)
    return _as_json(value)


def _by_success(found: Mapping[str, Any], operation: OperationType, message: Text) -> ToolResult:
    """Read an object by its `success`; one with fields that no envelope has is data as a whole."""
    success, code, words = found["success"], found.get("code"), found.get("message")
    is_envelope = (
        found.keys() <= _ENVELOPE
        and isinstance(words, str | None)
        and isinstance(found.get("metadata"), dict | None)
        and (code is None or _is_ours(code))
    )
    kind = operation_type_of(found["operationType"]) if "operationType" in found else operation
    data = found.get("data") if is_envelope else dict(found)
    metadata = (found.get("metadata") or {}) if is_envelope else {}
    if not success:
        words = next((one for one in (words, found.get("error")) if isinstance(one, str) and one), None)
        code = (code if _is_ours(code) else None) or ResultCode.BACKEND
        return failure(kind, words, code=code, data=data).model_copy(update={"metadata": metadata})
    result = ToolResult(success=True, operationType=kind, data=data, metadata=metadata).with_message(message)
    if not (isinstance(words, str) and words):
        return result
    return result.model_copy(update={"message": words, "translations": {}})


def _data(plain: Any, operation: OperationType, message: Text) -> ToolResult:
    return ToolResult(success=True, operationType=operation, data=plain).with_message(message)


def _is_ours(code: object) -> bool:
    return type(code) is int and (code == 0 or code // 1000 in _THOUSANDS)


def _as_json(value: Any) -> Any:
    try:
        text = write_json(value, default=_known_to_json, option=orjson.OPT_NON_STR_KEYS)
        plain = parse_json(text, MAX_BUILT_DEPTH)
    except (TypeError, ValueError) as error:
        refusal = json_refusal(value)
        if refusal in (None, NOT_JSON):
            raise TypeError("the tool's result is not JSON") from error
        raise ToolUpstreamError(refusal) from error
    if b"null" in text and holds_nan(value):
        raise ToolUpstreamError(NOT_A_NUMBER)
    return plain


def _known_to_json(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(by_alias=True, mode="json")
    if isinstance(value, set | frozenset):
        return sorted(value, key=str)
    raise TypeError(type(value).__name__)
