"""The envelope's helpers, processor functions and second form (seeds 000 and 001)."""

import json
from typing import Any

import pytest

from tools.core.definitions import OperationType
from tools.core.envelope import (
    ToolResult,
    build_error_response,
    build_success_response,
    code_form,
    empty,
    extract_data,
    failure,
    get_message,
    is_empty,
    is_success,
    operation_success,
    parse,
    query_success,
    save_success,
    to_ai_friendly_message,
)

GOOD = query_success([1], "found")
BAD = failure("operation", "no right", code=1006)


def text(result: ToolResult) -> str:
    return json.dumps(result.to_json())


HELPERS = [
    (query_success([1]), True, "query", 0),
    (operation_success(), True, "operation", 0),
    (save_success({"id": 1}), True, "save", 0),
    (failure("save"), False, "save", 2001),
    (failure("something new", code=5000), False, "unknown", 5000),
    (empty("query"), False, "query", 2004),
]


@pytest.mark.parametrize(("result", "success", "operation", "code"), HELPERS)
def test_helpers_fill_in_type_code_and_a_default_text(
    result: ToolResult, success: bool, operation: str, code: int
) -> None:
    form = result.to_json()
    assert form.keys() == {"success", "operationType", "data", "message", "metadata", "code"}
    assert (form["success"], form["operationType"], form["code"]) == (success, operation, code)
    assert form["message"]


PROCESSED: list[tuple[Any, bool, bool, Any, Any]] = [
    # input, is_success, is_empty, extract_data, get_message
    (None, False, True, None, ""),
    ("", False, True, "", ""),
    ("  ", False, True, "  ", "  "),
    ("just text", False, False, "just text", "just text"),
    ("[1]", False, False, "[1]", "[1]"),
    (text(GOOD), True, False, [1], "found"),
    (GOOD, True, False, [1], "found"),
    (text(BAD), False, True, "no right", "no right"),
    ('{"success": true, "message": "ok"}', True, False, "ok", "ok"),
    ('{"success": "true"}', False, False, None, ""),
    ('{"success": 1}', False, False, None, ""),
    ('{"message": "no flag"}', False, False, "no flag", "no flag"),
    ('He said: {"success": false, "data": {"a": 1}} sorry', False, True, ..., ...),
    ('He said: {"success": true} fine', False, False, ..., ...),
    ("braces } in { disorder", False, False, ..., ...),
]


@pytest.mark.parametrize(("value", "success", "is_nothing", "data", "message"), PROCESSED)
def test_processors(value: Any, success: bool, is_nothing: bool, data: Any, message: Any) -> None:
    assert is_success(value) is success
    assert is_empty(value) is is_nothing
    assert extract_data(value) == (value if data is ... else data)
    assert get_message(value) == (value if message is ... else message)


def test_parse_reads_both_forms_and_nothing_else() -> None:
    assert parse(text(BAD)) == BAD
    assert parse({"success": False}) == failure("unknown", code=2001).model_copy(
        update={"message": "", "translations": {}}
    )
    second = parse({"code": 2002, "message": "slow", "data": None, "meta": {"tool": "x"}})
    assert second is not None
    assert (second.success, second.code, second.metadata) == (False, 2002, {"tool": "x"})
    assert parse("text") is None
    assert parse({"success": "yes"}) is None


def test_the_line_for_a_model_reports_mark_type_message_and_that_the_run_stops() -> None:
    assert to_ai_friendly_message(GOOD) == "✅ [query] found"
    assert to_ai_friendly_message(text(BAD)).startswith("❌ [operation] no right")
    assert "stop" in to_ai_friendly_message(BAD)
    assert to_ai_friendly_message("plain") == "plain"


def test_the_second_form() -> None:
    assert code_form(GOOD.with_metadata(tool="x")) == {
        "code": 0,
        "message": "found",
        "data": [1],
        "meta": {"tool": "x"},
    }
    assert code_form(BAD)["code"] == 1006
    assert code_form(ToolResult(success=False, operationType=OperationType.QUERY))["code"] == 2001
    assert build_success_response({"a": 1}) == {"code": 0, "message": "success", "data": {"a": 1}}
    assert build_error_response(1002, "needed") == {"code": 1002, "message": "needed", "data": None}


def test_metadata_of_the_tool_stays() -> None:
    assert query_success(1, tool="mine").with_metadata(tool="ours", x=1).metadata == {"tool": "mine", "x": 1}
