"""Problems that keep a graph from running, from the graph and from the database."""

from django.contrib.auth.models import User

from workflow_editor.graph.catalogue import ParsedNode
from workflow_editor.graph.document import Document
from workflow_editor.graph.parsed_graph import ParsedGraph
from workflow_editor.graph.validation import Problem, problems
from workflow_editor.models import Workflow
from workflow_editor.selectors.credential_problems import credential_problems
from workflow_editor.selectors.provider_problems import provider_problems
from workflow_editor.selectors.sub_workflow_problems import self_call_problems, sub_workflow_problems
from workflow_editor.selectors.tool_problems import tool_problems


def graph_problems(graph: ParsedGraph[ParsedNode], user: User) -> list[Problem]:
    """Return all problems of a graph for the person who would run it."""
    return [*problems(graph), *surrounding_problems(graph.document, user)]


def editor_problems(graph: ParsedGraph[ParsedNode], workflow: Workflow, user: User) -> list[Problem]:
    """Return what the editor lists: all problems of a workflow's graph, and what will go wrong only in a run."""
    return [*graph_problems(graph, user), *self_call_problems(graph.document, workflow)]


def surrounding_problems(document: Document, user: User) -> list[Problem]:
    """Return the problems that come and go while the graph stays as it is: with what it uses, and with who runs it."""
    return [
        *provider_problems(document),
        *tool_problems(document, user),
        *sub_workflow_problems(document, user),
        *credential_problems(document, user),
    ]
