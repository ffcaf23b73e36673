"""Reads and changes the variables of a workflow by hand."""

from django.db import transaction

from tools.core.definitions import JsonObject
from workflow_editor.adapters.persistent_values import bounded
from workflow_editor.errors import InvalidInputError, NodeError
from workflow_editor.graph.catalogue import VARS_WORD
from workflow_editor.models import PersistentValues, Workflow


def workflow_variables(workflow: Workflow) -> JsonObject:
    """Return what `{{ vars.* }}` stands for in the next live run."""
    row = PersistentValues.objects.filter(workflow=workflow).first()
    return {} if row is None else dict(row.values)


@transaction.atomic
def workflow_variables_change(workflow: Workflow, changes: JsonObject) -> JsonObject:
    """Set variables by name, or forget those that are None; others stay. Returns all.

    Raises:
        InvalidInputError: (`variables_too_large`) they would be longer than variables may be together.
    """
    row, _ = PersistentValues.objects.get_or_create(workflow=workflow, word=VARS_WORD)
    row = PersistentValues.objects.select_for_update().get(pk=row.pk)
    values = {name: value for name, value in {**row.values, **changes}.items() if value is not None}
    try:
        row.values = bounded(values)
    except NodeError as error:
        raise InvalidInputError(error.text, code=error.code) from error
    row.save()
    return values
