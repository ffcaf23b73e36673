"""Templates filled in, and nodes evaluated, with what the last run gave."""

from dataclasses import dataclass
from functools import partial

from tools.core.definitions import JsonObject
from tools.core.text import Text, listed
from workflow_editor.adapters.node.environment import environment
from workflow_editor.adapters.node.persistent_values import PERSISTENT_WORDS, persistent_values
from workflow_editor.errors import InvalidInputError, NodeError, NotFoundError
from workflow_editor.graph.catalogue import TRIGGER_WORD
from workflow_editor.graph.document import Document, NodeDoc
from workflow_editor.graph.structure import error_json
from workflow_editor.models import NodeRun, Run, Status, Workflow
from workflow_editor.models.graph_document import graph_document
from workflow_editor.nodes.base import Previewable
from workflow_editor.nodes.evaluation_errors import TemplateError
from workflow_editor.nodes.lookup import NodeNames
from workflow_editor.nodes.registry import builtin_registry
from workflow_editor.nodes.variables import RunVariables
from workflow_editor.run_store import run_store
from workflow_editor.selectors.run.listing import NEWEST_IN_PASSES

MOST_ITEMS = 50
"""Per list in a preview."""
_NO_PREVIEW = Text("The output of this node is only known when it runs. Use Debug.")
_NO_VALUES = Text("There is no value of {names} yet. Run the workflow once.", names="")


@dataclass(frozen=True, slots=True)
class Preview:
    """A filled-in template, and the references that have no value yet."""

    text: str
    missing: list[str]


def template_preview(workflow: Workflow, *, node_key: str, template: str) -> Preview:
    """Fill in a node's template from the workflow's last run and pinned outputs.

    Raises:
        NotFoundError: the workflow has no such node.
        InvalidInputError: the template is malformed; the pointer is `/template`.
    """
    _, variables = _node_and_variables(workflow, node_key)
    try:
        return Preview(variables.render(template), variables.missing(template))
    except TemplateError as error:
        found = {"pointer": "/template", "code": error.code, "message": error.text}
        raise InvalidInputError(error.message, details={"errors": [found]}) from error


@dataclass(frozen=True, slots=True)
class OutcomePreview:
    """Expected output of a node and its input; lists are cut to `MOST_ITEMS`."""

    inputs: JsonObject
    output: JsonObject
    count_before: int | None = None
    """Length of the input list, if there is one."""
    problem: Text | None = None
    """Why it would fail instead."""


def outcome_preview(workflow: Workflow, *, node_key: str, config: JsonObject) -> OutcomePreview:
    """Evaluate a node's config on the workflow's last run and pinned outputs, without storing anything.

    Raises:
        NotFoundError: the workflow has no such node.
        InvalidInputError: (`no_preview`) the output is unknown before a run; or the config is wrong.
    """
    node, variables = _node_and_variables(workflow, node_key)
    reading = builtin_registry().read(node.type, node.type_version, config)
    if reading is None or not isinstance(reading.node_type, Previewable):
        raise InvalidInputError(_NO_PREVIEW, code="no_preview")
    if errors := reading.errors():
        raise InvalidInputError(errors[0].message, details={"errors": [error_json(error) for error in errors]})
    read = reading.config()
    try:
        missing = {name: None for template in reading.node_type.templates(read) for name in variables.missing(template)}
        if missing and _newest_run(workflow) is None:
            return OutcomePreview({}, {}, problem=_NO_VALUES.filled(names=listed(list(missing))))
        outcome = reading.node_type.preview(read, variables)
    except (NodeError, TemplateError) as error:
        return OutcomePreview({}, {}, problem=error.text)
    items = outcome.inputs.get("items")
    count = len(items) if isinstance(items, list) else None
    return OutcomePreview(_cut(outcome.inputs), _cut(outcome.output), count)


def _cut(values: JsonObject) -> JsonObject:
    return {name: value[:MOST_ITEMS] if isinstance(value, list) else value for name, value in values.items()}


def _node_and_variables(workflow: Workflow, node_key: str) -> tuple[NodeDoc, RunVariables]:
    document = graph_document(workflow)
    node = next((one for one in document.nodes if one.key == node_key), None)
    if node is None:
        raise NotFoundError("There is no such node.")
    run = _newest_run(workflow)
    outputs = _outputs(run) | _pinned(document)
    names = NodeNames({one.key: one.name for one in document.nodes})
    inputs, load_word = run.inputs if run else {}, partial(_word, run)
    return node, RunVariables(inputs, names, outputs.get, load_word=load_word, version=node.type_version)


def _newest_run(workflow: Workflow) -> Run | None:
    return Run.objects.filter(workflow=workflow, kind=Run.Kind.RUN).order_by("-created_at").first()


def _word(run: Run | None, word: str) -> JsonObject:
    if word == TRIGGER_WORD:
        return {} if run is None else run_store.delivered(run.delivery_id)
    if word in PERSISTENT_WORDS:
        return {} if run is None else persistent_values(run, word)
    return environment(of_test=run is None or run.takes_test_values)


def _outputs(run: Run | None) -> dict[str, JsonObject]:
    """Use the newest passes of nodes in containers."""
    if run is None:
        return {}
    done = NodeRun.objects.filter(run=run, status=Status.SUCCEEDED).order_by("-id").values_list("node_key", "output")
    rows = [*done.exclude(scope="")[:NEWEST_IN_PASSES], *done.filter(scope="")]
    return {key: output for key, output in reversed(rows) if output is not None}


def _pinned(document: Document) -> dict[str, JsonObject]:
    return {node.key: node.pinned_output for node in document.nodes if node.pinned_output is not None}
