"""Problems that keep a graph from running: those of the graph itself, and those that only the database knows."""

from collections.abc import Iterator
from functools import cache

from django.contrib.auth.models import User

from agents.models import ModelProvider
from agents.selectors import lacks_key, provider_find
from tools.core.text import Text
from tools.executors.uses import ChoosingField
from tools.selectors.credentials import own_signing_credential
from workflow_editor.graph.catalogue import ParsedNode
from workflow_editor.graph.document import Document, NodeDoc
from workflow_editor.graph.parsed_graph import ParsedGraph
from workflow_editor.graph.validation import Problem, problems
from workflow_editor.models import Workflow, WorkflowMember
from workflow_editor.selectors.checks.sub_workflows import self_call_problems, sub_workflow_problems
from workflow_editor.selectors.checks.tools import tool_problems
from workflow_editor.selectors.checks.uses import node_choices

_NO_MEMBER = Text("“{name}” is not a member of this workflow. Share it with them, or remove the name.", name="")

_OFFLINE = "offline"
_NO_CREDENTIAL = Text("This credential does not exist, or it belongs to someone else. Choose one of your own.")
_NO_PROVIDER = Text("This model provider no longer exists. Choose another one.")
_DISABLED = Text("This model provider is disabled. Choose another one, or ask an administrator to enable it.")
_NO_KEY = Text("This model provider has no key yet. Ask an administrator to enter one.")
_NO_MODEL = Text("Choose a model. This provider has no default model.")


def graph_problems(graph: ParsedGraph[ParsedNode], user: User) -> list[Problem]:
    """Return all problems of a graph for the person who would run it."""
    return [*problems(graph), *surrounding_problems(graph.document, user)]


def editor_problems(graph: ParsedGraph[ParsedNode], workflow: Workflow, user: User) -> list[Problem]:
    """Return what the editor lists: all problems of a workflow's graph, and what will go wrong only in a run."""
    document = graph.document
    return [
        *graph_problems(graph, user),
        *self_call_problems(document, workflow),
        *people_problems(document, workflow),
    ]


def surrounding_problems(document: Document, user: User) -> list[Problem]:
    """Return the problems that come and go while the graph stays as it is: with what it uses, and with who runs it."""
    return [
        *provider_problems(document),
        *tool_problems(document, user),
        *sub_workflow_problems(document, user),
        *_credential_problems(document, user),
    ]


def provider_problems(document: Document) -> list[Problem]:
    """Return the problems of model providers that are missing, switched off, or without key or model."""
    find = cache(provider_find)
    return [
        Problem(code, "error", text, node.key, field=field)
        for node, place in _choices(document, "model")
        if place.value != _OFFLINE
        for code, text, field in _faults(find(str(place.value)), has_model=bool(place.beside.get("model")))
    ]


def _faults(provider: ModelProvider | None, *, has_model: bool) -> Iterator[tuple[str, Text, str]]:
    if provider is None:
        yield "provider_missing", _NO_PROVIDER, "/provider"
    elif not provider.enabled:
        yield "provider_disabled", _DISABLED, "/provider"
    else:
        if lacks_key(provider):
            yield "provider_without_key", _NO_KEY, "/provider"
        if not (has_model or provider.default_model):
            yield "model_missing", _NO_MODEL, "/model"


def _credential_problems(document: Document, user: User) -> list[Problem]:
    find = cache(own_signing_credential)
    return [
        Problem("credential_missing", "error", _NO_CREDENTIAL, node.key, field=place.pointer)
        for node, place in _choices(document, "credential")
        if place.beside.get("authType", "none") != "none"
        and find(user_id=user.pk, credential_id=str(place.value)) is None
    ]


def _choices(document: Document, control: str) -> Iterator[tuple[NodeDoc, ChoosingField]]:
    """Yield the fields of nodes that run in which this control chose something."""
    return ((node, place) for node, place in node_choices(document) if place.control == control)


def people_problems(document: Document, workflow: Workflow) -> list[Problem]:
    """Return a warning for each assignee of a node who is neither the owner nor a member, or has a closed account.

    An account that does not exist reads the same: a graph finds out no names.
    """
    asked = [
        (node.key, index, str(name).strip())
        for node in document.nodes
        if not node.bypass and isinstance(names := node.config.get("approvers"), list)
        for index, name in enumerate(names)
    ]
    if not asked:
        return []
    members = WorkflowMember.objects.filter(workflow=workflow, user__is_active=True)
    known = {*members.values_list("user__username", flat=True), workflow.owner.username}
    return [
        Problem("not_a_member", "warning", _NO_MEMBER.filled(name=name), key, field=f"/approvers/{index}")
        for key, index, name in asked
        if name and name not in known
    ]
