"""Streams audit rows as CSV, one line at a time."""

import csv
import json
from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet
from django.http import StreamingHttpResponse

from tools.models import ToolInvocation

COLUMNS = (
    "id",
    "at",
    "username",
    "workflow_id",
    "run_id",
    "node_key",
    "origin",
    "mode",
    "stage",
    "tool_id",
    "title",
    "executor",
    "arguments",
    "decision",
    "rule_id",
    "rule_revision",
    "approval",
    "untrusted",
    "reason",
    "success",
    "result_code",
    "message",
    "duration_ms",
    "attempts",
    "finished_at",
)
BYTE_ORDER_MARK = "\ufeff"
"""Without it, Excel reads UTF-8 as the local code page and Chinese becomes noise."""
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


class _Echo:
    """A file whose writes come back as return values, which is what a stream of rows needs."""

    def write(self, line: str) -> str:
        return line


def invocations_csv(rows: QuerySet[ToolInvocation]) -> StreamingHttpResponse:
    """Return the rows as a download; times are ISO 8601 in UTC."""
    response = StreamingHttpResponse(_lines(rows), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="flowloom-audit.csv"'
    return response


def _lines(rows: QuerySet[ToolInvocation]) -> Iterator[str]:
    writer = csv.writer(_Echo())
    yield BYTE_ORDER_MARK + writer.writerow(COLUMNS)
    for row in rows.values_list(*COLUMNS).iterator(chunk_size=500):
        yield writer.writerow([_cell(value) for value in row])


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if hasattr(value, "isoformat"):
        return str(value.isoformat())
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list | bool) else str(value)
    # A spreadsheet would run such a cell as a formula; the apostrophe makes it text.
    return f"'{text}" if isinstance(value, str) and text.startswith(FORMULA_STARTS) else text
