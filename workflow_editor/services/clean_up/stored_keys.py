"""Keys in addresses of stored graphs, histories, runs, deliveries, tools and the audit log."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.db.models import Model, Q, QuerySet

from tools.forms.config_forms import take_tool_secrets
from tools.models import AccessEvent, ToolConfig, ToolInvocation
from tools.secrets.address_keys import without_keys
from tools.services.tool_configs import tool_config_update
from workflow_editor.models import (
    GraphChange,
    NodeRun,
    PayloadUse,
    ProcessNode,
    Run,
    RunEvent,
    Trigger,
    TriggerDelivery,
    WorkflowVersion,
)
from workflow_editor.models.payload import payload_hash
from workflow_editor.models.status import OPEN_STATUSES


@dataclass(frozen=True, slots=True)
class Leftover:
    """A place with something to clean; `clean` changes it, and None means that it cannot be changed, for `reason`."""

    kind: str
    place: str
    clean: Callable[[], object] | None = None
    reason: str = ""


_AT_ONCE = 200
_DRAFT = (
    "the draft needs it at its next run: move it to a variable or to a tool under Tools, save, and run this command "
    "again for the versions"
)
_LIVE = "a live trigger runs this version: publish one without the key first"
_CHAINED = (
    "the hash chain of the audit log covers every row, so that a change would be reported as a forgery: end these keys "
    "at their services"
)


def stored_keys() -> Iterator[Leftover]:
    """Yield every place that holds a key in an address; those of runs that are not over are left out."""
    live = set(Trigger.objects.filter(version__isnull=False).values_list("version_id", flat=True))
    for node in _with_keys(ProcessNode.objects.select_related("workflow"), ("config",)):
        yield Leftover("draft", f"{node.workflow.slug} {node.key}", reason=_DRAFT)
    for version in _with_keys(WorkflowVersion.objects.select_related("workflow"), ("document",)):
        place = f"{version.workflow.slug} {version}"
        if version.pk in live:
            yield Leftover("version", place, reason=_LIVE)
        else:
            yield Leftover("version", place, partial(_clean_version, version))
    over = ~Q(run__status__in=OPEN_STATUSES)
    finished = Run.objects.exclude(status__in=OPEN_STATUSES)
    deliveries = TriggerDelivery.objects.exclude(status="waiting")
    places: Sequence[tuple[str, QuerySet[Any], Sequence[str], str]] = (
        ("change", GraphChange.objects.select_related("workflow"), ("operations",), "{0.workflow.slug} {0}"),
        ("run", finished, ("inputs", "output", "error"), "{0.pk}"),
        ("node of a run", NodeRun.objects.filter(over), ("inputs", "output", "error"), "{0.run_id} {0.node_key}"),
        ("event of a run", RunEvent.objects.filter(over), ("payload",), "{0.run_id} event {0.seq}"),
        ("delivery", deliveries, ("data", "error"), "{0.pk}"),
    )
    for kind, rows, fields, place in places:
        for row in _with_keys(rows, fields):
            yield Leftover(kind, place.format(row), partial(_clean_row, row, fields))
    for tool in ToolConfig.objects.iterator(chunk_size=_AT_ONCE):
        if take_tool_secrets(tool.type, tool.config)[1]:
            yield Leftover("tool", f"{tool.name} ({tool.pk})", partial(_clean_tool, tool))
    for kind, rows, fields in (
        ("audit of calls", ToolInvocation.objects.all(), ("arguments", "result", "message")),
        ("audit of rights", AccessEvent.objects.all(), ("target", "details")),
    ):
        for row in _with_keys(rows, fields):
            yield Leftover(kind, f"row {row.pk}", reason=_CHAINED)


def _with_keys(rows: "QuerySet[Any]", fields: Sequence[str]) -> Iterator[Any]:
    for row in rows.order_by("pk").iterator(chunk_size=_AT_ONCE):
        if _cleaned(row, fields):
            yield row


def _cleaned(row: Model, fields: Sequence[str]) -> Mapping[str, Any]:
    """Return the fields that hold a key, without it."""
    values = {field: getattr(row, field) for field in fields}
    masked = {field: without_keys(value) for field, value in values.items()}
    return {field: value for field, value in masked.items() if value != values[field]}


@transaction.atomic
def _clean_row(row: Any, fields: Sequence[str]) -> None:
    cleaned = _cleaned(row, fields)
    run_id = row.pk if isinstance(row, Run) else getattr(row, "run_id", None)
    for field, value in cleaned.items():
        if run_id is not None:
            apart = payload_hash(json.dumps(getattr(row, field)))
            PayloadUse.objects.filter(run=run_id, payload=apart).delete()
        setattr(row, field, value)
    row.save(update_fields=list(cleaned))


def _clean_version(version: WorkflowVersion) -> None:
    version.document = without_keys(version.document)
    # No draft with the key is taken for it any more.
    version.content_hash = sha256(f"cleaned {version.pk}".encode()).hexdigest()
    version.save(update_fields=["document", "content_hash"])


def _clean_tool(tool: ToolConfig) -> None:
    tool_config_update(tool=tool, config=tool.full_config())
