"""Rows with an owner, some of them shared with everybody: those that a person may list, read, use and change.

Workflows, which have members, are in `workflow_editor.selectors.access`.
"""

from collections.abc import Callable
from typing import Any, Generic, Literal, Protocol, TypeVar, cast
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Exists, Model, OuterRef, Q, QuerySet

from tools.models.owned import Shareable
from tools.rows.reader import read_row
from tools.selectors.emergency_access import readable_owners

_Row = TypeVar("_Row", bound=Model)
_Thing = TypeVar("_Thing", bound=Shareable)

Right = Literal["list", "read", "use", "change"]
"""`list`: a list that a person or their agents choose from. `read` and `use`: a row that an id names. `change`: the row
itself and whether it is shared."""


class _Owned(Protocol):
    @property
    def owner_id(self) -> int | None: ...


class OwnedRows(Generic[_Row]):
    """The rows of one model, by what a person may do with them.

    Owners have every right to their rows. Everybody may use a `Shareable` one that is shared, and has it in lists once
    it is taken up.

    Args:
        rows: makes the queryset that answers begin from.
        missing: makes the error for a row that does not exist, or that the person may not see.
        forbidden: makes the error for a row that the person may see but not change; None: as `missing`.
        by_staff: staff have every right to all rows; their lists of a `Shareable` stay their own.
        by_emergency: emergency access opens the rows of its owner for `list` and `read`.
    """

    def __init__(
        self,
        rows: Callable[[], QuerySet[_Row]],
        *,
        missing: Callable[[], Exception],
        forbidden: Callable[[], Exception] | None = None,
        by_staff: bool = False,
        by_emergency: bool = False,
    ) -> None:
        self._rows = rows
        self._missing = missing
        self._forbidden = forbidden
        self._by_staff = by_staff
        self._by_emergency = by_emergency

    def may(self, right: Right, user: User) -> QuerySet[_Row]:
        rows = self._rows()
        is_shareable = issubclass(rows.model, Shareable)
        if self._by_staff and user.is_staff and not (is_shareable and right == "list"):
            return rows
        opened = self._by_emergency and right in ("list", "read")
        mine = Q(owner__in=readable_owners(user)) if opened else Q(owner=user)
        if is_shareable and right != "change":
            listed = rows.model._default_manager.filter(taken_up_by=user).values("pk")
            mine |= Q(shared=True, pk__in=listed) if right == "list" else Q(shared=True)
        return rows.filter(mine)

    def get(self, right: Right, user: User, id_: UUID | str) -> _Row:
        """Return one row to which the person has the right.

        Raises:
            Exception: `missing` or, for a row that may only be seen, `forbidden`.
        """
        row = self.may("read" if right == "change" and self._forbidden else right, user).filter(pk=id_).first()
        if row is None:
            raise self._missing()
        if right == "change" and self._forbidden and not self.may_change(user, cast("_Owned", row)):
            raise self._forbidden()
        return row

    def may_change(self, user: User, row: _Owned) -> bool:
        return row.owner_id == user.pk or (self._by_staff and user.is_staff)

    def may_use(self, user_id: int | None, row: Shareable) -> bool:
        """Tell whether somebody may use a row, without a query for most; None is nobody."""
        if row.shared or user_id is None or row.owner_id == user_id:
            return row.shared or user_id is not None
        person = read_row(User, id=user_id) if self._by_staff else None
        return person is not None and person.is_staff


def shared_by_others(user: User, model: type[_Thing]) -> QuerySet[Any, _Thing]:
    """Return what others share with everybody, by name; each row also has `taken_up`: whether this person did."""
    rows: QuerySet[_Thing] = model._default_manager.filter(shared=True).exclude(owner=user).select_related("owner")
    mine = model._default_manager.filter(pk=OuterRef("pk"), taken_up_by=user)
    found: Any = rows.annotate(taken_up=Exists(mine)).order_by("name", "pk")
    return cast("QuerySet[_Thing]", found)
