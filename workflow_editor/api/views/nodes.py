"""One node of a workflow: run it alone, preview its templates."""

from typing import Annotated

from django.contrib.auth.models import User
from pydantic import MISSING, Field, StringConstraints
from rest_framework.request import Request

from tools.api.contract.endpoints import Reply, endpoint
from tools.api.contract.fields import JsonObject, LocalText
from tools.api.contract.shapes import Shape
from tools.core.definitions import CallMode
from workflow_editor.api.rows import EditedWorkflow, ReadWorkflow
from workflow_editor.api.run_shapes import RunShape
from workflow_editor.api.views.runs import Prefer, run_reply
from workflow_editor.selectors.graphs.preview import outcome_preview, template_preview
from workflow_editor.services.runs.debug import node_debug as node_run_alone


class NodeDebug(Shape):
    """A run of one node: outputs of other nodes by key, inputs of the run, and the config on the screen if unsaved."""

    inputs: dict[str, JsonObject] = Field(default_factory=dict)
    run_inputs: JsonObject = Field(default_factory=dict)
    config: JsonObject | MISSING = MISSING
    mode: CallMode = "live"


class OutcomePreviewRequest(Shape):
    config: JsonObject


class OutcomePreviewShape(Shape):
    """Preview of a node's output with the values of the last run; lists are cut."""

    inputs: JsonObject
    output: JsonObject
    count_before: int | None
    """Length of the list that it works on."""
    problem: LocalText | None
    """Why it would fail instead."""


class PreviewRequest(Shape):
    template: Annotated[str, StringConstraints(strip_whitespace=False, max_length=200_000)]


class PreviewShape(Shape):
    """A template filled in from the last run; `missing` names the references that have no value there."""

    text: str
    missing: list[str]


@endpoint("POST", "workflows/<uuid:workflow_id>/nodes/<str:node_key>/debug/", status=201)
def node_debug(
    request: Request, user: User, workflow: EditedWorkflow, node_key: str, body: NodeDebug, prefer: Prefer
) -> Reply[RunShape]:
    """Run one node with given inputs, and with the config on the screen if it is sent; no other node runs."""
    return run_reply(request, node_run_alone(workflow, user, node_key, **body.model_dump()), prefer)


@endpoint("POST", "workflows/<uuid:workflow_id>/nodes/<str:node_key>/preview/")
def node_preview(workflow: ReadWorkflow, node_key: str, body: PreviewRequest) -> PreviewShape:
    """Fill in a template from the last run's outputs."""
    return PreviewShape.of(template_preview(workflow, node_key=node_key, template=body.template))


@endpoint("POST", "workflows/<uuid:workflow_id>/nodes/<str:node_key>/outcome/")
def node_outcome(workflow: ReadWorkflow, node_key: str, body: OutcomePreviewRequest) -> OutcomePreviewShape:
    """Evaluate a node without effects on the last run's outputs; no run begins."""
    found = outcome_preview(workflow, node_key=node_key, config=body.config)
    return OutcomePreviewShape.of(found, inputs=found.inputs, output=found.output)
