"""Submissions of a public form as table rows, for viewers of the workflow."""

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.db.models.fields.json import KeyTextTransform, KeyTransform

from tools.core.formats.csv_lines import csv_lines
from workflow_editor.graph.document import Document
from workflow_editor.models import Run, Trigger, TriggerDelivery
from workflow_editor.models.graph_document import graph_document
from workflow_editor.nodes.builtin.start import StartField
from workflow_editor.selectors.outside.forms import form_fields

_BATCH = 500
_AROUND = ("submitted_at", "person", "status", "run")
"""Columns of the file beside the fields."""


def submission_fields(trigger: Trigger) -> Sequence[StartField]:
    """Return what the form asks for: as it is published, else as it is now."""
    if trigger.version is None:
        return form_fields(trigger, graph_document(trigger.workflow))
    return form_fields(trigger, Document.model_validate(trigger.version.document))


def submissions(trigger: Trigger, *, status: str = "", search: str = "") -> QuerySet[TriggerDelivery]:
    """Return submissions, without trials of the draft.

    `status` is that of a run; `search` matches words in a field of the form. SQLite does not search fields with a
    quotation mark in their name.
    """
    rows = trigger.deliveries.exclude(status=TriggerDelivery.Status.EXAMPLE)
    rows = rows.prefetch_related(Prefetch("runs", Run.objects.order_by("id")))
    if status:
        rows = rows.filter(Exists(Run.objects.filter(delivery=OuterRef("pk"), status=status)))
    names = [field.name for field in submission_fields(trigger)]
    if search and names:
        # Names are people's own words: as parts of a filter's name they could mean something else.
        texts = {f"text_{at}": KeyTextTransform(name, KeyTransform("fields", "data")) for at, name in enumerate(names)}
        holds = reduce(or_, (Q(**{f"{text}__icontains": search}) for text in texts))
        rows = rows.alias(**texts).filter(holds)
    return rows


def submissions_csv(trigger: Trigger, rows: QuerySet[TriggerDelivery]) -> Iterator[str]:
    """Yield them as CSV, newest first: time, person, state and run, then the fields by name."""
    names = [field.name for field in submission_fields(trigger)]
    lines = (_line(row, names) for row in rows.order_by("-id").iterator(chunk_size=_BATCH))
    return csv_lines([*_AROUND, *names], lines)


def _line(row: TriggerDelivery, names: Sequence[str]) -> Sequence[object]:
    run = next(iter(row.runs.all()), None)
    fields = row.data.get("fields", {})
    status, run_id = (row.status, "") if run is None else (run.status, str(run.pk))
    return [row.arrived_at, row.data.get("person", ""), status, run_id, *(fields.get(name) for name in names)]
