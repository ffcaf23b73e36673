"""Items shared with the asking person, which are in their lists only once added."""

from typing import Annotated
from uuid import UUID

from django.contrib.auth.models import User
from pydantic import MISSING

from tools.api.contract.endpoints import FoundBy, endpoint
from tools.api.contract.fields import component
from tools.api.contract.shapes import Query, Shape
from tools.api.people import Person
from workflow_editor.errors import NotFoundError
from workflow_editor.models import WorkflowMember
from workflow_editor.selectors.lists.shared_with_me import SHARED_KINDS, SharedKind, shared_with_me
from workflow_editor.services.shared_with_me import shared_leave, shared_take_up


def _known(kind: SharedKind) -> SharedKind:
    if kind not in SHARED_KINDS:
        raise NotFoundError("There is no such kind.")
    return kind


Kind = Annotated[SharedKind, FoundBy(_known)]


class SharedThingShape(Shape):
    """Something of somebody else's: `role` is what one may do with a workflow once it is taken up, else null."""

    kind: SharedKind
    id: UUID
    tool_id: str | None
    """Id for nodes and agents; null for a table."""
    name: str
    description: str
    owner: Person
    role: Annotated[WorkflowMember.Role, component("MemberRole")] | None
    offered_over_mcp: bool
    """True if agents with one's own tokens see it at /mcp/ once it is taken up."""
    taken_up: bool
    """True if it is in one's lists, and in the MCP list where offered."""


class SharedWithMeQuery(Query):
    kind: SharedKind | MISSING = MISSING


@endpoint("GET", "shared-with-me/")
def shared_with_me_list(user: User, query: SharedWithMeQuery) -> list[SharedThingShape]:
    """List items shared with the asking person, those not yet added first in each kind.

    A workflow is shared with individuals and read-only until added. Tools, tables and knowledge bases are shared
    with everybody: usable by id, and listed for people who added them.
    """
    return [SharedThingShape.of(one, owner=Person.of(one.owner)) for one in shared_with_me(user, **query.sent())]


@endpoint("PUT", "shared-with-me/<str:kind>/<uuid:thing_id>/")
def shared_with_me_take_up(user: User, kind: Kind, thing_id: UUID) -> None:
    """Take it up: it enters one's lists, and where it is offered over MCP the list of one's agents."""
    shared_take_up(user, kind, thing_id)


@endpoint("DELETE", "shared-with-me/<str:kind>/<uuid:thing_id>/")
def shared_with_me_leave(user: User, kind: Kind, thing_id: UUID) -> None:
    """Leave it, taken up or not; of a workflow one's role ends with it."""
    shared_leave(user, kind, thing_id)
