"""Streams audit rows as CSV, one line at a time."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.db.models import QuerySet
from django.http import StreamingHttpResponse

from tools.core.formats.csv_lines import csv_lines

_BATCH = 500


def rows_csv(rows: "QuerySet[Any]", columns: Sequence[str], name: str) -> StreamingHttpResponse:
    """Return the rows, newest first, as a download; times are ISO 8601 in UTC. The first column is the id."""
    response = StreamingHttpResponse(
        csv_lines(columns, _newest_first(rows, columns)), content_type="text/csv; charset=utf-8"
    )
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response


def _newest_first(rows: "QuerySet[Any]", columns: Sequence[str]) -> Iterator[Sequence[Any]]:
    """Yield the values in steps of their own, so that no cursor stays open while somebody downloads slowly."""
    ordered = rows.order_by("-id").values_list(*columns)
    page = list(ordered[:_BATCH])
    while page:
        yield from page
        page = list(ordered.filter(id__lt=page[-1][0])[:_BATCH])
