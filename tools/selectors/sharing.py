"""Sharing with everybody: list membership and use by id.

Lists use `is_in_list_of`; ids use `may_be_used_by`. Workflows have members: see `workflow_editor.selectors.access`.
"""

from typing import Any, TypeVar, cast

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet

from tools.models.shareable import Shareable
from tools.selectors.emergency_access import readable_owners

_Thing = TypeVar("_Thing", bound=Shareable)


def is_in_list_of(user: User, model: type[Shareable]) -> Q:
    """Return the condition under which a row is in the person's lists: their own, or shared and taken up."""
    return Q(owner=user) | Q(shared=True, pk__in=model._default_manager.filter(taken_up_by=user).values("pk"))


def may_be_used_by(user: User) -> Q:
    """Return the condition under which the person may use a row that an id names: their own, and every shared one."""
    return Q(owner=user) | Q(shared=True)


def may_be_read_by(user: User) -> Q:
    """Return the condition under which the person may look at a row: as `may_be_used_by`, and by emergency access."""
    return Q(owner__in=readable_owners(user)) | Q(shared=True)


def shared_by_others(user: User, model: type[_Thing]) -> QuerySet[Any, _Thing]:
    """Return what others share with everybody, by name; each row also has `taken_up`: whether this person did."""
    rows: QuerySet[_Thing] = model._default_manager.filter(shared=True).exclude(owner=user).select_related("owner")
    mine = model._default_manager.filter(pk=OuterRef("pk"), taken_up_by=user)
    found: Any = rows.annotate(taken_up=Exists(mine)).order_by("name", "pk")
    return cast("QuerySet[_Thing]", found)
