"""Streams audit rows as CSV, one line at a time."""

import csv
import json
from collections.abc import Iterator, Sequence
from typing import Any

from django.db.models import QuerySet
from django.http import StreamingHttpResponse

CALL_COLUMNS = (
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
ACCESS_COLUMNS = ("id", "at", "username", "action", "target", "details", "address")
BYTE_ORDER_MARK = "\ufeff"
"""Without it, Excel reads UTF-8 as the local code page and Chinese becomes noise."""
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


class _Echo:
    """A file whose writes come back as return values, which is what a stream of rows needs."""

    def write(self, line: str) -> str:
        return line


def rows_csv(rows: QuerySet[Any, Any], columns: Sequence[str], name: str) -> StreamingHttpResponse:
    """Return the rows as a download; times are ISO 8601 in UTC."""
    response = StreamingHttpResponse(_lines(rows, columns), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response


def _lines(rows: QuerySet[Any, Any], columns: Sequence[str]) -> Iterator[str]:
    writer = csv.writer(_Echo())
    yield BYTE_ORDER_MARK + writer.writerow(columns)
    for row in rows.values_list(*columns).iterator(chunk_size=500):
        yield writer.writerow([_cell(value) for value in row])


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if hasattr(value, "isoformat"):
        return str(value.isoformat())
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list | bool) else str(value)
    # A spreadsheet would run such a cell as a formula; the apostrophe makes it text.
    return f"'{text}" if isinstance(value, str) and text.startswith(FORMULA_STARTS) else text
