"""Shows workflows by name in lists, forms and filters."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.decorators import display

from tools.core.registered.workflow_names import workflow_names


class WorkflowColumnAdmin(ModelAdmin):
    """Adds the column `workflow_shown` to rows with a `workflow_id`; the names of a page are one query."""

    no_workflow: Any = "–"

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        changelist = super().get_changelist_instance(request)
        rows = list(changelist.result_list)
        names = workflow_names.get()({row.workflow_id for row in rows if row.workflow_id})
        for row in rows:
            row.workflow_name = names.get(row.workflow_id)
        return changelist

    @display(description=_("workflow"), ordering="workflow_id")
    def workflow_shown(self, row: Any) -> Any:
        if row.workflow_id is None:
            return self.no_workflow
        if not hasattr(row, "workflow_name"):
            row.workflow_name = workflow_names.get()([row.workflow_id]).get(row.workflow_id)
        return row.workflow_name or row.workflow_id


def workflow_id(value: object) -> UUID:
    """Read the value of a select, which is text, or of the row behind it."""
    return UUID(str(value))


def workflow_choices(empty: Any, mentioned: Iterable[UUID] = ()) -> list[tuple[str, Any]]:
    """Return a select's options: empty, every workflow, and the mentioned ids of deleted workflows."""
    names = workflow_names.get()(None)
    gone = sorted({str(id_) for id_ in mentioned if id_ not in names})
    return [("", empty), *((str(id_), name) for id_, name in names.items()), *((id_, id_) for id_ in gone)]
