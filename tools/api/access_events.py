"""The log of sign-ins and changes of rights, and the chain over both logs."""

from datetime import datetime
from typing import Annotated, Literal

from django.http import StreamingHttpResponse
from pydantic import MISSING, Field
from rest_framework.permissions import IsAuthenticated

from tools.api.contract.endpoints import Media, Paged, endpoint
from tools.api.contract.fields import Filled, JsonObject, RowId
from tools.api.contract.shapes import Query, Shape
from tools.api.csv_download import rows_csv
from tools.api.pagination import NewestEntriesFirst
from tools.api.permissions import StaffOnly, SuperusersOnly
from tools.api.times import MAX_SEARCH, TimesQuery
from tools.models import AccessEvent
from tools.selectors.access_events import AccessFilter, access_event_list
from tools.selectors.invocations import MOST_SEARCHED
from tools.services.audit_verification import audit_verify_part

_SUPERUSERS = (IsAuthenticated, SuperusersOnly)
"""People type passwords into the field of the user name, and failed sign-ins are in this log."""
_COLUMNS = ("id", "at", "username", "action", "target", "details", "address")
_SEARCHED = (
    "Text in user name, action, target or IP address. "
    f"The newest {MOST_SEARCHED:,} events that match the other filters are searched."
)


class AccessSelection(TimesQuery):
    """Filters of the log of rights."""

    row: RowId | MISSING = MISSING
    """Id of one event."""
    kind: Annotated[str, Field(min_length=1, max_length=60)] | MISSING = MISSING
    """Subject of the action, such as `rule` for `rule.changed`."""
    user: Filled | MISSING = MISSING
    """User name."""
    search: Annotated[str, Field(max_length=MAX_SEARCH, description=_SEARCHED)] | MISSING = MISSING


class AccessEventShape(Shape):
    """One sign-in, or one change of who may do what or of where secrets go."""

    id: str
    at: datetime
    username: str
    """Empty for commands of the operator and for unknown people."""
    action: str
    """Stable name with a dot, such as `rule.changed`."""
    target: str
    details: JsonObject
    address: str
    """IP address; empty outside of a request."""


class ChainQuery(Query):
    after: Annotated[int, Field(ge=0, le=2**63 - 1)] = 0
    """The last link that was checked."""


class ChainFault(Shape):
    """An entry that is not as it was written."""

    table: Literal["call", "access"]
    row_id: RowId
    kind: Literal["changed", "missing", "unlinked", "unfinished_link"]


class ChainPart(Shape):
    """The next part of the chain, checked; ask again with `after` = `last` until `last` is null."""

    links: int
    last: RowId | None
    head: str
    """Hash of the last link of this part."""
    faults: list[ChainFault]


@endpoint("GET", "tools/access-events/", pages=NewestEntriesFirst, permissions=_SUPERUSERS)
def tool_access_events_list(query: AccessSelection) -> Paged[AccessEventShape]:
    """List sign-ins and changes of rights."""
    return Paged(access_event_list(AccessFilter(**query.sent())), _shown)


@endpoint("GET", "tools/access-events.csv", permissions=_SUPERUSERS)
def tool_access_events_csv(
    query: AccessSelection,
) -> Annotated[StreamingHttpResponse, Media("text/csv", "CSV in UTF-8.")]:
    """Download the events that the list would show."""
    return rows_csv(access_event_list(AccessFilter(**query.sent())), _COLUMNS, "flowloom-rights")


@endpoint("GET", "tools/audit-chain/", permissions=(IsAuthenticated, StaffOnly))
def tool_audit_chain(query: ChainQuery) -> ChainPart:
    """Hold a part of both logs against the chain of hashes over them."""
    part = audit_verify_part(query.after)
    return ChainPart.of(part, faults=[ChainFault.of(fault) for fault in part.faults])


def _shown(row: AccessEvent) -> AccessEventShape:
    return AccessEventShape.of(row, id=str(row.pk), details=row.details)
