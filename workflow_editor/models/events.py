"""Numbered facts about a run."""

from collections.abc import Iterator

from django.db import models
from django.utils.translation import gettext_lazy as _

from agents.core.events import E, read_event
from workflow_editor.models.ordered_json import OrderedJsonField
from workflow_editor.models.run import Run


class RunEvent(models.Model):
    """One fact, written in the transaction that made it true. `seq` counts from 1 without gaps in each run."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="events", db_index=False)
    seq = models.PositiveIntegerField()
    type = models.CharField(max_length=40)
    node_key = models.CharField(max_length=64, null=True, blank=True)
    payload = OrderedJsonField(default=dict)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ("seq",)
        constraints = (models.UniqueConstraint(fields=["run", "seq"], name="run_event_seq_once"),)

    def __str__(self) -> str:
        return f"{self.seq} {self.type}"


def events_of(rows: models.QuerySet[RunEvent], event_class: type[E]) -> Iterator[E]:
    """Yield the events of a class among the rows, oldest first."""
    found = rows.filter(type=event_class.type).order_by("seq").values_list("node_key", "payload")
    return (read_event(event_class, node_key, payload) for node_key, payload in found)
