"""Holds the audit log against its chain."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from tools.audit.chain import FIELDS, FIRST, OF_CALL, link_hash
from tools.models import AccessEvent, AuditLink, ToolInvocation

BATCH = 500
FaultKind = Literal["changed", "missing", "unlinked", "unfinished_link"]
Table = Literal["call", "access"]


@dataclass(frozen=True, slots=True)
class AuditFault:
    """A row that is not what was written."""

    table: Table
    """`call`: a `ToolInvocation`; `access`: an `AccessEvent`."""
    row_id: int
    kind: FaultKind
    """`changed`: the row or previous link differs; `missing`: the row is gone; `unlinked`: it was inserted without the
    chain; `unfinished_link`: its end was.
    """


@dataclass(frozen=True, slots=True)
class AuditReport:
    links: int
    head: str
    """Hash of the last link; holders of an earlier one can check that it is still in the chain."""
    faults: list[AuditFault]
    has_expected: bool


def audit_verify(*, expected: str | None = None) -> AuditReport:
    """Walk the whole chain; `expected` is an earlier report's hash that must be in it."""
    faults: list[AuditFault] = []
    links, head, has_expected = 0, FIRST, expected in {None, FIRST}
    for batch in _batches():
        rows = _rows(batch)
        for link in batch:
            table = _table(link)
            values = rows.get((table, link.row_id))
            if values is None:
                faults.append(AuditFault(table, link.row_id, "missing"))
            elif link_hash(head, link.row_id, link.part, values) != link.hash:
                faults.append(AuditFault(table, link.row_id, "changed"))
            head = link.hash
            links += 1
            has_expected = has_expected or head == expected
    faults += _without_links()
    return AuditReport(links, head, faults, has_expected)


def _table(link: AuditLink) -> Table:
    return "access" if link.part == "access" else "call"


def _batches() -> Iterator[list[AuditLink]]:
    last = 0
    while batch := list(AuditLink.objects.filter(id__gt=last).order_by("id")[:BATCH]):
        yield batch
        last = batch[-1].pk


def _rows(links: Sequence[AuditLink]) -> Mapping[tuple[Table, int], Mapping[str, Any]]:
    wanted: dict[Table, set[int]] = {"call": set(), "access": set()}
    for link in links:
        wanted[_table(link)].add(link.row_id)
    calls = ToolInvocation.objects.filter(id__in=wanted["call"]).values("id", *OF_CALL)
    changes = AccessEvent.objects.filter(id__in=wanted["access"]).values("id", *FIELDS["access"])
    return {("call", row["id"]): row for row in calls} | {("access", row["id"]): row for row in changes}


def _without_links() -> Iterator[AuditFault]:
    begun, ended, changed = (
        AuditLink.objects.filter(part__in=parts).values("row_id")
        for parts in (["begin", "whole"], ["end", "whole"], ["access"])
    )
    calls = ToolInvocation.objects.order_by("id").values_list("id", flat=True)
    finished = calls.filter(finished_at__isnull=False, id__in=begun)
    changes = AccessEvent.objects.order_by("id").values_list("id", flat=True)
    yield from (AuditFault("call", pk, "unlinked") for pk in calls.exclude(id__in=begun))
    yield from (AuditFault("call", pk, "unfinished_link") for pk in finished.exclude(id__in=ended))
    yield from (AuditFault("access", pk, "unlinked") for pk in changes.exclude(id__in=changed))
