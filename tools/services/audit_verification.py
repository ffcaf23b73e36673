"""Holds the audit log against its chain."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal

from tools.audit.chain import FIELDS, FIRST, OF_CALL, link_hash
from tools.models import AccessEvent, AuditLink, ToolInvocation

BATCH = 500
PART = 5_000
"""Links of one part: about a second."""
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


@dataclass(frozen=True, slots=True)
class AuditPart:
    """Some links of the chain, checked."""

    links: int
    last: int | None
    """Id of the last one, from where to continue; None at the end of the chain."""
    head: str
    """Hash of the last one."""
    faults: list[AuditFault]


def audit_verify(*, expected: str | None = None) -> AuditReport:
    """Walk the whole chain; `expected` is an earlier report's hash that must be in it."""
    part = audit_verify_part(0)
    links, faults = part.links, part.faults
    while part.last is not None:
        part = audit_verify_part(part.last)
        links += part.links
        faults += part.faults
    has_expected = expected in {None, FIRST} or AuditLink.objects.filter(hash=expected).exists()
    return AuditReport(links, part.head, faults, has_expected)


def audit_verify_part(after: int) -> AuditPart:
    """Check the next `PART` links after the one with this id; the last part also finds rows without links."""
    faults: list[AuditFault] = []
    links = list(AuditLink.objects.filter(id__gt=after).order_by("id")[:PART])
    head = AuditLink.objects.filter(id__lte=after).order_by("-id").values_list("hash", flat=True).first() or FIRST
    for batch in (links[first : first + BATCH] for first in range(0, len(links), BATCH)):
        rows = _rows(batch)
        for link in batch:
            table = _table(link)
            values = rows.get((table, link.row_id))
            if values is None:
                faults.append(AuditFault(table, link.row_id, "missing"))
            elif link_hash(head, link.row_id, link.part, values) != link.hash:
                faults.append(AuditFault(table, link.row_id, "changed"))
            head = link.hash
    if len(links) == PART:
        return AuditPart(PART, links[-1].pk, head, faults)
    return AuditPart(len(links), None, head, [*faults, *islice(_without_links(), PART)])


def _table(link: AuditLink) -> Table:
    return "access" if link.part == "access" else "call"


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
