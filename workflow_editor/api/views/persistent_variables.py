"""The variables that runs set: those of a workflow, and those of a conversation."""

from typing import Annotated

from tools.api.contract.endpoints import FoundBy, endpoint
from tools.api.contract.fields import JsonObject
from tools.api.contract.shapes import Shape
from workflow_editor.api.rows import EditedWorkflow, ReadWorkflow
from workflow_editor.models import Turn
from workflow_editor.selectors.access import Access
from workflow_editor.selectors.outside.conversations import turn_for
from workflow_editor.services import persistent_variables as service

OwnTurn = Annotated[Turn, FoundBy(turn_for)]
ChangedTurn = Annotated[Turn, FoundBy(turn_for, access=Access.RUN)]


class PersistentVariables(Shape):
    """Variables that runs set, of a workflow (`{{ vars.<name> }}`) or a conversation (`{{ conversation.<name> }}`)."""

    values: JsonObject
    """JSON values by name."""


@endpoint("GET", "workflows/<uuid:workflow_id>/variables/")
def workflow_variables_get(workflow: ReadWorkflow) -> PersistentVariables:
    """Return the values of `{{ vars.* }}` in the next live run."""
    return PersistentVariables.model_construct(values=service.workflow_variables(workflow))


@endpoint("PATCH", "workflows/<uuid:workflow_id>/variables/")
def workflow_variables_change(workflow: EditedWorkflow, body: PersistentVariables) -> PersistentVariables:
    """Set variables by name, or forget those that are null; others stay."""
    return PersistentVariables.model_construct(values=service.workflow_variables_change(workflow, body.values))


@endpoint("GET", "turns/<uuid:turn_id>/variables/")
def turn_variables_get(turn: OwnTurn) -> PersistentVariables:
    """Return the values of `{{ conversation.* }}` in the message after a turn."""
    return PersistentVariables.model_construct(values=service.turn_variables(turn))


@endpoint("PATCH", "turns/<uuid:turn_id>/variables/")
def turn_variables_change(turn: ChangedTurn, body: PersistentVariables) -> PersistentVariables:
    """Set variables by name, or forget those that are null; later turns keep what they have set themselves."""
    return PersistentVariables.model_construct(values=service.turn_variables_change(turn, body.values))
