"""Streams audit rows as CSV, one line at a time."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django.http import StreamingHttpResponse

from tools.core.formats.csv_lines import csv_lines

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


def rows_csv(rows: QuerySet[Any, Any], columns: Sequence[str], name: str) -> StreamingHttpResponse:
    """Return the rows as a download; times are ISO 8601 in UTC."""
    lines = csv_lines(columns, rows.values_list(*columns).iterator(chunk_size=500))
    response = StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response
