"""Disk usage of finished runs."""

from collections import Counter
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Count, F, Func, IntegerField, Model, QuerySet, Sum
from django.db.models.functions import Coalesce

from workflow_editor.models import ContainerPass, JournalRow, NodeRun, PayloadUse, Run, RunEvent

# What a row and its index entries take beside its JSON.
_ROW_BYTES = 200


def runs_measure(batch: int) -> int:
    """Measure finished runs that nobody has measured yet, the oldest first, and return how many."""
    unmeasured = Run.objects.filter(finished_at__isnull=False, history_bytes__isnull=True).order_by("finished_at")
    ids = list(unmeasured.values_list("pk", flat=True)[:batch])
    if ids:
        sizes = _sizes(ids)
        with transaction.atomic():
            for run_id in ids:
                Run.objects.filter(pk=run_id).update(history_bytes=sizes[run_id] + _ROW_BYTES)
    return len(ids)


def _sizes(ids: list[UUID]) -> Counter[UUID]:
    sizes: Counter[UUID] = Counter()
    sizes.update(_sums(RunEvent.objects.filter(run__in=ids), "run_id", "payload"))
    sizes.update(_sums(NodeRun.objects.filter(run__in=ids), "run_id", "inputs", "output"))
    sizes.update(_sums(ContainerPass.objects.filter(run__in=ids), "run_id", "value", "output"))
    sizes.update(_sums(JournalRow.objects.filter(node_run__run__in=ids), "node_run__run_id", "payload"))
    shared = PayloadUse.objects.filter(run__in=ids).order_by().values_list("run_id")
    sizes.update(dict(shared.annotate(Sum("payload__size"))))
    return sizes


def _sums(rows: "QuerySet[Model]", run: str, *columns: str) -> dict[UUID, int]:
    size = sum((Coalesce(_stored_size(column), 0) for column in columns[1:]), Coalesce(_stored_size(columns[0]), 0))
    sums = rows.order_by().values_list(run).annotate(rows=Count("pk"), size=Sum(size))
    return {run_id: count * _ROW_BYTES + total for run_id, count, total in sums}


def _stored_size(column: str) -> Func:
    function = "pg_column_size" if connection.vendor == "postgresql" else "length"
    return Func(F(column), function=function, output_field=IntegerField())
