"""Holds the audit log against its chain."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from django.db.models import Min, Q

from tools.audit_chain import FIELDS, FIRST, link_hash
from tools.models import AuditLink, ToolInvocation

BATCH = 500
FaultKind = Literal["changed", "missing", "unlinked", "unfinished_link"]


@dataclass(frozen=True, slots=True)
class AuditFault:
    """A row that is not what was written."""

    invocation_id: int
    kind: FaultKind
    """`changed`: the row, or the link before it, says something else; `missing`: the row is gone; `unlinked`: it was
    put in without the chain; `unfinished_link`: its end was."""


@dataclass(frozen=True, slots=True)
class AuditReport:
    """What was found."""

    links: int
    head: str
    """Hash of the last link: whoever kept an earlier one can see that it still stands in the chain."""
    faults: list[AuditFault]
    has_expected: bool


def audit_verify(*, expected: str | None = None) -> AuditReport:
    """Walk the chain from its beginning; rows from before there was a chain are left out.

    Args:
        expected: hash that must be among the links, from an earlier report.
    """
    faults: list[AuditFault] = []
    links, head, has_expected = 0, FIRST, expected in {None, FIRST}
    for batch in _batches():
        rows = _rows({link.invocation_id for link in batch})
        for link in batch:
            values = rows.get(link.invocation_id)
            if values is None:
                faults.append(AuditFault(link.invocation_id, "missing"))
            elif link_hash(head, link.invocation_id, link.part, values) != link.hash:
                faults.append(AuditFault(link.invocation_id, "changed"))
            head = link.hash
            links += 1
            has_expected = has_expected or head == expected
    faults += _without_links()
    return AuditReport(links, head, faults, has_expected)


def _batches() -> Iterator[list[AuditLink]]:
    last = 0
    while batch := list(AuditLink.objects.filter(id__gt=last).order_by("id")[:BATCH]):
        yield batch
        last = batch[-1].pk


def _rows(ids: set[int]) -> Mapping[int, Mapping[str, Any]]:
    found = ToolInvocation.objects.filter(id__in=ids).values("id", *FIELDS["whole"])
    return {row["id"]: row for row in found}


def _without_links() -> Iterator[AuditFault]:
    first = AuditLink.objects.aggregate(first=Min("invocation_id"))["first"]
    if first is None:
        return
    begun = AuditLink.objects.filter(part__in=["begin", "whole"]).values("invocation_id")
    ended = AuditLink.objects.filter(part__in=["end", "whole"]).values("invocation_id")
    rows = ToolInvocation.objects.filter(id__gte=first).order_by("id")
    for pk in rows.exclude(id__in=begun).values_list("id", flat=True):
        yield AuditFault(pk, "unlinked")
    finished = Q(finished_at__isnull=False)
    for pk in rows.filter(finished, id__in=begun).exclude(id__in=ended).values_list("id", flat=True):
        yield AuditFault(pk, "unfinished_link")
