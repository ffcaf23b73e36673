"""Return values of code are read as docs/tools/results.md prints it."""

import json
import math
import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tools.core.call.returned_values import read_before, read_returned
from tools.core.definitions import OperationType
from tools.core.envelope import query_success
from tools.core.errors import ToolUpstreamError

PAGE = (Path(__file__).parents[3] / "docs/tools/results.md").read_text()
PRINTED = re.findall(r"^\| `(.+?)` \| (true|false) \| (\d+) \| `(.+?)` \| (.+?) \|$", PAGE, re.MULTILINE)


def summary(value: Any, operation: OperationType = OperationType.SAVE) -> tuple[Any, ...]:
    result = read_returned(value, operation)
    return (result.success, str(result.operation_type), result.code, result.data)


def test_the_page_has_its_table() -> None:
    assert len(PRINTED) == 20


@pytest.mark.parametrize(("returned", "success", "code", "data", "message"), PRINTED)
def test_the_printed_table(returned: str, success: str, code: str, data: str, message: str) -> None:
    result = read_returned(json.loads(returned), OperationType.SAVE)
    assert (result.success, result.code, result.data, result.message) == (
        success == "true",
        int(code),
        json.loads(data),
        message,
    )


NORMALISED = [
    (None, False, "unknown", 5000, None),
    ({"code": 2002, "message": "slow"}, False, "save", 2002, None),
    ({"code": 5, "other": 1}, True, "save", 0, {"code": 5, "other": 1}),
    ({"code": True}, True, "save", 0, {"code": True}),
    ({"code": -1}, True, "save", 0, {"code": -1}),
    ({"success": False, "operationType": "query", "message": "no"}, False, "query", 2001, None),
    ({"success": False, "operationType": "guess"}, False, "unknown", 2001, None),
    ({"success": False, "code": 404}, False, "save", 2001, {"success": False, "code": 404}),
    ({"success": False, "code": 0}, False, "save", 2001, None),
    ({"success": True, "code": 1002}, True, "save", 0, None),
    ({"success": True, "metadata": 5}, True, "save", 0, {"success": True, "metadata": 5}),
    ({"success": True, "message": 5}, True, "save", 0, {"success": True, "message": 5}),
    ('{"success": false, "operationType": "query", "message": "no"}', False, "query", 2001, None),
    ('{"code": 0, "data": [1]}', True, "save", 0, [1]),
    ('He said: {"success": false}', True, "save", 0, 'He said: {"success": false}'),
    ("{" * 100_000, True, "save", 0, "{" * 100_000),
    ('{"a":' * 100_000, True, "save", 0, '{"a":' * 100_000),
    ([date(2026, 11, 21), {2, 1}], True, "save", 0, ["2026-11-21", [1, 2]]),
]


@pytest.mark.parametrize(("value", "success", "operation", "code", "data"), NORMALISED)
def test_whatever_a_tool_returns_becomes_an_envelope(
    value: Any, success: bool, operation: str, code: int, data: Any
) -> None:
    assert summary(value) == (success, operation, code, data)


def test_metadata_of_an_envelope_stays() -> None:
    result = read_returned({"success": True, "data": 1, "metadata": {"total": 9}}, OperationType.QUERY)
    assert (result.data, result.metadata) == (1, {"total": 9})
    result = read_returned({"success": False, "metadata": {"total": 0}}, OperationType.QUERY)
    assert result.metadata == {"total": 0}


BEFORE = [
    (None, False, 5000, None),
    ({"code": 0, "data": {"a": 1}}, True, 0, {"a": 1}),
    ({"code": 200, "data": 1}, False, 200, 1),
    ({"success": False, "operationType": "query", "message": "no"}, False, 2001, None),
    ({"success": False, "reason": "data of its own"}, True, 0, {"success": False, "reason": "data of its own"}),
    ({"success": True, "operationType": "query", "metadata": 5}, False, 5000, None),
    ('{"code": 0, "data": [1]}', True, 0, [1]),
    ('{"success": false}', True, 0, '{"success": false}'),
    ("text", True, 0, "text"),
]


@pytest.mark.parametrize(("value", "success", "code", "data"), BEFORE)
def test_nodes_of_before_read_functions_as_they_did(value: Any, success: bool, code: int, data: Any) -> None:
    result = read_before(value, OperationType.SAVE)
    assert (result.success, result.code, result.data) == (success, code, data)


@pytest.mark.parametrize("read", [read_returned, read_before])
def test_what_is_not_json_is_refused(read: Any) -> None:
    for mistake in ({"a": object()}, query_success(object())):
        with pytest.raises(TypeError):
            read(mistake, OperationType.QUERY)
    for value in ({"a": "\ud800"}, {"a": math.nan}, {"a": [None, -math.inf]}, {"a": 10**1_000}):
        with pytest.raises(ToolUpstreamError):
            read(value, OperationType.QUERY)
