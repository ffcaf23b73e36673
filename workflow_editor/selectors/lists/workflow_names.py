"""Names of workflows for the administrator's panel."""

from collections.abc import Collection
from uuid import UUID

from django.db.models.functions import Lower

from workflow_editor.models import Workflow


def names_by_id(ids: Collection[UUID] | None) -> dict[UUID, str]:
    """Return name and owner, since names alone may be shared, in the order of names; None asks for all workflows."""
    rows = Workflow.objects.order_by(Lower("name"), "slug")
    if ids is not None:
        rows = rows.filter(id__in=ids)
    return {id_: f"{name} · {owner}" for id_, name, owner in rows.values_list("id", "name", "owner__username")}
