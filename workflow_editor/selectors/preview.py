"""Templates filled in with what the last run gave."""

from dataclasses import dataclass
from functools import partial

from tools.core.definitions import JsonObject
from workflow_editor.adapters.environment import environment
from workflow_editor.adapters.persistent_values import PERSISTENT_WORDS, persistent_values
from workflow_editor.errors import InvalidInputError, NotFoundError
from workflow_editor.graph.catalogue import TRIGGER_WORD
from workflow_editor.graph.document import Document
from workflow_editor.models import NodeRun, Run, Status, Workflow
from workflow_editor.models.graph_document import graph_document
from workflow_editor.nodes.lookup import NodeNames
from workflow_editor.nodes.templating import TemplateError
from workflow_editor.nodes.variables import RunVariables
from workflow_editor.run_store import run_store
from workflow_editor.selectors.runs import NEWEST_IN_PASSES


@dataclass(frozen=True, slots=True)
class Preview:
    """A filled-in template, and the references that have no value yet."""

    text: str
    missing: list[str]


def template_preview(workflow: Workflow, *, node_key: str, template: str) -> Preview:
    """Fill in a template of a node from the outputs of the workflow's last run and the pinned ones.

    Raises:
        NotFoundError: the workflow has no such node.
        InvalidInputError: the template is malformed; the pointer is `/template`.
    """
    document = graph_document(workflow)
    if all(node.key != node_key for node in document.nodes):
        raise NotFoundError("There is no such node.")
    run = Run.objects.filter(workflow=workflow, kind=Run.Kind.RUN).order_by("-created_at").first()
    outputs = _outputs(run) | _pinned(document)
    names = NodeNames({node.key: node.name for node in document.nodes})
    variables = RunVariables(run.inputs if run else {}, names, outputs.get, load_word=partial(_word, run))
    try:
        return Preview(variables.render(template), variables.missing(template))
    except TemplateError as error:
        found = {"pointer": "/template", "code": error.code, "message": error.text}
        raise InvalidInputError(error.message, details={"errors": [found]}) from error


def _word(run: Run | None, word: str) -> JsonObject:
    if word == TRIGGER_WORD:
        return {} if run is None else run_store.delivered(run.pk)
    if word in PERSISTENT_WORDS:
        return {} if run is None else persistent_values(run, word)
    return environment("live" if run is None else run.mode)


def _outputs(run: Run | None) -> dict[str, JsonObject]:
    """Of nodes that ran in passes of a container, the newest passes count."""
    if run is None:
        return {}
    done = NodeRun.objects.filter(run=run, status=Status.SUCCEEDED).order_by("-id").values_list("node_key", "output")
    rows = [*done.exclude(scope="")[:NEWEST_IN_PASSES], *done.filter(scope="")]
    return {key: output for key, output in reversed(rows) if output is not None}


def _pinned(document: Document) -> dict[str, JsonObject]:
    return {node.key: node.pinned_output for node in document.nodes if node.pinned_output is not None}
