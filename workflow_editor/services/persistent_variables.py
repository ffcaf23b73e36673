"""Reads and changes the variables of a workflow, and those of a conversation, by hand."""

from django.db import transaction

from tools.core.definitions import JsonObject
from workflow_editor.adapters.node.persistent_values import bounded, row_of_turn
from workflow_editor.errors import InvalidInputError, NodeError
from workflow_editor.graph.catalogue import CONVERSATION_WORD, VARS_WORD
from workflow_editor.models import PersistentValues, Turn, Workflow


def workflow_variables(workflow: Workflow) -> JsonObject:
    """Return the values of `{{ vars.* }}` in the next live run."""
    row = PersistentValues.objects.filter(workflow=workflow).first()
    return {} if row is None else dict(row.values)


@transaction.atomic
def workflow_variables_change(workflow: Workflow, changes: JsonObject) -> JsonObject:
    """Set variables by name, deleting those that are None; returns all.

    Raises InvalidInputError (`variables_too_large`) if the total would be too long.
    """
    row, _ = PersistentValues.objects.get_or_create(workflow=workflow, word=VARS_WORD)
    return _change(row, changes)


def turn_variables(turn: Turn) -> JsonObject:
    """Return the values of `{{ conversation.* }}` for the message after a turn."""
    row = row_of_turn(turn)
    return {} if row is None else dict(row.values)


@transaction.atomic
def turn_variables_change(turn: Turn, changes: JsonObject) -> JsonObject:
    """Like `workflow_variables_change` for a conversation as of a turn; later turns with values of their own are
    unchanged.
    """
    row, _ = PersistentValues.objects.get_or_create(
        turn=turn, word=CONVERSATION_WORD, defaults={"values": turn_variables(turn)}
    )
    return _change(row, changes)


def _change(unlocked: PersistentValues, changes: JsonObject) -> JsonObject:
    row = PersistentValues.objects.select_for_update().get(pk=unlocked.pk)
    values = {name: value for name, value in {**row.values, **changes}.items() if value is not None}
    try:
        row.values = bounded(values)
    except NodeError as error:
        raise InvalidInputError(error.text, code=error.code) from error
    row.save()
    return values
